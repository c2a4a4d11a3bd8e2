//! Evaluators side by side, by how well their static values predict results, and by what the values cost.

use std::collections::BTreeMap;

use engine_core::game::Game;
use report::Measurement;
use serde::Serialize;
use shakmaty::Position as _;

use super::data::{
    Bootstrap, Data, Mean, deviation, difference, dot, expected, mean, result, turn, values_by,
};
use super::logistic::{Ridge, fit_freely, fit_with_errors};
use super::multipliers::{Term, terms};
use super::prediction::{Bin, Prediction, Residual, by_stage, calibration};
use super::{check_halves, is_fitted_on, is_measured_on, no_scale};
use crate::error::{LabError, message};
use crate::positions::{Position, Stage};
use config::{EngineConfig, EngineKind};
use evaluators::AnyEvaluator;
use players::player::{configured, processor_time};

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
) -> Result<AccuracyReport, LabError> {
    check_halves(positions)?;
    let mut data = Data::new(1);
    positions.iter().for_each(|position| data.push_position(&[turn(position)], position));
    let b = fit_freely(&data.part(is_fitted_on));
    let held_out = data.part(is_measured_on);
    let (nothing, games) = (held_out.predictions(&b), &held_out.games);
    let mut measured = Vec::new();
    for engine in engines {
        let evaluator = evaluator(engine)?;
        let values = values_by(&*evaluator, positions)?;
        let terms = with_terms.then(|| terms(&*evaluator, positions)).transpose()?;
        let data = Data::of_values(&values, positions);
        let (scale, b) = calibrate(&engine.name, &data)?;
        let held_out = data.part(is_measured_on);
        let losses = held_out.losses(&b);
        let residuals = residuals(positions, &held_out.predictions(&b), &nothing);
        measured.push(Accuracy {
            name: engine.name.clone(),
            log_loss: mean(&losses, games),
            worse: mean(&losses, games),
            scale,
            deviation: deviation(&values),
            predictions: by_stage(&residuals),
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
fn calibrate(engine: &str, data: &Data) -> Result<(FittedScale, Vec<f64>), LabError> {
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

fn residuals(positions: &[Position], predictions: &[f64], nothing: &[f64]) -> Vec<Residual> {
    let measured = positions.iter().filter(|position| is_measured_on(position.number));
    let predicted = predictions.iter().zip(nothing);
    let residuals = measured.zip(predicted).map(|(position, (&prediction, &nothing))| Residual {
        game: position.number,
        stage: stage(position),
        result: result(position),
        prediction,
        nothing,
    });
    residuals.collect()
}

fn stage(position: &Position) -> Stage {
    Stage::of(position.game.position().board())
}

/// The evaluator that `engine` is, with its parameters and without the rules that it disables.
fn evaluator(engine: &EngineConfig) -> Result<Box<dyn AnyEvaluator>, LabError> {
    match &engine.kind {
        EngineKind::Evaluator(config) => Ok(configured(&engine.name, config)?),
        EngineKind::Program(_) => Err(message!(
            "engine \"{}\" is a program, which has no static value; name an evaluator",
            engine.name
        )),
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
) -> Result<BTreeMap<String, Measurement>, LabError> {
    let mut evaluations = engines.to_vec();
    evaluations.retain(|engine| matches!(engine.kind, EngineKind::Evaluator(_)));
    let every = positions.len().div_ceil(TIMED).max(1);
    let timed: Vec<&Game> =
        positions.iter().step_by(every).map(|position| &position.game).collect();
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
pub(crate) fn scale_and_ratio(
    engines: &[EngineConfig; 2],
    positions: &[Position],
) -> Result<[Mean; 2], LabError> {
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
    let ratio = Mean {
        value: scales[0].value / scales[1].value,
        error: (spread * (PARTS - 1) as f64 / PARTS as f64).sqrt(),
    };
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
