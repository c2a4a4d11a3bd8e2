//! The endgame in general.

pub(super) mod activity;
pub(super) mod blockade;
pub(super) mod king;
pub(super) mod passers;
pub(super) mod pawns;
pub(super) mod thumb;
