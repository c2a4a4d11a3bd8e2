//! Calibration: what an evaluator's numbers are worth, to the search, in results and in Elo.
//!
//! [`margins`] measures by how much a search changes static values (swing), [`scale`] besides how many centipawns
//! make an expected score of 73 %, for a new evaluator, which [`measured`] keeps in a file; [`levels`] measures the Elo of
//! limited strength, [`wdl`] fits the chances of a win, a draw and a loss.

pub mod levels;
pub mod margins;
pub mod measured;
pub mod scale;
pub mod wdl;
