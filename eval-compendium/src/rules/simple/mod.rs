//! Simple endings: one kind of piece on each side.

pub(super) mod bishop_knight;
pub(super) mod knights;
pub(super) mod opposite_bishops;
pub(super) mod pawns;
pub(super) mod queens;
pub(super) mod rooks;
pub(super) mod same_bishops;
