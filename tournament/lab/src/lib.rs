//! Laboratory for evaluations.
//!
//! [`positions`] draws quiet positions from games, and [`fit`] measures how well static values predict the results and
//! which numbers predict them better; [`ablate`] plays an evaluator against itself without a rule, [`spsa`] tunes
//! numbers by games; [`calibration`] measures what values are worth. [`suite`] has evaluators
//! solve positions from files in EPD, and keeps those that they got wrong.
//! [`laws`] checks an evaluation that is not built in, which [`new_evaluator`] begins.

pub mod ablate;
pub mod calibration;
mod error;
pub mod fit;
#[cfg(unix)]
pub mod laws;
pub mod new_evaluator;
pub mod positions;
pub mod spsa;
pub mod suite;

pub use error::LabError;
