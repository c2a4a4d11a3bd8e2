//! Calibration: the scales of an evaluator's numbers, for the search and in results.
//!
//! [`margins`] measures how much a search changes static values (the margin scale); [`scale`] also measures the centipawns of an
//! expected score of 73 %, for a new evaluator, and [`measured`] keeps both in a file.

pub mod margins;
pub mod measured;
pub mod scale;
