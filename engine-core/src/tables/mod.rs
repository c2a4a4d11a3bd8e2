//! What the search remembers: positions, and which quiet moves have been good.

pub mod correction;
pub mod evaluations;
pub mod history;
pub mod killers;
pub mod packed_move;
pub mod transposition;
