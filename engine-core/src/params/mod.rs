//! Every number of the search, grouped by technique, with its unit and where it comes from.
//!
//! "Common practice" means a value in the middle of what open engines with hand-made evaluations
//! use. "Tuned" means moved from there by `tournament spsa` with two evaluators at once, 5,600 games
//! of 8,000 nodes a move (docs/measurements.md); no number has been tuned for one of our evaluators
//! alone.
//!
//! The numbers that nodes use are in [`Params`], a group for each technique; the margins
//! among it depend on the evaluator, and [`tunable`] sets each by name. Constants of the histories are in
//! [`histories`], of the correction of static values in [`correction`], of the clock in [`time`].

pub mod correction;
pub mod histories;
pub mod see_values;
pub mod time;
pub mod tunable;

/// The numbers of a search. Margins are in the evaluator's own centipawns, depths and reductions in
/// plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Windows around the last score.
    pub aspiration: Aspiration,
    /// The correction of static values.
    pub correction: CorrectionHistory,
    /// Reverse futility pruning.
    pub reverse_futility: ReverseFutility,
    /// Razoring.
    pub razoring: Razoring,
    /// Null-move pruning.
    pub null_move: NullMove,
    /// ProbCut.
    pub prob_cut: ProbCut,
    /// Late move pruning.
    pub lmp: LateMovePruning,
    /// Futility pruning of moves.
    pub futility: Futility,
    /// Pruning by history.
    pub history_pruning: HistoryPruning,
    /// Pruning by static exchange evaluation.
    pub see_pruning: SeePruning,
    /// Singular extensions.
    pub singular: Singular,
    /// Late move reductions.
    pub lmr: LateMoveReductions,
    /// Internal iterative reductions work from this depth on (common practice, 4-6).
    pub iir_min_depth: i32,
    /// Quiescence.
    pub quiescence: Quiescence,
    /// Extended lines get at most this many times as long as the iteration is deep.
    pub longest_line: i32,
    /// The value of one step of driving a bare king. Michniewski: 10 (our own choice: a step is worth
    /// more than what a quiet move changes otherwise).
    pub mop_up: i32,
    /// The standard deviation of an error in static values, which plays below its strength: 0 for whatever is to
    /// be compared ([`crate::handicap`]).
    pub noise: i32,
}

/// Windows around the last score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aspiration {
    /// They start at this depth (common practice).
    pub min_depth: i32,
    /// Half the width of the first window. Michniewski: 10 (tuned; common practice, 15-50).
    pub window: i32,
}

/// The correction of static values by what earlier searches found in similar positions ([`correction`] has its other
/// numbers).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorrectionHistory {
    /// The part of the correction that counts, in per cent; with 0, as in comparisons, static values stay the
    /// evaluator's.
    pub weight: i32,
}

/// Reverse futility pruning: a static value far above beta is enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReverseFutility {
    /// Up to this depth (common practice, 6-9). Michniewski: 5 (from 6 on it answers for sacrifices whose
    /// point is deeper, and wins no games by it).
    pub max_depth: i32,
    /// The surplus over beta for each ply of depth that is taken as enough. Michniewski: 80
    /// (akimbo 0.5, whose evaluation is hand-made too).
    pub margin: i32,
}

/// ProbCut: a capture that is far above beta in a search of fewer plies is above it in one of more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// From this depth on (common practice, 4-6).
    pub min_depth: i32,
    /// Plies less than the full depth (common practice).
    pub reduction: i32,
    /// The margin above beta. Michniewski: 175 (tuned; common practice, 200).
    pub margin: i32,
}

/// Razoring: with a static value far below beta captures alone decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Razoring {
    /// Up to this depth (common practice, 1-4).
    pub max_depth: i32,
    /// The margin below beta for each ply of depth. Michniewski: 250
    /// (common practice, 200-300).
    pub margin: i32,
}

/// Null-move pruning: a side that stands well enough though it passes need not search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NullMove {
    /// From this depth on (common practice).
    pub min_depth: i32,
    /// The least reduction (common practice).
    pub base: i32,
    /// The plies of depth for which there is one ply more (common practice).
    pub depth_divisor: i32,
    /// One ply more for each such surplus over beta; nor may the static value lack more of it.
    /// Michniewski: 200 (common practice).
    pub surplus: i32,
    /// The surplus adds at most this many plies.
    pub surplus_max: i32,
}

/// Late move pruning: after many moves the remaining quiet ones are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LateMovePruning {
    /// Up to this depth (common practice, 6-8).
    pub max_depth: i32,
    /// Moves searched at depth 0; the square of the depth is added (tuned; common practice, 3-5).
    pub base: usize,
}

/// Futility pruning: no quiet move is expected to bring the score up to beta.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Futility {
    /// Up to this reduced depth (common practice, 6-9).
    pub max_depth: i32,
    /// The margin below beta at depth 0. Michniewski: 150 (common
    /// practice, 80-150).
    pub base: i32,
    /// The further margin for each remaining ply. Michniewski: 120 (common practice, 80-150).
    pub per_ply: i32,
}

