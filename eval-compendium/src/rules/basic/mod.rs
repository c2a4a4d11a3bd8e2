//! Very basic endings.

pub(super) mod minor;
pub(super) mod pawns;
pub(super) mod pieces;
pub(super) mod queen;
pub(super) mod rook;
