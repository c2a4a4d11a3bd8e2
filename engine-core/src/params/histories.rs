//! The histories of moves and positions, and the order of moves that comes of them.

/// The weight of the victim against the attacker in the order of captures.
pub const VICTIM_WEIGHT: i32 = 16;
/// Capture history that weighs as much as a centipawn of the victim times [`VICTIM_WEIGHT`].
pub const CAPTURE_HISTORY: i32 = 16;
/// The head start of a quiet check over other quiet moves, in history units (common practice; half of
/// [`HISTORY_MAX`]).
pub const QUIET_CHECK: i32 = 8_000;

/// The limit of history numbers; at most `i16::MAX / 2` (common practice, 2^13 to 2^14).
pub const HISTORY_MAX: i32 = 16_000;

/// The bonus of a cutoff at `depth` for its move, and the malus for those tried before.
#[inline]
pub const fn history_bonus(depth: i32) -> i32 {
    let bonus = 150 * depth - 60;
    if bonus < 1_700 { bonus } else { 1_700 }
}

/// No number of the correction history grows beyond this (common practice, 1,024).
pub const CORRECTION_MAX: i32 = 1_024;
/// So much of a number moves the static value by one of Michniewski's centipawns (common
/// practice: the limit is 30-90 centipawns).
pub const CORRECTION_PER_CENTIPAWN: f64 = 16.0;
/// A number moves by the error times the depth over this (common practice) ...
pub const CORRECTION_DEPTH_DIVISOR: f64 = 8.0;
/// ... and by this at most (common practice, a quarter of the limit).
pub const CORRECTION_BONUS_MAX: f64 = 256.0;
