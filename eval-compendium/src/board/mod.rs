//! The board: squares, pieces, attacks, pawns, kings, phases, and the game's past. Nothing here depends on a rule.

pub(crate) mod bits;
pub(crate) mod context;
pub(crate) mod king;
pub(crate) mod material;
pub(crate) mod past;
pub(crate) mod pawns;
pub(crate) mod phase;
pub(crate) mod side;
