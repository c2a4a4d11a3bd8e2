//! The middlegame.

pub(super) mod activity;
pub(super) mod formations;
pub(super) mod intersections;
pub(super) mod pawns;
pub(super) mod structures;
pub(super) mod style;
