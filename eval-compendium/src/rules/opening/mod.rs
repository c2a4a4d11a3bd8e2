//! The opening.

pub(super) mod castling;
pub(super) mod centre;
pub(super) mod development;