/// Pruning by history: a quiet move that has done badly is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryPruning {
    /// Up to this depth.
    pub max_depth: i32,
    /// History below minus this for each ply of depth (tuned; common practice, 2,000-4,000).
    pub per_ply: i32,
}

/// Pruning by static exchange evaluation, in centipawns of [`see_values`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeePruning {
    /// Captures that lose more than this for each ply of depth are left out (tuned; common
    /// practice, 80-120) ...
    pub noisy: i32,
    /// ... up to this depth.
    pub noisy_max_depth: i32,
    /// Quiet moves that lose more than this for each ply of reduced depth are left out (tuned;
    /// common practice, 40-80) ...
    pub quiet: i32,
    /// ... up to this depth.
    pub quiet_max_depth: i32,
}

/// Singular extensions: a table move far better than all others is searched more deeply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Singular {
    /// From this depth on (common practice, 6-8).
    pub min_depth: i32,
    /// The table's score of the move may come from a search shallower by at most this many plies.
    pub table_depth: i32,
    /// Other moves have to be worse by this for each ply of depth. Michniewski: 2 (common
    /// practice, 1-3).
    pub margin: i32,
}

/// Late move reductions: moves that come late are searched less deeply at first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LateMoveReductions {
    /// From this depth on (common practice).
    pub min_depth: i32,
    /// Moves searched in full before the first reduction, in a zero-window node.
    pub full_moves_zero_window: usize,
    /// Moves searched in full before the first reduction, in a principal variation node.
    pub full_moves_pv: usize,
    /// The constant part of the reduction (tuned; common practice, 0.5-1).
    pub base: f64,
    /// The reduction grows by ln(depth) ln(moves) over this (tuned; common practice,
    /// 2-2.5).
    pub divisor: f64,
    /// History that takes one ply off, or adds one (tuned; common practice, 5,000-10,000 of this scale).
    pub history: i32,
}

/// Quiescence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quiescence {
    /// The gain allowed to a capture besides its victim. Michniewski: 200 (common practice).
    pub delta: i32,
    /// Quiet check evasions that are searched before the others are left out (Stockfish 15).
    pub quiet_evasions: usize,
}

impl Params {
    /// The numbers for Michniewski's evaluation, to which margin scales are relative.
    pub const MICHNIEWSKI: Params = Params {
        aspiration: Aspiration {
            min_depth: 4,
            window: 10,
        },
        correction: CorrectionHistory { weight: 0 },
        reverse_futility: ReverseFutility {
            max_depth: 5,
            margin: 80,
        },
        razoring: Razoring {
            max_depth: 3,
            margin: 250,
        },
        null_move: NullMove {
            min_depth: 3,
            base: 3,
            depth_divisor: 4,
            surplus: 200,
            surplus_max: 3,
        },
        prob_cut: ProbCut {
            min_depth: 5,
            reduction: 4,
            margin: 175,
        },
        lmp: LateMovePruning {
            max_depth: 7,
            base: 3,
        },
        futility: Futility {
            max_depth: 7,
            base: 150,
            per_ply: 120,
        },
        history_pruning: HistoryPruning {
            max_depth: 4,
            per_ply: 2_700,
        },
        see_pruning: SeePruning {
            noisy: 110,
            noisy_max_depth: 6,
            quiet: 65,
            quiet_max_depth: 8,
        },
        singular: Singular {
            min_depth: 7,
            table_depth: 3,
            margin: 2,
        },
        lmr: LateMoveReductions {
            min_depth: 3,
            full_moves_zero_window: 2,
            full_moves_pv: 4,
            base: 1.0,
            divisor: 1.95,
            history: 2_000,
        },
        iir_min_depth: 4,
        quiescence: Quiescence {
            delta: 200,
            quiet_evasions: 2,
        },
        longest_line: 2,
        mop_up: 10,
        noise: 0,
    };

    /// The same with static values as the evaluator has them.
    #[must_use]
    pub const fn uncorrected(self) -> Params {
        Params {
            correction: CorrectionHistory { weight: 0 },
            ..self
        }
    }

    /// The numbers for an evaluator of this margin scale, by which its margins are multiplied.
    #[must_use]
    pub fn scaled(self, margin_scale: f64) -> Params {
        let mut params = self;
        for margin in [
            &mut params.aspiration.window,
            &mut params.reverse_futility.margin,
            &mut params.prob_cut.margin,
            &mut params.razoring.margin,
            &mut params.null_move.surplus,
            &mut params.futility.base,
            &mut params.futility.per_ply,
            &mut params.singular.margin,
            &mut params.quiescence.delta,
            &mut params.mop_up,
        ] {
            *margin = ((f64::from(*margin) * margin_scale).round() as i32).max(1);
        }
        // None stays none.
        params.noise = (f64::from(params.noise) * margin_scale).round() as i32;
        params
    }
}

/// Depths of quiescence, as the table stores them.
pub mod quiescence {
    /// The first ply, where quiet checks are tried.
    pub const WITH_CHECKS: i32 = 0;
    /// All others.
    pub const WITHOUT_CHECKS: i32 = -1;
}
