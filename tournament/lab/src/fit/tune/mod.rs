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
use serde::Serialize;

use super::data::{Data, Mean, difference, mean};
use super::logistic::fit_freely;
use super::{check_halves, no_scale};
use crate::error::LabError;
use crate::positions::Position;
use evaluators::AnyEvaluator;
use numbers::{Number, numbers, slopes};
pub use output::Sizes;
use players::player::PlayerError;
use ridge::{LinearModel, loosened};

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
    check_halves(positions)?;
    let document = measured(name, evaluator, positions)?;
    let mut at: Vec<f64> = numbers.iter().map(|number| number.document).collect();
    let mut report = TuningReport::unchanged(name, &document, positions);
    let mut losses = document.clone();
    for round in 1..=MAX_ROUNDS {
        notify(Step::Round(round));
        let here = with(evaluator, name, changed(&numbers, &at))?;
        let done = |count| notify(Step::Positions(count));
        let Some(taken) = slopes((name, &*here), &numbers, &at, positions, done, &stopped)? else {
            report.interrupted = true;
            break;
        };
        let linear = LinearModel::of(&taken, &numbers, &at, positions);
        let measure = |b: &[f64]| {
            let there = linear.set(&numbers, &at, b);
            measured(name, &*with(evaluator, name, changed(&numbers, &there))?, positions)
        };
        let found = loosened(&linear, measure, &notify, &stopped)?;
        report.interrupted = stopped();
        let Some(found) = found else { break };
        let gain = average(&losses) - average(&found.losses);
        if gain > ENOUGH {
            (report.numbers, report.silent) = linear.tuned(&numbers, &at, &found);
            (report.rounds, report.ridge) = (round, Some(found.strength));
            report.tuned = mean(&found.losses, &held_back(positions));
            report.gain = difference(&document, &found.losses, &held_back(positions));
            at = linear.set(&numbers, &at, &found.fitted);
            losses = found.losses;
        }
        if gain <= ENOUGH || report.interrupted {
            break;
        }
    }
    if report.rounds == 0 && report.interrupted {
        return Err(LabError::Interrupted);
    }
    Ok(report)
}

/// The numbers that are not the document's.
fn changed<'n>(
    numbers: &'n [Number],
    at: &'n [f64],
) -> impl Iterator<Item = (&'static str, f64)> + 'n {
    let both = numbers.iter().zip(at).filter(|(number, value)| **value != number.document);
    both.map(|(number, &value)| (number.option, value))
}

fn held_back(positions: &[Position]) -> Vec<usize> {
    let games = positions.iter().map(|position| position.number);
    games.filter(|game| is_held_back(*game)).collect()
}

impl TuningReport {
    fn unchanged(name: &str, losses: &[f64], positions: &[Position]) -> TuningReport {
        let document = mean(losses, &held_back(positions));
        TuningReport {
            evaluator: name.to_owned(),
            positions: positions.len(),
            rounds: 0,
            interrupted: false,
            ridge: None,
            document,
            tuned: document,
            gain: Mean { value: 0.0, error: 0.0 },
            numbers: Vec::new(),
            silent: Vec::new(),
            sizes: None,
        }
    }
}

/// The losses of an evaluator on the held-out games, its evaluation scale fitted to the others.
fn measured(
    name: &str,
    evaluator: &dyn AnyEvaluator,
    positions: &[Position],
) -> Result<Vec<f64>, LabError> {
    let data = Data::of_evaluator(evaluator, positions)?;
    let b = fit_freely(&data.part(|game| !is_held_back(game)));
    if b[0] <= 0.0 {
        return Err(no_scale(name));
    }
    Ok(data.part(is_held_back).losses(&b))
}

fn with<'n>(
    evaluator: &dyn AnyEvaluator,
    name: &str,
    mut numbers: impl Iterator<Item = (&'n str, f64)>,
) -> Result<Box<dyn AnyEvaluator>, LabError> {
    let mut evaluator = evaluator.boxed();
    let set = numbers.try_for_each(|(option, value)| evaluator.set(option, &text(value)));
    set.map_err(|source| refused(name, source))?;
    Ok(evaluator)
}

fn text(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

fn refused(name: &str, source: OptionError) -> LabError {
    PlayerError::param(name, source).into()
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
