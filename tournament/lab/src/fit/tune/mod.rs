//! Better numbers for an evaluator, by the results of games.
//!
//! A value is piecewise linear in the numbers of an evaluator, so near those it has, differences (their slopes)
//! predict its value with others: `v + sum of slope_j * (number_j - its number now)`, and the expected score is
//! that of [`super::accuracy`]. The numbers maximise the likelihood of the results less a ridge, which pulls
//! each towards the document's: at strength X it is expected within `1 / sqrt(X)` of its own size of it, or of
//! [`LEAST_SIZE`]. K is pulled towards that of the document's numbers, since where all numbers are fitted nothing else
//! determines how large they are together.
//!
//! Every fifth game is held back. The ridge begins strong and is loosened step by step until the evaluator itself, its
//! options set so, predicts these games no better. If it is better than before, the
//! differences are taken again around the new numbers, since a value is linear only nearby, and so on. The
//! numbers in the report are fitted to all games with the ridge that was best.
//!
//! The error of a number is that of a fit to which the ridge is what was known beforehand: the sandwich by
//! games, with the ridge's own share in the middle. Where a number hardly has an effect it is as wide as the ridge.

mod linear;
mod numbers;
mod output;
mod path;
mod sized;
mod slopes;

use engine_core::options::OptionError;
use rayon::prelude::*;
use serde::Serialize;
use uci_client::did_you_mean;

use super::accuracy::values_by;
use super::data::Data;
use super::logistic::{Ridge, fit, log_loss};
use super::loss::{Mean, difference, mean};
use super::{FitError, check_halves};
use crate::positions::Position;
use evaluators::{AnyEvaluator, EvaluationError};
use linear::Linear;
pub use numbers::LEAST_SIZE;
use numbers::{Number, numbers};
use path::{BestRidge, loosened};
use players::player::PlayerError;
pub use sized::Sizes;
use slopes::slopes;

const MAX_ROUNDS: u32 = 4;
/// A round that gains less log loss than this is the last.
const ENOUGH: f64 = 1e-6;
/// Games whose number is a multiple of this are held back.
const HELD_BACK: usize = 5;

/// True if the game of this number is held back.
#[must_use]
pub fn is_held_back(game: usize) -> bool {
    game.is_multiple_of(HELD_BACK)
}

/// The reason that nothing was tuned.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum TuneError {
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error(
        "{evaluator} offers no number as an option, so there is nothing to tune; `evalarena accuracy --terms` \
         shows the best factor on each of its terms"
    )]
    NoNumbers { evaluator: String },
    #[error(
        "--params {pattern}: no number of {evaluator} is called so{}; a * stands for any text, and there are {}",
        did_you_mean(pattern, known),
        some(known)
    )]
    Pattern { pattern: String, evaluator: String, known: Vec<String> },
    #[error("interrupted before better numbers were found; nothing was written")]
    Interrupted,
}

fn some(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The result of tuning.
#[derive(Debug, Clone, Serialize)]
pub struct TuningReport {
    /// The evaluator.
    pub evaluator: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of rounds of differences that led to better numbers: 0 if the document's are as good as any.
    pub rounds: u32,
    /// True if it was stopped before its end.
    pub interrupted: bool,
    /// The strength of the ridge; `None` if nothing better was found.
    pub ridge: Option<f64>,
    /// The log loss of the held-out games, with the document's numbers.
    pub document: Mean,
    /// With the numbers that were fitted to the other games, in the evaluator itself.
    pub tuned: Mean,
    /// The document's log loss less the tuned one.
    pub gain: Mean,
    /// The numbers that were fitted, in the order of the options.
    pub numbers: Vec<Tuned>,
    /// Options that make a difference in too few games to be fitted; they stay as they are.
    pub silent: Vec<&'static str>,
    /// The sizes of values with the tuned numbers, once [`TuningReport::measure_sizes`] has measured them.
    pub sizes: Option<Sizes>,
}

/// A number that was fitted, in the units of its option.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tuned {
    /// The option.
    pub option: &'static str,
    /// The document's number.
    pub document: f64,
    /// As fitted.
    pub tuned: f64,
    /// Its standard error.
    pub error: f64,
    /// The nearest that the option takes.
    pub set: f64,
    /// The share of positions in which it makes a difference, 0 to 1.
    pub fires: f64,
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

/// Fits numbers of the evaluator, which has the document's; `name` is for messages and files: all that are options but its weights (`weight.*`), or those that
/// match one of `patterns`. `notify` receives each step; once `stopped` returns true the best so far is the result.
///
/// # Errors
/// If there is no such number, if an evaluation from outside fails, if there are too few games, or if it is stopped before anything
/// was found.
pub fn tune(
    name: &str,
    evaluator: &dyn AnyEvaluator,
    patterns: &[String],
    positions: &[Position],
    notify: impl Fn(Step) + Sync,
    stopped: impl Fn() -> bool + Sync,
) -> Result<TuningReport, TuneError> {
    Tuner { name, patterns, positions, notify, stopped }.tune(evaluator)
}

struct Tuner<'a, T, S> {
    name: &'a str,
    patterns: &'a [String],
    positions: &'a [Position],
    notify: T,
    stopped: S,
}

