//! Every number of the search, grouped by technique, with its unit and where it comes from.
//!
//! "Common practice" means a value in the middle of what open engines with hand-made evaluations
//! use; none of these numbers has been tuned for one of our evaluators.

use shakmaty::Role;

/// The margins that depend on the size of an evaluator's scores, in its own centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// Half the width of the first aspiration window. Michniewski: 30 (common practice, 15-50).
    pub aspiration: i32,
    /// Reverse futility: the surplus over beta for each ply of depth that is taken as enough.
    /// Michniewski: 80 (akimbo 0.5, whose evaluation is hand-made too).
    pub reverse_futility: i32,
    /// Null move: each such surplus over beta reduces by one ply more.
    /// Michniewski: 200 (common practice).
    pub null_move: i32,
    /// Singular extensions: other moves have to be worse by this for each ply of depth.
    /// Michniewski: 2 (common practice, 1-3).
    pub singular: i32,
    /// Futility: what the static value may lack of beta without any depth.
    /// Michniewski: 150 (common practice, 80-150).
    pub futility: i32,
    /// Futility: what it may lack more for each ply that is left. Michniewski: 120 (common practice,
    /// 80-150).
    pub futility_ply: i32,
    /// Razoring: what the static value may lack of beta for each ply of depth before captures alone
    /// decide. Michniewski: 250 (common practice, 200-300).
    pub razoring: i32,
    /// Quiescence: what a capture may gain besides its victim. Michniewski: 200 (common practice).
    pub delta: i32,
    /// What one step of driving a bare king is worth. Michniewski: 5 (our own choice: a step is
    /// worth more than what a quiet move changes otherwise).
    pub mop_up: i32,
}

impl Margins {
    /// The margins for Michniewski's evaluation, to which swings are relative.
    pub const MICHNIEWSKI: Margins = Margins {
        aspiration: 30,
        reverse_futility: 80,
        null_move: 200,
        singular: 2,
        futility: 150,
        futility_ply: 120,
        razoring: 250,
        delta: 200,
        mop_up: 5,
    };

    /// The margins for an evaluator of this swing ratio.
    pub fn scaled(swing: f64) -> Margins {
        let scale = |margin: i32| ((f64::from(margin) * swing).round() as i32).max(1);
        let Margins {
            aspiration,
            reverse_futility,
            null_move,
            singular,
            futility,
            futility_ply,
            razoring,
            delta,
            mop_up,
        } = Margins::MICHNIEWSKI;
        Margins {
            aspiration: scale(aspiration),
            reverse_futility: scale(reverse_futility),
            null_move: scale(null_move),
            singular: scale(singular),
            futility: scale(futility),
            futility_ply: scale(futility_ply),
            razoring: scale(razoring),
            delta: scale(delta),
            mop_up: scale(mop_up),
        }
    }
}

/// The piece values of static exchange evaluation, in centipawns. They belong to the search, so
/// that the order of moves does not change with the evaluator. The king's is never lost.
#[inline]
pub const fn see_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// The depth of quiescence's first ply, where quiet checks are tried, as the table remembers it.
pub const QUIESCENCE_WITH_CHECKS: i32 = 0;
/// The depth of quiescence after its first ply, as the table remembers it.
pub const QUIESCENCE: i32 = -1;
/// Quiet check evasions that quiescence searches before it leaves the others out (Stockfish 15).
pub const QUIET_EVASIONS: usize = 2;
/// Aspiration windows start at this depth, in plies (common practice).
pub const ASPIRATION_DEPTH: i32 = 4;
/// Reverse futility works up to this depth, in plies (common practice, 6-9).
pub const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// Null move works from this depth on, in plies (common practice).
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Null move reduces by at least so many plies (common practice).
pub const NULL_MOVE_REDUCTION: i32 = 3;
/// Null move reduces by one ply more for so many plies of depth (common practice).
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
/// A large surplus over beta adds at most so many plies to the null move's reduction.
pub const NULL_MOVE_SURPLUS_MAX: i32 = 3;
/// Internal iterative reduction works from this depth on, in plies (common practice, 4-6).
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;
/// Late move pruning works up to this depth, in plies (common practice, 6-8).
pub const LATE_MOVE_PRUNING_DEPTH: i32 = 7;
/// Late move pruning always looks at so many moves, and at the square of the depth more.
pub const LATE_MOVE_PRUNING_BASE: usize = 4;
/// Late move reductions work from this depth on, in plies (common practice).
pub const LATE_MOVE_REDUCTION_DEPTH: i32 = 3;
/// Moves searched in full before the first reduction, in a zero-window node.
pub const FULL_MOVES_ZERO: usize = 2;
/// Moves searched in full before the first reduction, in a principal variation node.
pub const FULL_MOVES_PV: usize = 4;
/// The constant part of the late move reduction, in plies (common practice, 0.5-1).
pub const REDUCTION_BASE: f64 = 0.8;
/// The late move reduction grows by ln(depth) ln(moves) over this (common practice, 2-2.5).
pub const REDUCTION_DIVISOR: f64 = 2.3;
/// Razoring works up to this depth, in plies (common practice, 1-4).
pub const RAZORING_DEPTH: i32 = 3;
/// Futility works up to this reduced depth, in plies (common practice, 6-9).
pub const FUTILITY_DEPTH: i32 = 7;
/// Captures that lose more than this many centipawns of exchange values for each ply of depth are
/// left out (common practice, 80-120), up to so many plies.
pub const NOISY_EXCHANGE: i32 = 90;
/// See [`NOISY_EXCHANGE`].
pub const NOISY_EXCHANGE_DEPTH: i32 = 6;
/// Quiet moves that lose more than this many centipawns of exchange values for each ply of reduced
/// depth are left out (common practice, 40-80), up to so many plies.
pub const QUIET_EXCHANGE: i32 = 50;
/// See [`QUIET_EXCHANGE`].
pub const QUIET_EXCHANGE_DEPTH: i32 = 8;
/// Quiet moves whose history is below minus this for each ply of depth are left out (common
/// practice, 2,000-4,000), up to so many plies.
pub const HISTORY_PRUNING: i32 = 2_500;
/// See [`HISTORY_PRUNING`].
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
/// Singular extensions are tried from this depth on, in plies (common practice, 6-8).
pub const SINGULAR_DEPTH: i32 = 7;
/// The table's score of the move must come from at most so many plies less.
pub const SINGULAR_TABLE_DEPTH: i32 = 3;
/// Lines get at most so many times as long as the iteration is deep.
pub const LONGEST_LINE: i32 = 2;
/// History of a capture that weighs as much as a centipawn of its victim times
/// [`VICTIM_WEIGHT`].
pub const CAPTURE_HISTORY: i32 = 16;
/// What a quiet check has ahead of other quiet moves in their order, in history (common practice;
/// half of [`HISTORY_MAX`]).
pub const CHECK_ORDER: i32 = 8_000;
/// How much the victim outweighs the attacker in the order of captures.
pub const VICTIM_WEIGHT: i32 = 16;
/// History that takes one ply off a late move reduction, or adds one.
pub const REDUCTION_HISTORY: i32 = 6_000;

