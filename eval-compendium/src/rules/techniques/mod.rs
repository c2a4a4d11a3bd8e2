//! Special positional techniques.

pub(super) mod fortress;
pub(super) mod passivity;
pub(super) mod perpetual;
pub(super) mod placement;
