//! The UCI front end: what a chess GUI or a tournament manager talks to.
//!
//! Scores are in centipawns from the side to move, as the protocol wants them.
//! Source: the UCI protocol, <https://www.chessprogramming.org/UCI>.

mod options;
mod parse;
pub mod print;
mod session;

pub use session::run;
