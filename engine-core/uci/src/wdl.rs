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

/// The chances of the side to move, each from 0 to 1, together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// That it wins.
    pub win: f64,
    /// That is never so.
    pub draw: f64,
    /// That it loses.
    pub loss: f64,
}

/// A model of results, in units of an evaluator's scale; each pair is the value with all men on the board,
/// and what is added to it for bare kings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The slope of the chances over the score.
    pub slope: [f64; 2],
    /// The draw margin: the distance, in logistic units, by which a win at a score of 0 is less likely than not.
    pub margin: [f64; 2],
}

/// The least slope: a better score is never worse.
const FLATTEST: f64 = 0.05;

/// Fitted on 2026-11-24, by logistic regressions of wins and of losses, to 588 games of all evaluators, which no adjudication ended:
/// `results/own-nodes-played-out.toml` with 14 pairs and seed 23.
pub const MODEL: Model = Model { slope: [1.300, 0.203], margin: [0.193, 2.499] };

impl Model {
    /// The chances at a score of `scaled` units on a board of this [`emptiness`].
    #[must_use]
    pub fn chances(&self, scaled: f64, emptiness: f64) -> Chances {
        let slope = (self.slope[0] + self.slope[1] * emptiness).max(FLATTEST);
        let margin = self.margin[0] + self.margin[1] * emptiness;
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let win = logistic(slope * scaled - margin);
        let loss = logistic(-slope * scaled - margin);
        // With a margin below 0 both could be likely.
        let sum = (win + loss).max(1.0);
        let (win, loss) = (win / sum, loss / sum);
        Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// UCI's `wdl`: win, draw and loss of the side to move in thousandths, together 1000. A mate is
    /// certain.
    #[must_use]
    pub fn permille(&self, score: Score, scale: EvalScale, emptiness: f64) -> [u32; 3] {
        let Some(centipawns) = score.cp() else {
            let wins = score > Score::DRAW;
            return [1000 * u32::from(wins), 0, 1000 * u32::from(!wins)];
        };
        let scaled = f64::from(centipawns) / scale.centipawns;
        let chances = self.chances(scaled, emptiness);
        let [win, loss] =
            [chances.win, chances.loss].map(|chance| (1000.0 * chance).round() as u32);
        [win, 1000_u32.saturating_sub(win + loss), loss.min(1000 - win)]
    }
}

/// The cube of the share of all material that is gone: 0 at the start of a game, 1 for bare kings; what
/// promotions add does not count.
#[must_use]
pub fn emptiness(position: &Chess) -> f64 {
    let sum: f64 = Color::ALL
        .into_iter()
        .map(|color| {
            let men = position.board().material_side(color);
            f64::from(men.pawn)
                + 3.0 * f64::from(men.knight + men.bishop)
                + 5.0 * f64::from(men.rook)
                + 9.0 * f64::from(men.queen)
        })
        .sum();
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
                let wdl = MODEL.permille(score, scale, emptiness);
                let other = MODEL.permille(-score, scale, emptiness);
                assert_eq!(wdl.iter().sum::<u32>(), 1000);
                assert_eq!([wdl[2], wdl[1], wdl[0]], other, "{centipawns}");
                assert!(wdl[0] >= last);
                last = wdl[0];
            }
            assert!(last > 990);
        }
        assert_eq!(MODEL.permille(Score::mate_in(3), scale, 1.0), [1000, 0, 0]);
        assert_eq!(MODEL.permille(Score::mated_in(2), scale, 1.0), [0, 0, 1000]);
    }

    #[test]
    fn a_board_is_emptied_from_the_start_to_bare_kings() {
        assert_eq!(emptiness(&Chess::default()), 0.0);
        let kings = engine_core::game::position_from_fen("k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(emptiness(&kings), 1.0);
    }
}
