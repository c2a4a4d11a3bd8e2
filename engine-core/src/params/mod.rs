//! Every number of the search, grouped by technique, with its unit and where it comes from.
//!
//! "Common practice" means a value in the middle of what open engines with hand-made evaluations
//! use. "Weiss" and "Stockfish" mean the value of that engine; Weiss's margins are divided by 1.6, the
//! margin scale with which its evaluation plays here. "Measured" means chosen by games with several
//! evaluators (docs/measurements.md); no number was chosen for one of our evaluators alone.
//!
//! The numbers that nodes use are in [`Params`], a group for each technique; the margins
//! among it depend on the evaluator, and [`tunable`] sets each by name. Constants of the histories,
//! of the correction of static values and of the clock follow.

pub mod tunable;

/// The numbers of a search. Margins are in the evaluator's own centipawns, depths and reductions in
/// plies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each group has its description")]
pub struct Params {
    pub aspiration: Aspiration,
    pub correction: CorrectionHistory,
    pub reverse_futility: ReverseFutility,
    pub razoring: Razoring,
    pub null_move: NullMove,
    pub prob_cut: ProbCut,
    pub lmp: LateMovePruning,
    pub history_pruning: HistoryPruning,
    pub see_pruning: SeePruning,
    pub singular: Singular,
    pub lmr: LateMoveReductions,
    pub iir: InternalIterativeReductions,
    pub quiescence: Quiescence,
    /// Extended lines get at most this many times as long as the iteration is deep (Weiss).
    pub longest_line: i32,
    /// The value of one step of driving a bare king. Michniewski: 10 (our own choice: a step is worth
    /// more than what a quiet move changes otherwise).
    pub mop_up: i32,
}

/// Windows around the last score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aspiration {
    /// They start at this depth (common practice).
    pub min_depth: i32,
    /// Half the width of the first window. Michniewski: 6 (common practice, 5-15).
    pub window: i32,
}

/// The correction of static values by what earlier searches found in similar positions (the module
/// below has its other numbers).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorrectionHistory {
    /// The part of the correction that counts, in per cent; with 0 static values stay the evaluator's.
    pub weight: i32,
}

/// Reverse futility pruning: a static value far above beta is enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReverseFutility {
    /// Up to this depth (common practice, 6-9).
    pub max_depth: i32,
    /// The surplus over beta for each ply of depth that is taken as enough; where the side to move is improving, for one
    /// ply less. Michniewski: 48 (Weiss, 77).
    pub margin: i32,
}

/// Razoring: with a static value far below beta captures alone decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Razoring {
    /// Up to this depth (measured; common practice, 1-4).
    pub max_depth: i32,
    /// The margin below beta for each ply of depth. Michniewski: 250 (common practice, 200-300).
    pub margin: i32,
}

/// Null-move pruning: a side that stands well enough though it passes need not search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NullMove {
    /// The least reduction (common practice, 3-4).
    pub base: i32,
    /// The plies of depth for which there is one ply more (common practice).
    pub depth_divisor: i32,
    /// One ply more for each such surplus over beta. Michniewski: 142 (Weiss, 227).
    pub surplus: i32,
    /// The surplus adds at most this many plies (Weiss).
    pub surplus_max: i32,
    /// The static value itself has to surpass beta by this at depth 0 ... Michniewski: 86 (Weiss, 138).
    pub margin: i32,
    /// ... and by so much less for each ply of depth. Michniewski: 8 (Weiss, 13).
    pub margin_per_ply: i32,
}

/// ProbCut: a capture that is far above beta in a search of fewer plies is above it in one of more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// From this depth on (common practice, 4-6).
    pub min_depth: i32,
    /// Plies less than the full depth (common practice).
    pub reduction: i32,
    /// The margin above beta. Michniewski: 125 (Weiss, 200; common practice, 100-200).
    pub margin: i32,
}

/// Late move pruning: after many moves the remaining quiet ones are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LateMovePruning {
    /// Moves searched at depth 0; the square of the depth is added, and the sum is halved where the side is not improving
    /// (Stockfish 15; measured).
    pub base: usize,
}

/// Pruning by history: a quiet move that has done badly is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryPruning {
    /// Up to this depth, less the reduction of the move (Weiss).
    pub max_depth: i32,
    /// History below minus this for each ply of depth (Weiss).
    pub per_ply: i32,
}

/// Pruning by static exchange evaluation, in centipawns of `see_values`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeePruning {
    /// Up to this depth, less the reduction of the move (Weiss).
    pub max_depth: i32,
    /// Moves that lose more than this for each ply of depth are left out (measured; common practice, 20-100).
    pub per_ply: i32,
}

