//! The numbers of the search that are the same for every search.

/// The depth of quiescence, as the table stores it.
pub const QUIESCENCE_DEPTH: i32 = 0;

/// The correction of static values, all after Weiss.
pub(crate) mod correction {
    /// The most that a number by a structure can be: of pawns, minor pieces, major pieces, White's pieces, Black's pieces.
    pub(crate) const STRUCTURE_MAX: [i32; 5] = [1_651, 1_142, 1_222, 1_063, 1_063];
    /// The most that a number by two moves can be.
    pub(crate) const MOVES_MAX: i32 = 1_514;
    /// The weights of the numbers by structures ...
    pub(crate) const STRUCTURE_WEIGHTS: [i32; 5] = [5_868, 7_217, 4_416, 7_025, 7_025];
    /// ... and of those by the last move and the one seven to two plies before the position.
    pub(crate) const MOVES_WEIGHTS: [i32; 6] = [2_901, 3_379, 3_841, 2_626, 3_235, 4_060];
    /// The weighted sum that moves the static value by one of Michniewski's centipawns.
    pub(crate) const WEIGHT_UNIT: f64 = 131_072.0;
    /// A number moves by the error, in Michniewski's centipawns, times the depth over this ...
    pub(crate) const DEPTH_DIVISOR: f64 = 4.0;
    /// ... and by this at most where the position was better than thought ...
    pub(crate) const BONUS_MAX: f64 = 289.0;
    /// ... and where it was worse.
    pub(crate) const BONUS_MIN: f64 = -172.0;
}

/// The histories of moves and positions, and the order of moves that comes of them.
pub(crate) mod histories {
    /// The weight of the victim against the attacker in the order of captures (common practice).
    pub(crate) const VICTIM_WEIGHT: i32 = 16;
    /// Capture history that weighs as much as a centipawn of the victim times [`VICTIM_WEIGHT`] (chosen here).
    pub(crate) const CAPTURE_HISTORY: i32 = 16;
    /// The limit of history numbers; at most `i16::MAX / 2` (common practice, 2^13 to 2^14).
    pub(crate) const HISTORY_MAX: i32 = 16_384;
    /// The limit of the numbers by both squares, which say less than those that know more of the position (Weiss).
    pub(crate) const BUTTERFLY_MAX: i32 = 4_373;
    /// The limit of the numbers by pawn structure (Weiss).
    pub(crate) const PAWN_HISTORY_MAX: i32 = 8_663;

    /// The bonus of a cutoff at `depth` for its move, and the malus for those tried before (measured; Weiss has
    /// 251 a ply less 267 and at most 2,418 as bonus, 532 a ply less 163 and at most 693 as malus).
    #[inline]
    pub(crate) const fn history_bonus(depth: i32) -> i32 {
        let bonus = 150 * depth - 60;
        if bonus < 1_700 { bonus } else { 1_700 }
    }
}

/// Piece values of static exchange evaluation, the same for every evaluator.
pub(crate) mod see_values {
    use shakmaty::Role;

    /// In centipawns, by the number of a piece, as shakmaty counts them from 1: those of pawn, knight, bishop, rook, queen
    /// and king, which is never lost. They belong to the search, so that the order of moves does not change with
    /// the evaluator.
    pub(crate) const SEE_VALUES: [i32; 8] = [0, 100, 320, 330, 500, 900, 0, 0];

    #[inline]
    pub(crate) const fn see_value(role: Role) -> i32 {
        SEE_VALUES[role as usize]
    }
}

/// The clock.
///
/// Sources: <https://www.chessprogramming.org/Time_Management>, and open engines for the numbers
/// that scale the soft limit; "common practice" as above.
pub(crate) mod time {
    /// The number of moves to plan for (common practice, 20-40).
    pub(crate) const MOVES_TO_GO: u32 = 28;
    /// The part of an increment that a move may spend (chosen here).
    pub(crate) const INCREMENT_SHARE: f64 = 0.75;
    /// The soft limit, as a part of an even share of the clock (chosen here).
    pub(crate) const SOFT_SHARE: f64 = 0.65;
    /// The hard limit, as a part of an even share of the clock (chosen here).
    pub(crate) const HARD_SHARE: f64 = 2.5;
    /// No move uses more of the clock than this (common practice, 0.2-0.8).
    pub(crate) const MAX_SHARE: f64 = 0.25;
    /// The last move before more time is added may use this much of the clock, the one before half
    /// of that, and so on (chosen here).
    pub(crate) const MAX_SHARE_OF_LAST: f64 = 0.6;
    /// Move overheads that stay on the clock as a reserve (chosen here).
    pub(crate) const RESERVE: u32 = 1;
    /// Iterations of fewer plies are too short to decide if a move is settled (common practice,
    /// 4-8).
    pub(crate) const SETTLED_DEPTH: i32 = 6;
    /// The soft limit is multiplied by [`EFFORT_WEIGHT`] for each part of the root's nodes by which
    /// the best move's fall short of this (common practice, 1.35-1.7).
    pub(crate) const EFFORT_BASE: f64 = 1.5;
    /// See [`EFFORT_BASE`] (common practice, 1.35-1.75).
    pub(crate) const EFFORT_WEIGHT: f64 = 1.35;
    /// The soft limit is multiplied by the number at the place given by how many iterations in a
    /// row have confirmed the best move; the last is for all that are more (common practice, 1.2-2.5
    /// falling to 0.75-0.85).
    pub(crate) const STABILITY: [f64; 5] = [1.6, 1.2, 0.95, 0.85, 0.8];
    /// A score that has fallen by this many Michniewski centipawns since the last iteration
    /// doubles the soft limit (our own choice) ...
    pub(crate) const FALL: f64 = 100.0;
    /// ... and none multiplies it by more than this (common practice, 1.3-1.5).
    pub(crate) const MAX_FALL: f64 = 1.4;
    /// The clock and the stop flag are polled once in this many nodes; a power of two.
    pub(crate) const NODES_BETWEEN_LOOKS: u64 = 256;
}
