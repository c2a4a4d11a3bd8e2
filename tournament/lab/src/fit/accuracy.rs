//! Evaluators side by side, by how well their static values predict results.

mod prediction;
mod scale;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Position as _;

use super::data::{Data, result, turn};
use super::logistic::{Ridge, fit, fit_with_errors, log_loss};
use super::loss::{Mean, deviation, difference, mean};
use super::multipliers::{Term, terms};
use super::{FitError, check_halves, is_fitted_on};
use crate::positions::{Position, Stage};
use config::{EngineConfig, EngineKind};
use evaluators::{AnyEvaluator, EvaluationError};
use players::player::configured;
pub use prediction::{ABOUT, Bin, EDGES, PAWNS, Prediction};
use prediction::{HeldOut, by_stage, calibration};
pub use scale::{Scaled, scaled};

/// The results for all evaluators.
#[derive(Debug, Clone, Serialize)]
pub struct AccuracyReport {
    /// The number of positions.
    pub positions: usize,
    /// The number of positions measured on: those of the odd games.
    pub measured: usize,
    /// The numbers of positions from the opening, the middlegame and the endgame.
    pub stages: [usize; 3],
    /// The log loss of a prediction from the side to move alone.
    pub nothing: Mean,
    /// The engines, the best first.
    pub engines: Vec<Accuracy>,
}

/// The results for one evaluator.
#[derive(Debug, Clone, Serialize)]
pub struct Accuracy {
    /// Its name.
    pub name: String,
    /// The log loss of a position in the odd games, in natural units: less is better.
    pub log_loss: Mean,
    /// The excess over the best one's loss, on the same positions.
    pub worse: Mean,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub eval_scale: f64,
    /// Its standard error, by games.
    pub eval_scale_error: f64,
    /// The lower end of its 95 % interval, games drawn again.
    pub eval_scale_low: Option<f64>,
    /// The upper end.
    pub eval_scale_high: Option<f64>,
    /// The value of being on the move, in its centipawns.
    pub move_bonus: f64,
    /// The standard deviation of its values, in its centipawns.
    pub deviation: f64,
    /// The prediction of the odd games: of all, then by stage.
    pub predictions: Vec<Prediction>,
    /// The scores in positions that it values about the same.
    pub calibration: Vec<Bin>,
    /// Its terms, the largest first, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Vec<Term>>,
    #[serde(skip)]
    losses: Vec<f64>,
}

/// The numbers that turn values into expected scores, and the losses with them.
#[derive(Debug, Clone)]
pub(super) struct Calibrated {
    /// K, in centipawns.
    pub(super) eval_scale: f64,
    pub(super) eval_scale_error: f64,
    eval_scale_interval: Option<[f64; 2]>,
    /// The value of being on the move, in centipawns.
    pub(super) move_bonus: f64,
    /// Its prediction for each position of the odd games, in logistic units.
    predictions: Vec<f64>,
    pub(super) losses: Vec<f64>,
}

/// Measures `engines` on `positions`, with their terms if they are asked for; `progress` is called with each engine
/// that is done.
///
/// # Errors
/// If an engine is not built in or cannot be set up, or if there are too few games.
pub fn compare(
    engines: &[EngineConfig],
    positions: &[Position],
    with_terms: bool,
    mut progress: impl FnMut(),
) -> Result<AccuracyReport, FitError> {
    let all: Vec<&Position> = positions.iter().collect();
    check_halves(&all)?;
    let games = measured_games(&all);
    let (nothing, losses_of_nothing) = of_nothing(&all);
    let mut measured = Vec::new();
    for engine in engines {
        let Values { values, terms } = values(engine, positions, with_terms)?;
        let calibrated = calibrate(&engine.name, &values, &all)?;
        let held = held(&all, &calibrated.predictions, &nothing);
        measured.push(Accuracy {
            name: engine.name.clone(),
            log_loss: mean(&calibrated.losses, &games),
            worse: mean(&calibrated.losses, &games),
            eval_scale: calibrated.eval_scale,
            eval_scale_error: calibrated.eval_scale_error,
            eval_scale_low: calibrated.eval_scale_interval.map(|[low, _]| low),
            eval_scale_high: calibrated.eval_scale_interval.map(|[_, high]| high),
            move_bonus: calibrated.move_bonus,
            deviation: deviation(values.iter().copied()),
            predictions: by_stage(&held),
            calibration: calibration(&held),
            terms,
            losses: calibrated.losses,
        });
        progress();
    }
    measured.sort_by(|a, b| a.log_loss.value.total_cmp(&b.log_loss.value));
    let best = measured.first().map(|best| best.losses.clone());
    for one in &mut measured {
        one.worse = difference(&one.losses, best.as_deref().unwrap_or_default(), &games);
    }
    let stages = positions.iter().map(|position| Stage::of(position.game.position().board()));
    let stages: Vec<Stage> = stages.collect();
    let of_stage = |stage: &Stage| stages.iter().filter(|one| *one == stage).count();
    Ok(AccuracyReport {
        positions: positions.len(),
        measured: games.len(),
        stages: Stage::ALL.each_ref().map(of_stage),
        nothing: mean(&losses_of_nothing, &games),
        engines: measured,
    })
}

