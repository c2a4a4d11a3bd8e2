//! The security of the own king.

pub(super) mod defenders;
pub(super) mod king;
pub(super) mod shelter;
