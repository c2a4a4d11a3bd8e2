//! Positions as users meet them: suites, the book of blunders, and values against results.

#![allow(clippy::unwrap_used)]

mod blunder_runs;
mod blunders;
mod common;
mod errors;
mod goals;
#[cfg(unix)]
mod positions;
#[cfg(unix)]
mod programs;
mod suite;
mod values;
