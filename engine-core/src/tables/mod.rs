//! The memory of the search: positions, and good quiet moves.

pub mod correction;
pub mod evaluations;
pub mod history;
pub mod transposition;
