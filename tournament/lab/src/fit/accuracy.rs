//! Evaluators side by side, by how well their static values predict results in held-out games: in all, by stage, and by
//! size of the value; and by what the values cost.

use std::collections::{BTreeMap, HashSet};

use anyhow::anyhow;
use engine_core::evaluator::EvalScale;
use engine_core::game::Game;
use report::Measurement;
use serde::Serialize;
use shakmaty::Position as _;

use super::logistic::{Ridge, fit_freely, fit_with_errors};
use super::multipliers::{Term, terms};
use super::{
    Bootstrap, Data, Estimate, Mean, deviation, difference, dot, expected, log_loss, mean, result, turn, values_by,
};
use super::{check_halves, is_fitted_on, is_measured_on, no_scale};
use crate::positions::{Position, Stage};
use config::{EngineConfig, EngineKind};
use evaluators::AnyEvaluator;
use players::player::{confirmed, processor_time};

/// The results for all evaluators.
#[derive(Debug, Clone, Serialize)]
pub struct AccuracyReport {
    pub(super) positions: usize,
    /// The number of positions measured on: those of the odd games.
    pub(super) measured: usize,
    pub(super) stages: [usize; 3],
    /// The log loss of a prediction from the side to move alone.
    pub(super) nothing: Mean,
    /// The best first.
    pub engines: Vec<Accuracy>,
}

/// The results for one evaluator.
#[derive(Debug, Clone, Serialize)]
pub struct Accuracy {
    /// Its name.
    pub name: String,
    /// The log loss of a position in the odd games, in natural units: less is better.
    pub(super) log_loss: Mean,
    /// The excess over the best one's loss, on the same positions.
    pub(super) worse: Mean,
    #[serde(flatten)]
    pub(super) scale: FittedScale,
    pub(super) deviation: f64,
    /// The prediction of the odd games: of all, then by stage.
    pub(super) predictions: Vec<Prediction>,
    /// The scores in positions that it values about the same.
    pub(super) calibration: Vec<Bin>,
    /// Its terms, the largest first, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Vec<Term>>,
    #[serde(skip)]
    losses: Vec<f64>,
}

/// The numbers that turn values into expected scores.
#[derive(Debug, Clone, Serialize)]
pub(super) struct FittedScale {
    /// K: this many of its centipawns make an expected score of 73 %.
    pub(super) eval_scale: f64,
    /// Its standard error, by games.
    pub(super) eval_scale_error: f64,
    /// Its 95 % interval, games drawn again.
    eval_scale_low: Option<f64>,
    eval_scale_high: Option<f64>,
    /// The value of being on the move, in its centipawns.
    pub(super) move_bonus: f64,
}

/// Measures `engines` on `positions`, with their terms if they are asked for; `progress` is called with each engine
/// that is done. Fails if there are too few games.
pub fn compare(
    engines: &[EngineConfig],
    positions: &[Position],
    with_terms: bool,
    mut progress: impl FnMut(),
) -> anyhow::Result<AccuracyReport> {
    check_halves(positions)?;
    let mut data = Data::new(1);
    positions.iter().for_each(|position| data.push_position(&[turn(position)], position));
    let b = fit_freely(&data.part(is_fitted_on));
    let held_out = data.part(is_measured_on);
    let (nothing, games) = (held_out.predictions(&b), &held_out.games);
    let odd = positions.iter().filter(|position| is_measured_on(position.number));
    let mut measured = Vec::new();
    let [opening, middlegame, endgame] = Stage::ALL.map(Some);
    let of_stages = [None, opening, middlegame, endgame];
    for engine in engines {
        let evaluator = evaluator(engine)?;
        let values = values_by(&*evaluator, positions)?;
        let terms = with_terms.then(|| terms(&*evaluator, positions)).transpose()?;
        let data = Data::of_values(&values, positions);
        let (scale, b) = calibrate(&engine.name, &data)?;
        let held_out = data.part(is_measured_on);
        let losses = held_out.losses(&b);
        let predicted = odd.clone().zip(held_out.predictions(&b)).zip(&nothing);
        let residuals = predicted.map(|((position, prediction), &nothing)| Residual {
            game: position.number,
            stage: stage(position),
            result: result(position),
            prediction,
            nothing,
        });
        let residuals: Vec<Residual> = residuals.collect();
        measured.push(Accuracy {
            name: engine.name.clone(),
            log_loss: mean(&losses, games),
            worse: mean(&losses, games),
            scale,
            deviation: deviation(&values),
            predictions: of_stages.map(|stage| of_stage(&residuals, stage)).into(),
            calibration: calibration(&residuals),
            terms,
            losses,
        });
        progress();
    }
    measured.sort_by(|a, b| a.log_loss.value.total_cmp(&b.log_loss.value));
    let best = measured.first().map(|best| best.losses.clone()).unwrap_or_default();
    for one in &mut measured {
        one.worse = difference(&one.losses, &best, games);
    }
    let mut stages = [0; Stage::ALL.len()];
    positions.iter().for_each(|position| stages[stage(position) as usize] += 1);
    Ok(AccuracyReport {
        positions: positions.len(),
        measured: games.len(),
        stages,
        nothing: mean(&held_out.losses(&b), games),
        engines: measured,
    })
}

