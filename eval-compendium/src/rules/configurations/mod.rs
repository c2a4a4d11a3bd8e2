//! Different types of opposing configurations: unlike pieces against one another.

pub(super) mod minor;
pub(super) mod queen;
pub(super) mod rook;
