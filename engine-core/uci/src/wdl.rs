//! The chances of a win, a draw and a loss at a score.
//!
//! The side to move wins with the probability 1 / (1 + exp(m - s x)) and loses with
//! 1 / (1 + exp(m + s x)), where x is the score in units of the evaluator's [`EvalScale`], so that one
//! model serves all of them: a logistic model of ordered results (McCullagh 1980, "Regression models for
//! ordinal data"). The slope s and the margin m of a draw depend on the material that is gone, as in
//! Stockfish's model (<https://github.com/official-stockfish/WDL_model>): in straight lines on the cube of its
//! share, since draws become likely only when little is left.

use engine_core::evaluator::EvalScale;
use engine_core::score::Score;
use shakmaty::{Chess, Color, Position};

/// The material of both sides at the start of a game: 78 with pawn 1, minor pieces 3, rook 5, queen 9.
const FULL: f64 = 78.0;

// Slope and margin are the value with all pieces on the board, and what is added to it for bare kings. They were fitted on
// 2026-11-24, by logistic regressions of wins and of losses, to 588 games of all evaluators, which no adjudication ended:
// `results/own-nodes-played-out.toml` with 14 pairs and seed 23.
/// The slope of the chances over the score.
const SLOPE: [f64; 2] = [1.300, 0.203];
/// The distance, in logistic units, by which a win at a score of 0 is less likely than not.
const MARGIN: [f64; 2] = [0.193, 2.499];

/// UCI's `wdl` for the side to move in thousandths, together 1000. A mate is certain.
pub(crate) fn permille(score: Score, scale: EvalScale, emptiness: f64) -> [u32; 3] {
    let Some(centipawns) = score.cp() else {
        let wins = score > Score::DRAW;
        return [1000 * u32::from(wins), 0, 1000 * u32::from(!wins)];
    };
    let scaled = f64::from(centipawns) / scale.centipawns;
    let [slope, margin] = [SLOPE, MARGIN].map(|[full, gone]| full + gone * emptiness);
    let thousandths = |x: f64| (1000.0 / (1.0 + (-x).exp())).round() as u32;
    let [win, loss] = [slope * scaled - margin, -slope * scaled - margin].map(thousandths);
    [win, 1000_u32.saturating_sub(win + loss), loss.min(1000 - win)]
}

/// The cube of the share of all material that is gone: 0 at the start, 1 for bare kings.
pub(crate) fn emptiness(position: &Chess) -> f64 {
    let material = |color| {
        let pieces = position.board().material_side(color);
        let minor = pieces.knight + pieces.bishop;
        f64::from(pieces.pawn + 3 * minor + 5 * pieces.rook + 9 * pieces.queen)
    };
    let sum: f64 = Color::ALL.into_iter().map(material).sum();
    (1.0 - sum / FULL).max(0.0).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_add_up_and_grow_with_the_score() {
        let scale = EvalScale { centipawns: 100.0, measured: "" };
        for emptiness in [0.0, 0.3, 1.0] {
            let mut last = 0;
            for centipawns in (-3000..=3000).step_by(7) {
                let score = Score::DRAW.shifted(centipawns);
                let wdl = permille(score, scale, emptiness);
                let other = permille(-score, scale, emptiness);
                assert_eq!(wdl.iter().sum::<u32>(), 1000);
                assert_eq!([wdl[2], wdl[1], wdl[0]], other, "{centipawns}");
                assert!(wdl[0] >= last);
                last = wdl[0];
            }
            assert!(last > 990);
        }
        assert_eq!(permille(Score::mate_in(3), scale, 1.0), [1000, 0, 0]);
        assert_eq!(permille(Score::mated_in(2), scale, 1.0), [0, 0, 1000]);
    }

    #[test]
    fn a_board_is_emptied_from_the_start_to_bare_kings() {
        assert_eq!(emptiness(&Chess::default()), 0.0);
        let kings = engine_core::game::position_from_fen("k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(emptiness(&kings), 1.0);
    }
}