struct Best {
    rounds: u32,
    /// The numbers around which differences were taken.
    at: Vec<f64>,
    linear: Linear,
    found: BestRidge,
}

impl<T: Fn(Step) + Sync, S: Fn() -> bool + Sync> Tuner<'_, T, S> {
    fn tune(&self, evaluator: &dyn AnyEvaluator) -> Result<TuningReport, TuneError> {
        let numbers = numbers(evaluator.options(), self.name, self.patterns)?;
        check_halves(&self.positions.iter().collect::<Vec<_>>())?;
        let document = self.measured(evaluator)?;
        let mut at: Vec<f64> = numbers.iter().map(|number| number.document).collect();
        let mut best: Option<Best> = None;
        let mut interrupted = false;
        for round in 1..=MAX_ROUNDS {
            (self.notify)(Step::Round(round));
            let Some(linear) = self.linear(evaluator, &numbers, &at)? else {
                interrupted = true;
                break;
            };
            let measure = |b: &[f64]| {
                let numbers_there = linear.set(&numbers, &at, b);
                self.measured(&*with(evaluator, &numbers, &numbers_there, self.name)?)
            };
            let found = loosened(&linear, measure, &self.notify, &self.stopped)?;
            interrupted = (self.stopped)();
            let Some(found) = found else {
                break;
            };
            let next = linear.set(&numbers, &at, &found.fitted);
            let before = best.as_ref().map_or(&document, |best| &best.found.losses);
            let gain = average(before) - average(&found.losses);
            if gain > ENOUGH {
                best = Some(Best {
                    rounds: round,
                    at: std::mem::replace(&mut at, next),
                    linear,
                    found,
                });
            }
            if gain <= ENOUGH || interrupted {
                break;
            }
        }
        if best.is_none() && interrupted {
            return Err(TuneError::Interrupted);
        }
        Ok(self.report(&numbers, best.as_ref(), &document, interrupted))
    }

    /// The differences around `at`, as they are fitted; `None` if it was stopped.
    fn linear(
        &self,
        evaluator: &dyn AnyEvaluator,
        numbers: &[Number],
        at: &[f64],
    ) -> Result<Option<Linear>, TuneError> {
        let here = with(evaluator, numbers, at, self.name)?;
        let notify = |count| (self.notify)(Step::Positions(count));
        let taken =
            slopes((self.name, &*here), numbers, at, self.positions, notify, &self.stopped)?;
        Ok(taken.map(|taken| Linear::of(&taken, numbers, at, self.positions)))
    }

    /// The losses of an evaluator on the held-out games, its evaluation scale fitted to the others.
    fn measured(&self, evaluator: &dyn AnyEvaluator) -> Result<Vec<f64>, TuneError> {
        let values = values_by(evaluator, self.positions.par_iter())?;
        let data = Data::of_values(&values, self.positions);
        let fitted_on = data.part(|game| !is_held_back(game));
        let b = fit(&fitted_on, &Ridge::none(2), &[0.0; 2]);
        if b[0] <= 0.0 {
            let engine = self.name.to_owned();
            return Err(FitError::NoScale { engine }.into());
        }
        let held_back = data.part(is_held_back);
        let predicted = held_back.predictions(&b).into_iter();
        let losses = predicted.zip(held_back.results());
        Ok(losses.map(|(predicted, result)| log_loss(predicted, *result)).collect())
    }

    fn report(
        &self,
        numbers: &[Number],
        best: Option<&Best>,
        document: &[f64],
        interrupted: bool,
    ) -> TuningReport {
        let games = self.positions.iter().map(|position| position.number);
        let games: Vec<usize> = games.filter(|game| is_held_back(*game)).collect();
        let losses = best.map_or(document, |best| &best.found.losses);
        let (tuned, silent) = match best {
            Some(best) => {
                let BestRidge { ridge, fitted, .. } = &best.found;
                best.linear.tuned(numbers, &best.at, ridge, fitted)
            }
            None => Default::default(),
        };
        TuningReport {
            evaluator: self.name.to_owned(),
            positions: self.positions.len(),
            rounds: best.map_or(0, |best| best.rounds),
            interrupted,
            ridge: best.map(|best| best.found.strength),
            document: mean(document, &games),
            tuned: mean(losses, &games),
            gain: difference(document, losses, &games),
            numbers: tuned,
            silent,
            sizes: None,
        }
    }
}

fn with(
    evaluator: &dyn AnyEvaluator,
    numbers: &[Number],
    at: &[f64],
    name: &str,
) -> Result<Box<dyn AnyEvaluator>, TuneError> {
    let mut evaluator = evaluator.boxed();
    for (number, &value) in numbers.iter().zip(at) {
        if value != number.document {
            let set = evaluator.set(number.option, &number.text(value));
            set.map_err(|source| refused(name, source))?;
        }
    }
    Ok(evaluator)
}

fn refused(name: &str, source: OptionError) -> TuneError {
    let engine = name.to_owned();
    PlayerError::Param { engine, source }.into()
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests;
