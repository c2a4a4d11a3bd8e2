//! An engine program around an evaluator: the UCI protocol, a command line, and a bench.
//!
//! [`run`] is the whole of a program's `main`: without an argument it runs UCI on standard input and
//! output, `bench`, `eval` and `perft` print and exit. Scores are in centipawns from the side to move,
//! as the protocol requires. Source: the UCI protocol, <https://www.chessprogramming.org/UCI>.
//!
//! ```no_run
//! # use engine_core::evaluator::Evaluator;
//! # use engine_core::options::Configure;
//! # use std::process::ExitCode;
//! fn main_of(evaluator: impl Evaluator + Configure + Clone) -> ExitCode {
//!     engine_uci::run(evaluator)
//! }
//! ```

pub mod bench;
mod cli;
mod input;
mod options;
pub mod output;
pub mod session;

pub use cli::run;
