//! What the document's words for the outcome of an ending are worth: it gives no numbers.

/// The factor, in sixteenths, of a verdict that leaves the score as it is.
pub(crate) const UNSCALED: i32 = 16;
/// The factor of a draw by rule or by force, in sixteenths.
pub(crate) const HARD_DRAW: i32 = 0;
/// The factor of a draw, in sixteenths.
pub(crate) const DRAW: i32 = 2;
/// The factor of what usually is a draw, in sixteenths.
pub(crate) const USUAL_DRAW: i32 = 4;
/// The factor of play in which an advantage grows, in sixteenths.
pub(crate) const WINNING: i32 = 24;
/// What the side that wins gains, and has at least, in tenths of a centipawn.
pub(crate) const WIN: i32 = 2_000;
/// What the side that usually wins gains, and has at least, in tenths of a centipawn.
pub(crate) const USUAL_WIN: i32 = 1_000;
