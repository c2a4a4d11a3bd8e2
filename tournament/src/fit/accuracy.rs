//! Evaluators side by side: whose static values foretell results best.

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Ledger, Sum};
use engine_core::node::Node;
use engine_core::options::Configure;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Color, Position as _};

use super::data::Data;
use super::logistic::{Wishes, fit, fit_with_errors, log_loss};
use super::loss::{Mean, deviation, difference, mean};
use super::{FitError, check_halves, is_fitted_on};
use crate::config::{EngineConfig, EngineKind, EvaluatorConfig};
use crate::player::{PlayerError, configure};
use crate::positions::Position;
use crate::registry::{self, Visitor};

/// What was measured of all.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// How many positions there are.
    pub positions: usize,
    /// How many of them are measured on: those of the odd games.
    pub measured: usize,
    /// The log loss of knowing nothing but whose move it is.
    pub nothing: Mean,
    /// The engines, the best first.
    pub engines: Vec<Accuracy>,
}

/// What was measured of one.
#[derive(Debug, Clone, Serialize)]
pub struct Accuracy {
    /// Its name.
    pub name: String,
    /// The log loss of a position in the odd games, in natural units: less is better.
    pub log_loss: Mean,
    /// How much more that is than the best one's, on the same positions.
    pub worse: Mean,
    /// K: so many of its centipawns make an expected score of 73 %.
    pub scale: f64,
    /// Its standard error, by games.
    pub scale_error: f64,
    /// What it is worth to be on the move, in its centipawns.
    pub move_bonus: f64,
    /// The standard deviation of its values, in its centipawns.
    pub deviation: f64,
}

/// What it takes to read values as expected scores, and how well they do.
#[derive(Debug, Clone)]
pub(super) struct Calibrated {
    /// K, in centipawns.
    pub(super) scale: f64,
    /// Its standard error.
    pub(super) scale_error: f64,
    /// What it is worth to be on the move, in centipawns.
    pub(super) move_bonus: f64,
    /// The loss at each position of the odd games.
    pub(super) losses: Vec<f64>,
}

/// Measures `engines` on `positions`; `progress` is told of each engine that is done.
///
/// # Errors
/// If an engine is none of ours or cannot be set up, or if there are too few games.
pub fn compare(
    engines: &[EngineConfig],
    positions: &[Position],
    mut progress: impl FnMut(),
) -> Result<Report, FitError> {
    let all: Vec<&Position> = positions.iter().collect();
    check_halves(&all)?;
    let games = measured_games(&all);
    let mut measured = Vec::new();
    for engine in engines {
        let values = values(engine, positions)?;
        let calibrated = calibrate(&engine.name, &values, &all)?;
        measured.push((engine, calibrated, deviation(values.iter().copied())));
        progress();
    }
    let loss = |calibrated: &Calibrated| calibrated.losses.iter().sum::<f64>();
    measured.sort_by(|(_, a, _), (_, b, _)| loss(a).total_cmp(&loss(b)));
    let best = measured.first().map(|(_, best, _)| best.losses.clone());
    let best = best.unwrap_or_default();
    let engines = measured.iter().map(|(engine, own, deviation)| Accuracy {
        name: engine.name.clone(),
        log_loss: mean(&own.losses, &games),
        worse: difference(&own.losses, &best, &games),
        scale: own.scale,
        scale_error: own.scale_error,
        move_bonus: own.move_bonus,
        deviation: *deviation,
    });
    Ok(Report {
        positions: positions.len(),
        measured: games.len(),
        nothing: mean(&losses_of_nothing(&all), &games),
        engines: engines.collect(),
    })
}

/// What the values of an engine are worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaled {
    /// K, as [`compare`] finds it.
    pub scale: Mean,
    /// How many of its centipawns are worth one of another engine's.
    pub ratio: Mean,
}

/// The scale of the first engine and its ratio to that of the second, both fitted on the even games. Errors of the
/// two have much in common, and that of the ratio is found by leaving out games, a tenth at a time (the
/// jackknife; Quenouille 1956, Tukey 1958).
///
/// # Errors
/// As [`compare`].
pub fn scaled(engines: &[EngineConfig; 2], positions: &[Position]) -> Result<Scaled, FitError> {
    const PARTS: usize = 10;
    let all: Vec<&Position> = positions.iter().collect();
    check_halves(&all)?;
    let mut ratios = [1.0; PARTS];
    let mut calibrated = Vec::new();
    for (engine, power) in engines.iter().zip([1, -1]) {
        let values = values(engine, positions)?;
        calibrated.push(calibrate(&engine.name, &values, &all)?);
        let data = data(&values, &all).part(is_fitted_on);
        for (left_out, ratio) in ratios.iter_mut().enumerate() {
            let part = data.part(|game| game / 2 % PARTS != left_out);
            let slope = fit(&part, &Wishes::none(2), &[0.0; 2])[0];
            if slope <= 0.0 {
                let engine = engine.name.clone();
                return Err(FitError::NoScale { engine });
            }
            *ratio *= (100.0 / slope).powi(power);
        }
    }
    let mean = ratios.iter().sum::<f64>() / PARTS as f64;
    let spread: f64 = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum();
    Ok(Scaled {
        scale: Mean {
            value: calibrated[0].scale,
            error: calibrated[0].scale_error,
        },
        ratio: Mean {
            value: calibrated[0].scale / calibrated[1].scale,
            error: (spread * (PARTS - 1) as f64 / PARTS as f64).sqrt(),
        },
    })
}