/// Singular extensions: a table move far better than all others is searched more deeply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Singular {
    /// From this depth on (common practice, 5-8).
    pub min_depth: i32,
    /// The table's score of the move may come from a search shallower by at most this many plies (Weiss).
    pub table_depth: i32,
    /// Other moves have to be worse by this for each ply of depth, and by half of it on the principal variation.
    /// Michniewski: 1 (Weiss; common practice, 1-3).
    pub margin: i32,
    /// A line is extended by two plies at once at most this often (Weiss; common practice, 5-16).
    pub most_doubles: u8,
}

/// Late move reductions: moves that come late are searched less deeply at first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LateMoveReductions {
    /// From this depth on (common practice).
    pub min_depth: i32,
    /// The constant part of the reduction (Weiss).
    pub base: f64,
    /// The rest is ln(depth) ln(number of the move) over this (Weiss).
    pub divisor: f64,
    /// History that takes one ply off, or adds one (Weiss; common practice, 5,000-10,000 of this scale); a quarter of it is
    /// enough for the first ply (measured).
    pub history: i32,
    /// Plies more where the node is expected to be cut (common practice, 1-2).
    pub cut: i32,
}

/// Internal iterative reductions: without a table move a node is searched a ply less deeply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InternalIterativeReductions {
    /// From this depth on, on the principal variation (Weiss).
    pub min_depth_pv: i32,
    /// From this depth on, where the node is expected to be cut (Weiss).
    pub min_depth_cut: i32,
}

/// Quiescence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quiescence {
    /// The gain allowed to a capture besides its victim. Michniewski: 103 (Weiss, 165).
    pub delta: i32,
    /// Quiet check evasions that are searched before the others are left out (Stockfish 15).
    pub quiet_evasions: usize,
}

impl Params {
    /// The numbers for Michniewski's evaluation, to which margin scales are relative.
    pub const MICHNIEWSKI: Params = Params {
        aspiration: Aspiration { min_depth: 4, window: 6 },
        correction: CorrectionHistory { weight: 100 },
        reverse_futility: ReverseFutility { max_depth: 6, margin: 48 },
        razoring: Razoring { max_depth: 3, margin: 250 },
        null_move: NullMove {
            base: 4,
            depth_divisor: 4,
            surplus: 142,
            surplus_max: 3,
            margin: 86,
            margin_per_ply: 8,
        },
        prob_cut: ProbCut { min_depth: 5, reduction: 4, margin: 125 },
        lmp: LateMovePruning { base: 3 },
        history_pruning: HistoryPruning { max_depth: 2, per_ply: 1_024 },
        see_pruning: SeePruning { max_depth: 6, per_ply: 60 },
        singular: Singular { min_depth: 5, table_depth: 2, margin: 1, most_doubles: 6 },
        lmr: LateMoveReductions { min_depth: 3, base: 2.01, divisor: 2.32, history: 8_870, cut: 2 },
        iir: InternalIterativeReductions { min_depth_pv: 3, min_depth_cut: 8 },
        quiescence: Quiescence { delta: 103, quiet_evasions: 2 },
        longest_line: 2,
        mop_up: 10,
    };

    /// The same with static values as the evaluator has them.
    #[must_use]
    pub const fn uncorrected(self) -> Params {
        Params { correction: CorrectionHistory { weight: 0 }, ..self }
    }

    /// The numbers for an evaluator of this margin scale, by which its margins are multiplied.
    #[must_use]
    pub fn scaled(self, margin_scale: f64) -> Params {
        let mut params = self;
        for margin in [
            &mut params.aspiration.window,
            &mut params.reverse_futility.margin,
            &mut params.razoring.margin,
            &mut params.prob_cut.margin,
            &mut params.null_move.surplus,
            &mut params.null_move.margin,
            &mut params.null_move.margin_per_ply,
            &mut params.singular.margin,
            &mut params.quiescence.delta,
            &mut params.mop_up,
        ] {
            *margin = ((f64::from(*margin) * margin_scale).round() as i32).max(1);
        }
        params
    }
}

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

    /// The piece values of static exchange evaluation, in centipawns. They belong to the search, so
    /// that the order of moves does not change with the evaluator. The king's is never lost.
    #[inline]
    pub(crate) const fn see_value(role: Role) -> i32 {
        match role {
            Role::Pawn => 100,
            Role::Knight => 320,
            Role::Bishop => 330,
            Role::Rook => 500,
            Role::Queen => 900,
            Role::King => 0,
        }
    }

    /// [`see_value`] by the number of a piece, as shakmaty counts them from 1; 0 for none.
    pub(crate) const SEE_VALUES: [i32; 8] = {
        let mut values = [0; 8];
        let mut number = 0;
        while number < Role::ALL.len() {
            let role = Role::ALL[number];
            values[role as usize] = see_value(role);
            number += 1;
        }
        values
    };
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
