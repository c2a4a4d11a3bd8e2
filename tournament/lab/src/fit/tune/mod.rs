//! Better numbers for an evaluator, by the results of games.
//!
//! A value is piecewise linear in the numbers of an evaluator, so near those it has, differences (their slopes)
//! predict its value with others: `v + sum of slope_j * (number_j - its number now)`, and the expected score is
//! that of [`super::accuracy`]. The numbers maximise the likelihood of the results less a ridge, which pulls
//! each towards the document's: at strength X it is expected within `1 / sqrt(X)` of its own size of it, or of
//! 5 units. K is pulled towards that of the document's numbers, since where all numbers are fitted nothing else
//! determines how large they are together.
//!
//! Every fifth game is held back. The ridge begins strong and is loosened step by step until the evaluator itself, its
//! options set so, predicts these games no better. If it is better than before, the
//! differences are taken again around the new numbers, since a value is linear only nearby, and so on. The
//! numbers in the report are fitted to all games with the ridge that was best.
//!
//! The error of a number is that of a fit to which the ridge is what was known beforehand: the sandwich by
//! games, with the ridge's own share in the middle. Where a number hardly has an effect it is as wide as the ridge.

mod numbers;
mod output;
mod ridge;

use engine_core::options::OptionError;
use rayon::prelude::*;
use serde::Serialize;

use super::accuracy::values_by;
use super::data::{Data, Mean, difference, mean};
use super::logistic::{Ridge, fit, log_loss};
use super::{check_halves, no_scale};
use crate::error::LabError;
use crate::positions::Position;
use evaluators::AnyEvaluator;
use numbers::{Number, numbers, slopes};
pub use output::Sizes;
use players::player::PlayerError;
use ridge::{BestRidge, LinearModel, loosened};

const MAX_ROUNDS: u32 = 4;
/// A round that gains less log loss than this is the last.
const ENOUGH: f64 = 1e-6;
/// Games whose number is a multiple of this are held back.
const HELD_BACK: usize = 5;

fn is_held_back(game: usize) -> bool {
    game.is_multiple_of(HELD_BACK)
}

/// The result of tuning.
#[derive(Debug, Clone, Serialize)]
pub struct TuningReport {
    /// The evaluator's name.
    pub evaluator: String,
    positions: usize,
    /// The number of rounds of differences that led to better numbers: 0 if the document's are as good as any.
    rounds: u32,
    /// True if it was stopped before its end.
    pub interrupted: bool,
    /// The strength of the ridge; `None` if nothing better was found.
    ridge: Option<f64>,
    /// The log loss of the held-out games, with the document's numbers.
    document: Mean,
    /// With the numbers that were fitted to the other games, in the evaluator itself.
    tuned: Mean,
    /// The document's log loss less the tuned one.
    gain: Mean,
    /// The numbers that were fitted, in the order of the options.
    pub numbers: Vec<TunedNumber>,
    /// Options that make a difference in too few games to be fitted; they stay as they are.
    silent: Vec<&'static str>,
    /// The sizes of values with the tuned numbers, once [`TuningReport::measure_sizes`] has measured them.
    sizes: Option<Sizes>,
}

/// A number that was fitted, in the units of its option.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TunedNumber {
    option: &'static str,
    document: f64,
    tuned: f64,
    error: f64,
    /// The nearest that the option takes.
    set: f64,
    /// The share of positions in which it makes a difference, 0 to 1.
    fires: f64,
}

/// A step of the tuning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// A round begins; the first is 1.
    Round(u32),
    /// This many more positions are done.
    Positions(usize),
    /// The ridge was loosened to this strength, and games that were held back have this log loss.
    Ridge(f64, f64),
}

