//! The histories of moves and positions, and the order of moves that comes of them.

/// The weight of the victim against the attacker in the order of captures (common practice).
pub const VICTIM_WEIGHT: i32 = 16;
/// Capture history that weighs as much as a centipawn of the victim times [`VICTIM_WEIGHT`] (chosen here).
pub const CAPTURE_HISTORY: i32 = 16;
/// The limit of history numbers; at most `i16::MAX / 2` (common practice, 2^13 to 2^14).
pub const HISTORY_MAX: i32 = 16_384;
/// The limit of the numbers by both squares, which say less than those that know more of the position (Weiss).
pub const BUTTERFLY_MAX: i32 = 4_373;
/// The limit of the numbers by pawn structure (Weiss).
pub const PAWN_HISTORY_MAX: i32 = 8_663;

/// The bonus of a cutoff at `depth` for its move, and the malus for those tried before (measured; Weiss has
/// 251 a ply less 267 and at most 2,418 as bonus, 532 a ply less 163 and at most 693 as malus).
#[inline]
pub const fn history_bonus(depth: i32) -> i32 {
    let bonus = 150 * depth - 60;
    if bonus < 1_700 { bonus } else { 1_700 }
}