/// Static values in centipawns from White's side.
fn values(engine: &EngineConfig, positions: &[Position]) -> Result<Vec<f64>, FitError> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        let engine = engine.name.clone();
        return Err(FitError::Program { engine });
    };
    let missing = || PlayerError::Evaluator {
        engine: engine.name.clone(),
        evaluator: config.evaluator.clone(),
    };
    let values = Values {
        engine: &engine.name,
        config,
        positions,
    };
    let values = registry::with(&config.evaluator, values).ok_or_else(missing)?;
    Ok(values?)
}

struct Values<'a> {
    engine: &'a str,
    config: &'a EvaluatorConfig,
    positions: &'a [Position],
}

impl Visitor for Values<'_> {
    type Output = Result<Vec<f64>, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, mut evaluator: E) -> Self::Output {
        configure(&mut evaluator, self.engine, self.config)?;
        let positions = self.positions.par_iter();
        Ok(values_by(&evaluator, positions))
    }
}

/// The values that an evaluator gives, in centipawns from White's side.
pub(super) fn values_by<'p, E: Evaluator>(
    evaluator: &E,
    positions: impl IndexedParallelIterator<Item = &'p Position>,
) -> Vec<f64> {
    let values = positions.map(|position| {
        let (node, _) = Node::root(evaluator, &position.game);
        let mut sum = Sum::default();
        evaluator.post(&node, &mut sum);
        f64::from(sum.total()) / 10.0
    });
    values.collect()
}

/// Fits scale and bonus for the move to `values` (centipawns from White's side) on the even games, and
/// measures on the odd ones.
pub(super) fn calibrate(
    engine: &str,
    values: &[f64],
    positions: &[&Position],
) -> Result<Calibrated, FitError> {
    let data = data(values, positions);
    let fitted = fit_with_errors(&data.part(is_fitted_on), &Wishes::none(2), &[0.0; 2]);
    let b = fitted.coefficients;
    if b[0] <= 0.0 {
        let engine = engine.to_owned();
        return Err(FitError::NoScale { engine });
    }
    Ok(Calibrated {
        scale: 100.0 / b[0],
        // The delta method.
        scale_error: 100.0 * fitted.covariance[0][0].sqrt() / b[0].powi(2),
        move_bonus: 100.0 * b[1] / b[0],
        losses: losses(&data, &b),
    })
}

/// Values (centipawns from White's side) and whose move it is, a row a position.
fn data(values: &[f64], positions: &[&Position]) -> Data {
    let mut data = Data::new(2);
    for (value, position) in values.iter().zip(positions) {
        let row = [value / 100.0, turn(position)];
        data.push(&row, result(position), position.number);
    }
    data
}

/// The losses on the odd games of who knows nothing but whose move it is.
pub(super) fn losses_of_nothing(positions: &[&Position]) -> Vec<f64> {
    let mut data = Data::new(1);
    for position in positions {
        data.push(&[turn(position)], result(position), position.number);
    }
    let b = fit(&data.part(is_fitted_on), &Wishes::none(1), &[0.0]);
    losses(&data, &b)
}

fn losses(data: &Data, b: &[f64]) -> Vec<f64> {
    let held_back = data.part(|game| !is_fitted_on(game));
    let predictions = held_back.predictions(b).into_iter();
    let losses = predictions.zip(held_back.results());
    losses
        .map(|(prediction, result)| log_loss(prediction, *result))
        .collect()
}

/// The game of each position that is measured on.
pub(super) fn measured_games(positions: &[&Position]) -> Vec<usize> {
    let games = positions.iter().map(|position| position.number);
    games.filter(|game| !is_fitted_on(*game)).collect()
}

/// 1 if White is to move, else -1.
pub(super) fn turn(position: &Position) -> f64 {
    match position.game.position().turn() {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

/// White's points, 0 to 1.
pub(super) fn result(position: &Position) -> f64 {
    f64::from(position.white_half_points) / 2.0
}

#[cfg(test)]
mod tests;