/// Fits evaluation scale and bonus for the move to `values` (centipawns from White's side) on the even games, and
/// measures on the odd ones.
pub(super) fn calibrate(
    engine: &str,
    values: &[f64],
    positions: &[&Position],
) -> Result<Calibrated, FitError> {
    let data = Data::of_values(values, positions.iter().copied());
    let fitted_on = data.part(is_fitted_on);
    let fitted = fit_with_errors(&fitted_on, &Ridge::none(2), &[0.0; 2]);
    let b = fitted.coefficients;
    if b[0] <= 0.0 {
        let engine = engine.to_owned();
        return Err(FitError::NoScale { engine });
    }
    let (predictions, losses) = held_back(&data, &b);
    Ok(Calibrated {
        eval_scale: 100.0 / b[0],
        eval_scale_interval: scale::interval(&fitted_on, [b[0], b[1]]),
        predictions,
        // The delta method.
        eval_scale_error: 100.0 * fitted.covariance[0][0].sqrt() / b[0].powi(2),
        move_bonus: 100.0 * b[1] / b[0],
        losses,
    })
}

/// [`held_back`] of predictions from the side to move alone.
fn of_nothing(positions: &[&Position]) -> (Vec<f64>, Vec<f64>) {
    let mut data = Data::new(1);
    for position in positions {
        data.push_position(&[turn(position)], position);
    }
    let b = fit(&data.part(is_fitted_on), &Ridge::none(1), &[0.0]);
    held_back(&data, &b)
}

fn held_back(data: &Data, b: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let held_back = data.part(|game| !is_fitted_on(game));
    let predictions = held_back.predictions(b);
    let both = predictions.iter().zip(held_back.results());
    let losses = both.map(|(prediction, result)| log_loss(*prediction, *result)).collect();
    (predictions, losses)
}

fn held(positions: &[&Position], predictions: &[f64], nothing: &[f64]) -> Vec<HeldOut> {
    let measured = positions.iter().filter(|position| !is_fitted_on(position.number));
    let predicted = predictions.iter().zip(nothing);
    let held = measured.zip(predicted).map(|(position, (&prediction, &nothing))| HeldOut {
        game: position.number,
        stage: Stage::of(position.game.position().board()),
        result: result(position),
        prediction,
        nothing,
    });
    held.collect()
}

fn measured_games(positions: &[&Position]) -> Vec<usize> {
    let games = positions.iter().map(|position| position.number);
    games.filter(|game| !is_fitted_on(*game)).collect()
}

/// Static values in centipawns from White's side, and the terms if they are asked for.
struct Values {
    values: Vec<f64>,
    terms: Option<Vec<Term>>,
}

/// The values that `engine` gives `positions`, with its parameters and without the rules that it disables.
fn values(
    engine: &EngineConfig,
    positions: &[Position],
    with_terms: bool,
) -> Result<Values, FitError> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        let engine = engine.name.clone();
        return Err(FitError::Program { engine });
    };
    let evaluator = configured(&engine.name, config)?;
    Ok(Values {
        values: values_by(&*evaluator, positions.par_iter())?,
        terms: with_terms.then(|| terms(&*evaluator, positions)).transpose()?,
    })
}

pub(super) fn values_by<'p>(
    evaluator: &dyn AnyEvaluator,
    positions: impl IndexedParallelIterator<Item = &'p Position>,
) -> Result<Vec<f64>, EvaluationError> {
    let values = positions.map(|position| {
        let tenths = evaluator.tenths(&position.game)?;
        Ok(f64::from(tenths) / 10.0)
    });
    values.collect()
}

#[cfg(test)]
mod tests;
