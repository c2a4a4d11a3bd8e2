//! The clock.
//!
//! Sources: <https://www.chessprogramming.org/Time_Management>, and open engines for the numbers
//! that scale the soft limit; "common practice" as above.

/// The number of moves to plan for (common practice, 20-40).
pub const MOVES_TO_GO: u32 = 28;
/// The part of an increment that a move may spend (chosen here).
pub const INCREMENT_SHARE: f64 = 0.75;
/// The soft limit, as a part of an even share of the clock (chosen here).
pub const SOFT_SHARE: f64 = 0.65;
/// The hard limit, as a part of an even share of the clock (chosen here).
pub const HARD_SHARE: f64 = 2.5;
/// No move uses more of the clock than this (common practice, 0.2-0.8).
pub const MOST_OF_CLOCK: f64 = 0.25;
/// The last move before more time is added may use this much of the clock, the one before half
/// of that, and so on (chosen here).
pub const MOST_OF_LAST: f64 = 0.6;
/// Move overheads that stay on the clock as a reserve (chosen here).
pub const RESERVE: u32 = 1;
/// Iterations of fewer plies are too short to decide if a move is settled (common practice,
/// 4-8).
pub const SETTLED_DEPTH: i32 = 6;
/// The soft limit is multiplied by [`EFFORT_WEIGHT`] for each part of the root's nodes by which
/// the best move's fall short of this (common practice, 1.35-1.7).
pub const EFFORT_BASE: f64 = 1.5;
/// See [`EFFORT_BASE`] (common practice, 1.35-1.75).
pub const EFFORT_WEIGHT: f64 = 1.35;
/// The soft limit is multiplied by the number at the place given by how many iterations in a
/// row have confirmed the best move; the last is for all that are more (common practice, 1.2-2.5
/// falling to 0.75-0.85).
pub const STABILITY: [f64; 5] = [1.6, 1.2, 0.95, 0.85, 0.8];
/// A score that has fallen by this many Michniewski centipawns since the last iteration
/// doubles the soft limit (our own choice) ...
pub const FALL: f64 = 100.0;
/// ... and none multiplies it by more than this (common practice, 1.3-1.5).
pub const FALL_MOST: f64 = 1.4;
/// The clock and the stop flag are polled once in this many nodes; a power of two.
pub const NODES_BETWEEN_LOOKS: u64 = 256;