/// Fits evaluation scale and bonus for the move on the even games; with the coefficients.
fn calibrate(engine: &str, data: &Data) -> anyhow::Result<(FittedScale, Vec<f64>)> {
    let fitted_on = data.part(is_fitted_on);
    let fitted = fit_with_errors(&fitted_on, &Ridge::none(2), &[0.0; 2]);
    let b = fitted.coefficients;
    if b[0] <= 0.0 {
        return Err(no_scale(engine));
    }
    let interval = interval(&fitted_on, [b[0], b[1]]);
    let scale = FittedScale {
        eval_scale: 100.0 / b[0],
        // The delta method.
        eval_scale_error: 100.0 * fitted.covariance[0][0].sqrt() / b[0].powi(2),
        eval_scale_low: interval.map(|[low, _]| low),
        eval_scale_high: interval.map(|[_, high]| high),
        move_bonus: 100.0 * b[1] / b[0],
    };
    Ok((scale, b))
}

fn stage(position: &Position) -> Stage {
    Stage::of(position.game.position().board())
}

/// The evaluator that `engine` is, with its parameters and without the rules that it disables.
fn evaluator(engine: &EngineConfig) -> anyhow::Result<Box<dyn AnyEvaluator>> {
    match &engine.kind {
        EngineKind::Evaluator(config) => Ok(confirmed(&engine.name, config)?),
        EngineKind::Program(_) => {
            Err(anyhow!("engine \"{}\" is a program, which has no static value; name an evaluator", engine.name))
        }
    }
}

/// The number of positions, evenly spread, whose moves are timed.
const TIMED: usize = 1_000;

/// The cost of the values of `engines`, programs left out, and the accuracy of their predictions; `progress` is called
/// with each.
pub fn measure(
    engines: &[EngineConfig],
    positions: &[Position],
    progress: impl FnMut(),
) -> anyhow::Result<BTreeMap<String, Measurement>> {
    let mut evaluations = engines.to_vec();
    evaluations.retain(|engine| matches!(engine.kind, EngineKind::Evaluator(_)));
    let every = positions.len().div_ceil(TIMED).max(1);
    let timed: Vec<&Game> = positions.iter().step_by(every).map(|position| &position.game).collect();
    let report = compare(&evaluations, positions, false, progress)?;
    let measured = evaluations.iter().map(|engine| {
        let accuracy = report.engines.iter().find(|own| own.name == engine.name);
        let explained = accuracy.and_then(|own| own.predictions.first()?.explained);
        let measurement = Measurement {
            nanoseconds: evaluator(engine)?.nanoseconds(&timed, processor_time),
            explained: explained.map(|share| share.value),
            explained_error: explained.map(|share| share.error),
        };
        Ok((engine.name.clone(), measurement))
    });
    measured.collect()
}

