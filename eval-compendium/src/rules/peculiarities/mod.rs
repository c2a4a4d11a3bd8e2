//! Trapped and bad pieces, weak squares, and pieces of different kinds against one another.

pub(super) mod bad;
pub(super) mod bishops;
pub(super) mod squares;
pub(super) mod trapped;
