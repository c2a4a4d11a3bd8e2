//! Accuracy of predicted results in held-out games: in all, by stage, and by size of the value.

use std::collections::HashSet;

use engine_core::evaluator::EvalScale;
use serde::Serialize;

use super::data::{Bootstrap, Estimate, expected, log_loss};
use crate::positions::Stage;

/// The lower edges of the bins of values, in pawns of the scale: each reaches to the next.
const EDGES: [f64; 7] = [0.0, 0.25, 0.75, 1.5, 2.5, 4.0, 6.0];
/// The typical value of each bin; of the last, its lower edge.
pub(super) const ABOUT: [f64; 7] = [0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 6.0];
/// A pawn of the scale: this many centipawns make an expected score of 73 %, as of Michniewski's.
const PAWNS: f64 = EvalScale::UNMEASURED.centipawns / 100.0;
const MIN_GAMES: usize = 20;

/// The prediction of a position that is measured on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Residual {
    pub(super) game: usize,
    pub(super) stage: Stage,
    pub(super) result: f64,
    /// In logistic units from White's side: by the evaluator, and from the side to move alone.
    pub(super) prediction: f64,
    pub(super) nothing: f64,
}

/// The accuracy of the predicted results of some positions.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Prediction {
    pub(super) stage: Option<Stage>,
    positions: usize,
    log_loss: Option<Estimate>,
    /// The share of the variance of results that expected scores explain, 1 at most: 1 less the ratio of their squared
    /// error to that of a prediction from the side to move alone.
    pub(super) explained: Option<Estimate>,
}

/// The scores in positions of about the same value.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Bin {
    /// The least value, in pawns of the scale, from the side that is valued higher.
    from: f64,
    to: Option<f64>,
    positions: usize,
    /// The mean expected score of the side that is valued higher, 0.5 to 1.
    pub(super) expected: f64,
    /// The actual score of that side, 0 to 1.
    pub(super) scored: Option<Estimate>,
}

impl Bin {
    /// The expected score of a value in pawns of the scale.
    pub(super) fn expected_of(pawns: f64) -> f64 {
        expected(pawns / PAWNS)
    }
}

pub(super) fn by_stage(held: &[Residual]) -> Vec<Prediction> {
    let stages = Stage::ALL.into_iter().map(Some);
    let each = [None].into_iter().chain(stages);
    each.map(|stage| of_stage(held, stage)).collect()
}

fn of_stage(held: &[Residual], stage: Option<Stage>) -> Prediction {
    let own = held.iter().filter(|one| stage.is_none_or(|of| one.stage == of));
    let rows = own.map(|one| {
        let square = |prediction| (one.result - expected(prediction)).powi(2);
        let loss = log_loss(one.prediction, one.result);
        (one.game, [1.0, loss, square(one.prediction), square(one.nothing)])
    });
    let rows: Vec<(usize, [f64; 4])> = rows.collect();
    let redrawn = redrawn(&rows);
    let estimate = |statistic: fn(&[f64; 4]) -> f64| {
        redrawn.as_ref().and_then(|redrawn| redrawn.estimate(|sums| Some(statistic(sums))))
    };
    Prediction {
        stage,
        positions: rows.len(),
        log_loss: estimate(|sums| sums[1] / sums[0]),
        explained: estimate(|sums| 1.0 - sums[2] / sums[3]),
    }
}

fn redrawn<const N: usize>(rows: &[(usize, [f64; N])]) -> Option<Bootstrap<N>> {
    let games: HashSet<usize> = rows.iter().map(|(game, _)| *game).collect();
    (games.len() >= MIN_GAMES).then(|| Bootstrap::of(rows))
}

pub(super) fn calibration(held: &[Residual]) -> Vec<Bin> {
    let bins = EDGES.iter().enumerate().map(|(index, &from)| {
        let to = EDGES.get(index + 1).copied();
        let in_it = |one: &&Residual| {
            let pawns = one.prediction.abs() * PAWNS;
            pawns >= from && to.is_none_or(|to| pawns < to)
        };
        let rows = held.iter().filter(in_it).map(|one| {
            // The side that is valued higher, be it Black.
            let of_it = |score: f64| {
                if one.prediction < 0.0 { 1.0 - score } else { score }
            };
            (one.game, [1.0, of_it(one.result), expected(one.prediction.abs())])
        });
        let rows: Vec<(usize, [f64; 3])> = rows.collect();
        let expected: f64 = rows.iter().map(|(_, row)| row[2]).sum();
        let redrawn = redrawn(&rows);
        Bin {
            from,
            to,
            positions: rows.len(),
            expected: expected / rows.len().max(1) as f64,
            scored: redrawn.and_then(|redrawn| redrawn.estimate(|sums| Some(sums[1] / sums[0]))),
        }
    });
    bins.collect()
}