/// The number of positions on which the explained variance is measured.
pub fn measured_on(positions: &[Position]) -> usize {
    positions.iter().filter(|own| is_measured_on(own.number)).count()
}

/// The evaluation scale of the first engine, as [`compare`] finds it, and its ratio to that of the second, both fitted on
/// the even games. Errors of the two have much in common, and that of the ratio is found by leaving out games, a tenth at
/// a time (the jackknife; Quenouille 1956, Tukey 1958).
pub(crate) fn scale_and_ratio(engines: &[EngineConfig; 2], positions: &[Position]) -> anyhow::Result<[Mean; 2]> {
    const PARTS: usize = 10;
    check_halves(positions)?;
    let mut ratios = [1.0; PARTS];
    let mut scales = Vec::new();
    for (engine, power) in engines.iter().zip([1, -1]) {
        let data = Data::of_evaluator(&*evaluator(engine)?, positions)?.part(is_fitted_on);
        let (FittedScale { eval_scale, eval_scale_error, .. }, _) = calibrate(&engine.name, &data)?;
        scales.push(Mean { value: eval_scale, error: eval_scale_error });
        for (left_out, ratio) in ratios.iter_mut().enumerate() {
            let slope = fit_freely(&data.part(|game| game / 2 % PARTS != left_out))[0];
            if slope <= 0.0 {
                return Err(no_scale(&engine.name));
            }
            *ratio *= (100.0 / slope).powi(power);
        }
    }
    let mean = ratios.iter().sum::<f64>() / PARTS as f64;
    let spread: f64 = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum();
    let ratio =
        Mean { value: scales[0].value / scales[1].value, error: (spread * (PARTS - 1) as f64 / PARTS as f64).sqrt() };
    Ok([scales[0], ratio])
}

/// The 95 % interval of K, in centipawns, of coefficients that were fitted to `data`: value in pawns and whose
/// move it is. For each draw Newton's method takes one step from the coefficients of all games, which is as exact as
/// the bootstrap is (the one-step bootstrap; Davison and Hinkley 1997, section 2.7).
fn interval(data: &Data, b: [f64; 2]) -> Option<[f64; 2]> {
    let rows = (0..data.results.len()).map(|at| {
        let row = data.row(at);
        let score = expected(dot(row, &b));
        let (error, weight) = (score - data.results[at], score * (1.0 - score));
        let [x, y] = [row[0], row[1]];
        let of_it = [error * x, error * y, weight * x * x, weight * x * y, weight * y * y];
        (data.games[at], of_it)
    });
    let rows: Vec<(usize, [f64; 5])> = rows.collect();
    let redrawn = Bootstrap::of(&rows);
    let scale = redrawn.estimate(|sums| {
        let [slope_x, slope_y, xx, xy, yy] = *sums;
        let step = (yy * slope_x - xy * slope_y) / (xx * yy - xy * xy);
        let slope = b[0] - step;
        (slope > 0.0).then(|| 100.0 / slope)
    });
    scale.map(|scale| [scale.low, scale.high])
}

/// The lower edges of the bins of values, in pawns of the scale: each reaches to the next.
const EDGES: [f64; 7] = [0.0, 0.25, 0.75, 1.5, 2.5, 4.0, 6.0];
/// The typical value of each bin; of the last, its lower edge.
pub(super) const ABOUT: [f64; 7] = [0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 6.0];
/// A pawn of the scale: this many centipawns make an expected score of 73 %, as of Michniewski's.
pub(super) const PAWNS: f64 = EvalScale::UNMEASURED.centipawns / 100.0;
const MIN_GAMES: usize = 20;

/// The prediction of a position that is measured on.
#[derive(Debug, Clone, Copy)]
struct Residual {
    game: usize,
    stage: Stage,
    result: f64,
    /// In logistic units from White's side: by the evaluator, and from the side to move alone.
    prediction: f64,
    nothing: f64,
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

fn calibration(held: &[Residual]) -> Vec<Bin> {
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