/// Fits numbers of the evaluator, which has the document's; `name` is for messages and files: all that are options but its
/// weights (`weight.*`), or those that match one of `patterns`. `notify` receives each step; once `stopped` returns true
/// the best so far is the result. Fails if there is no such number, there are too few games, or it is stopped before
/// anything was found.
pub fn tune(
    name: &str,
    evaluator: &dyn AnyEvaluator,
    patterns: &[String],
    positions: &[Position],
    notify: impl Fn(Step) + Sync,
    stopped: impl Fn() -> bool + Sync,
) -> Result<TuningReport, LabError> {
    let numbers = numbers(evaluator.options(), name, patterns)?;
    check_halves(&positions.iter().collect::<Vec<_>>())?;
    let document = measured(name, evaluator, positions)?;
    let mut at: Vec<f64> = numbers.iter().map(|number| number.document).collect();
    let mut best: Option<Best> = None;
    let mut interrupted = false;
    for rounds in 1..=MAX_ROUNDS {
        notify(Step::Round(rounds));
        let here = with(evaluator, &numbers, &at, name)?;
        let done = |count| notify(Step::Positions(count));
        let Some(taken) = slopes((name, &*here), &numbers, &at, positions, done, &stopped)? else {
            interrupted = true;
            break;
        };
        let linear = LinearModel::of(&taken, &numbers, &at, positions);
        let measure = |b: &[f64]| {
            let there = linear.set(&numbers, &at, b);
            measured(name, &*with(evaluator, &numbers, &there, name)?, positions)
        };
        let found = loosened(&linear, measure, &notify, &stopped)?;
        interrupted = stopped();
        let Some(found) = found else { break };
        let next = linear.set(&numbers, &at, &found.fitted);
        let before = best.as_ref().map_or(&document, |best| &best.found.losses);
        let gain = average(before) - average(&found.losses);
        if gain > ENOUGH {
            let at = std::mem::replace(&mut at, next);
            best = Some(Best { rounds, at, linear, found });
        }
        if gain <= ENOUGH || interrupted {
            break;
        }
    }
    if best.is_none() && interrupted {
        return Err(LabError::Interrupted);
    }
    Ok(report(name, &numbers, best.as_ref(), &document, positions, interrupted))
}

struct Best {
    rounds: u32,
    /// The numbers around which differences were taken.
    at: Vec<f64>,
    linear: LinearModel,
    found: BestRidge,
}

fn report(
    name: &str,
    numbers: &[Number],
    best: Option<&Best>,
    document: &[f64],
    positions: &[Position],
    interrupted: bool,
) -> TuningReport {
    let games = positions.iter().map(|position| position.number);
    let games: Vec<usize> = games.filter(|game| is_held_back(*game)).collect();
    let losses = best.map_or(document, |best| &best.found.losses);
    let tuned = best.map(|best| {
        let BestRidge { ridge, fitted, .. } = &best.found;
        best.linear.tuned(numbers, &best.at, ridge, fitted)
    });
    let (tuned_numbers, silent) = tuned.unwrap_or_default();
    TuningReport {
        evaluator: name.to_owned(),
        positions: positions.len(),
        rounds: best.map_or(0, |best| best.rounds),
        interrupted,
        ridge: best.map(|best| best.found.strength),
        document: mean(document, &games),
        tuned: mean(losses, &games),
        gain: difference(document, losses, &games),
        numbers: tuned_numbers,
        silent,
        sizes: None,
    }
}

/// The losses of an evaluator on the held-out games, its evaluation scale fitted to the others.
fn measured(
    name: &str,
    evaluator: &dyn AnyEvaluator,
    positions: &[Position],
) -> Result<Vec<f64>, LabError> {
    let data = Data::of_values(&values_by(evaluator, positions.par_iter())?, positions);
    let b = fit(&data.part(|game| !is_held_back(game)), &Ridge::none(2), &[0.0; 2]);
    if b[0] <= 0.0 {
        return Err(no_scale(name));
    }
    let held_back = data.part(is_held_back);
    let predicted = held_back.predictions(&b).into_iter();
    let losses = predicted.zip(held_back.results());
    Ok(losses.map(|(predicted, result)| log_loss(predicted, *result)).collect())
}

fn with(
    evaluator: &dyn AnyEvaluator,
    numbers: &[Number],
    at: &[f64],
    name: &str,
) -> Result<Box<dyn AnyEvaluator>, LabError> {
    let mut evaluator = evaluator.boxed();
    for (number, &value) in numbers.iter().zip(at) {
        if value != number.document {
            let set = evaluator.set(number.option, &number.text(value));
            set.map_err(|source| refused(name, source))?;
        }
    }
    Ok(evaluator)
}

fn refused(name: &str, source: OptionError) -> LabError {
    PlayerError::param(name, source).into()
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests;
