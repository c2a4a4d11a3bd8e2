//! Calibration: the scales of an evaluator's numbers, for the search, in results and in Elo.
//!
//! [`margins`] measures how much a search changes static values (the margin scale); [`scale`] also measures the centipawns of an
//! expected score of 73 %, for a new evaluator, and [`measured`] keeps them in a file; [`levels`] measures the Elo of
//! limited strength, [`wdl`] fits the chances of a win, a draw and a loss.

pub mod levels;
pub mod margins;
pub mod measured;
pub mod scale;
pub mod wdl;
