//! Tuning by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! All numbers are moved at once, each at random up or down; the engine with the moved numbers plays
//! the engine with the opposite ones, and all numbers go a little towards the side that did better.
//! So it takes two games to learn something of any count of numbers. Several engines may play: a
//! number that helps one and harms another goes nowhere.
//!
//! [`SpsaConfig`](config::SpsaConfig) is the file, [`optimizer`] the method, [`Tuning`] what is played and stored: the
//! values after each batch of games, so that a tuning resumes where it was stopped, with the same games on any number
//! of threads.
//! Source: J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
//! Optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998), 817-823; with the
//! gains written as step and rate at the end, as chess engines do
//! (<https://www.chessprogramming.org/SPSA>).

mod error;
mod games;
pub mod optimizer;
mod tuning;

pub use error::SpsaError;
pub use tuning::{PARAMETERS, Tuning};