/// Steps for each square that a bare king is driven from the centre (our own choice).
pub const MOP_UP_EDGE: i32 = 4;
/// Steps for each square that bishop and knight drive a bare king into their corner: the way there
/// is long (our own choice).
pub const MOP_UP_CORNER: i32 = 16;
/// Steps for each square that the kings are nearer to each other (our own choice).
pub const MOP_UP_KINGS: i32 = 1;

/// The limit of history numbers; at most `i16::MAX / 2` (common practice, 2^13 to 2^14).
pub const HISTORY_MAX: i32 = 16_000;

/// What a cutoff at `depth` adds to the history of its move, and takes from those tried before.
#[inline]
pub const fn history_bonus(depth: i32) -> i32 {
    let bonus = 150 * depth - 60;
    if bonus < 1_700 { bonus } else { 1_700 }
}

/// The clock.
///
/// Sources: <https://www.chessprogramming.org/Time_Management>, and open engines for the numbers
/// that scale the soft limit; "common practice" as above.
pub mod time {
    /// Plan as if so many moves were to come (common practice, 20-40).
    pub const MOVES_TO_GO: u32 = 28;
    /// The part of an increment that a move may spend.
    pub const INCREMENT_SHARE: f64 = 0.75;
    /// The soft limit, as a part of an even share of the clock.
    pub const SOFT_SHARE: f64 = 0.65;
    /// The hard limit, as a part of an even share of the clock.
    pub const HARD_SHARE: f64 = 2.5;
    /// No move uses more of the clock than this (common practice, 0.2-0.8).
    pub const MOST_OF_CLOCK: f64 = 0.25;
    /// The last move before more time is added may use this much of the clock, the one before half
    /// of that, and so on.
    pub const MOST_OF_LAST: f64 = 0.6;
    /// So many times the overhead of a move stay on the clock besides (our own choice).
    pub const RESERVE: u32 = 1;
    /// Iterations of fewer plies are too short to tell whether a move is settled (common practice,
    /// 4-8).
    pub const SETTLED_DEPTH: i32 = 6;
    /// The soft limit is multiplied by [`EFFORT_WEIGHT`] for each part of the root's nodes by which
    /// the best move's fall short of this (common practice, 1.35-1.7).
    pub const EFFORT_BASE: f64 = 1.5;
    /// See [`EFFORT_BASE`] (common practice, 1.35-1.75).
    pub const EFFORT_WEIGHT: f64 = 1.35;
    /// The soft limit is multiplied by the number at the place that says how many iterations in a
    /// row have confirmed the best move; the last is for all that are more (common practice, 1.2-2.5
    /// falling to 0.75-0.85).
    pub const STABILITY: [f64; 5] = [1.6, 1.2, 0.95, 0.85, 0.8];
    /// A score that has fallen by so many of Michniewski's centipawns since the last iteration
    /// doubles the soft limit (our own choice) ...
    pub const FALL: f64 = 100.0;
    /// ... and none multiplies it by more than this (common practice, 1.3-1.5).
    pub const FALL_MOST: f64 = 1.4;
    /// The clock and the stop flag are looked at every so many nodes; a power of two.
    pub const NODES_BETWEEN_LOOKS: u64 = 256;
}

/// Correction history.
pub mod correction {
    /// No number grows beyond this (common practice, 1,024).
    pub const LIMIT: i32 = 1_024;
    /// So much of a number moves the static value by one of Michniewski's centipawns (common
    /// practice: the limit is 30-90 centipawns).
    pub const PER_CENTIPAWN: f64 = 16.0;
    /// A number moves by the error times the depth over this (common practice) ...
    pub const DEPTH_DIVISOR: f64 = 8.0;
    /// ... and by this at most (common practice, a quarter of the limit).
    pub const BONUS_MAX: f64 = 256.0;
}
