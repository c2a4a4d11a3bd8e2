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

mod linear;

use std::fmt::{self, Write};

use engine_core::options::OptionError;
use serde::Serialize;

use super::logistic::fit_freely;
use super::{Data, Mean, difference, mean};
use super::{check_halves, no_scale, rounded};
use crate::positions::Position;
use evaluators::{AnyEvaluator, EvaluationError};
use linear::{LinearModel, Number, loosened, numbers, slopes};
use players::player::PlayerError;
use report::{Column, Columns, Document, plural};

const MAX_ROUNDS: u32 = 4;
/// A round that gains less log loss than this is the last.
const ENOUGH: f64 = 1e-6;
/// Games whose number is a multiple of this are held back.
const HELD_BACK: usize = 5;

fn is_held_back(game: usize) -> bool {
    game.is_multiple_of(HELD_BACK)
}

/// The result of tuning.
#[derive(Debug, Clone, Default, Serialize)]
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

/// The sizes of a tuned evaluator's values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sizes {
    /// Its margin scale: the amount by which a search moves its values, relative to Michniewski's.
    pub margin_scale: f64,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub eval_scale: f64,
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
/// the best so far is the result, `None` if nothing better was found. Fails if there is no such number, or there are too
/// few games.
pub fn tune(
    name: &str,
    evaluator: &dyn AnyEvaluator,
    patterns: &[String],
    positions: &[Position],
    notify: impl Fn(Step) + Sync,
    stopped: impl Fn() -> bool + Sync,
) -> anyhow::Result<Option<TuningReport>> {
    let numbers = numbers(evaluator.options(), name, patterns)?;
    check_halves(positions)?;
    let document = measured(name, evaluator, positions)?;
    let mut at: Vec<f64> = numbers.iter().map(|number| number.document).collect();
    let games = positions.iter().map(|position| position.number);
    let held_back: Vec<usize> = games.filter(|game| is_held_back(*game)).collect();
    let before = mean(&document, &held_back);
    let mut report = TuningReport {
        evaluator: name.to_owned(),
        positions: positions.len(),
        document: before,
        tuned: before,
        ..TuningReport::default()
    };
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
        let gain = report.tuned.value - average(&found.losses);
        if gain > ENOUGH {
            (report.numbers, report.silent) = linear.tuned(&numbers, &at, &found);
            (report.rounds, report.ridge) = (round, Some(found.strength));
            report.tuned = mean(&found.losses, &held_back);
            report.gain = difference(&document, &found.losses, &held_back);
            at = linear.set(&numbers, &at, &found.fitted);
        }
        if gain <= ENOUGH || report.interrupted {
            break;
        }
    }
    Ok((report.rounds > 0 || !report.interrupted).then_some(report))
}

/// The numbers that are not the document's.
fn changed<'n>(numbers: &'n [Number], at: &'n [f64]) -> impl Iterator<Item = (&'static str, f64)> + 'n {
    let both = numbers.iter().zip(at).filter(|(number, value)| **value != number.document);
    both.map(|(number, &value)| (number.option, value))
}

/// The losses of an evaluator on the held-out games, its evaluation scale fitted to the others.
fn measured(name: &str, evaluator: &dyn AnyEvaluator, positions: &[Position]) -> anyhow::Result<Vec<f64>> {
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
) -> anyhow::Result<Box<dyn AnyEvaluator>> {
    let mut evaluator = evaluator.boxed();
    let set = numbers.try_for_each(|(option, value)| evaluator.set(option, &text(value)));
    set.map_err(|source| refused(name, source))?;
    Ok(evaluator)
}

fn text(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

fn refused(name: &str, source: OptionError) -> anyhow::Error {
    PlayerError::param(name, source).into()
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

const SHOWN: usize = 30;

impl TuningReport {
    /// The numbers that differ from the document's, as `evalarena regress --params` and `params` of an
    /// `[[engine]]` take them; beside each stands what the document has, what was fitted, and its standard error.
    pub fn file(&self) -> Result<String, fmt::Error> {
        let mut to = String::new();
        let changed = self.numbers.iter().filter(|number| number.is_changed());
        writeln!(
            to,
            "# {}, tuned on {} positions{}; {} of {} numbers are others than the document's.\n\
             # Log loss of the held-out games: {:.5} with the document's, {:.5} with these, {:+.5} ± {:.5}.",
            self.evaluator,
            self.positions,
            if self.interrupted { ", interrupted" } else { "" },
            changed.clone().count(),
            self.numbers.len() + self.silent.len(),
            self.document.value,
            self.tuned.value,
            -self.gain.value,
            self.gain.error
        )?;
        if !self.silent.is_empty() {
            writeln!(to, "# Numbers that fire in too few games and stay as they are: {}.", self.silent.len())?;
        }
        if let Some(Sizes { margin_scale, eval_scale }) = self.sizes {
            writeln!(
                to,
                "\n# How far a search moves the values, and what they are worth, both with these numbers.\n\
                 margin_scale = {margin_scale:?}\neval_scale = {eval_scale:?}"
            )?;
        }
        writeln!(to, "\n[params]")?;
        for number in changed {
            writeln!(
                to,
                "{:?} = {}    # document {}, tuned {:.1} ± {:.1}",
                number.option,
                text(number.set),
                number.document,
                number.tuned,
                number.error
            )?;
        }
        Ok(to)
    }

    /// The numbers that differ most significantly from the document's, and the gain by them, in lines of
    /// `width` characters but for sentences.
    pub fn document(&self, width: usize) -> Document {
        let mut to = Document::new();
        to.sentence(format!(
            "{}: {} fitted to {} positions, {} left as they are since they fire in too few games",
            self.evaluator,
            plural(self.numbers.len(), "number"),
            self.positions,
            self.silent.len()
        ));
        to.blank();
        let mut shown: Vec<&TunedNumber> = self.numbers.iter().filter(|own| own.is_changed()).collect();
        shown.sort_by(|a, b| b.surprise().total_cmp(&a.surprise()));
        if !shown.is_empty() {
            to.append(rows(&shown[..shown.len().min(SHOWN)], width));
        }
        if let Some(more) = shown.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            to.sentence(format!("and {more} more"));
        }
        to.blank();
        if let Some(ridge) = self.ridge {
            to.sentence(format!(
                "Ridge {ridge}, a standard deviation of {:.0} % of each number; rounds of differences: \
                 {}.",
                100.0 / ridge.sqrt(),
                self.rounds
            ));
        } else {
            to.sentence("No numbers predict the held-out games better than the document's.");
        }
        to.sentence(format!(
            "Log loss of the held-out games: {:.5} ± {:.5} with the document's numbers, {:.5} with the tuned \
             ones, {:+.5} ± {:.5}; ± is one standard error, by game.",
            self.document.value, self.document.error, self.tuned.value, -self.gain.value, self.gain.error
        ));
        to
    }

    /// Measures the sizes of what was tuned, which is `evaluator` with other numbers: the margin scale by `change`, which
    /// returns by how many of its centipawns searches change an evaluator's values, the evaluation scale on the positions
    /// that it was tuned on.
    ///
    /// Numbers that were fitted make values larger or smaller as a whole, and the margins of the search and the
    /// thresholds of the arena would no longer mean what they did. So both sizes are measured twice in the same way, with
    /// the document's numbers and with the tuned ones, and their ratio is what counts.
    pub fn measure_sizes(
        &mut self,
        evaluator: &dyn AnyEvaluator,
        change: impl Fn(&dyn AnyEvaluator) -> Result<f64, EvaluationError>,
        positions: &[Position],
    ) -> anyhow::Result<()> {
        let changed = self.numbers.iter().filter(|number| number.is_changed());
        let numbers = changed.map(|number| (number.option, number.set));
        let both = [evaluator.boxed(), with(evaluator, &self.evaluator, numbers)?];
        let [before, after] = both.each_ref().map(|one| change(&**one));
        let (before, after) = (before?, after?);
        let scales = both.each_ref().map(|one| eval_scale(&**one, positions));
        let [of_document, of_tuned] = scales;
        let (Some(of_document), Some(of_tuned)) = (of_document?, of_tuned?) else {
            return Err(no_scale(&self.evaluator));
        };
        let ratio = if before > 0.0 { after / before } else { 1.0 };
        let info = evaluator.info();
        self.sizes = Some(Sizes {
            margin_scale: rounded(info.margin_scale.ratio * ratio, 100.0),
            eval_scale: rounded(info.eval_scale.centipawns * of_tuned / of_document, 10.0),
        });
        Ok(())
    }
}

impl TunedNumber {
    /// True if it differs from the document's.
    pub fn is_changed(&self) -> bool {
        self.set != self.document
    }

    /// The distance from the document's number, in standard errors.
    pub(super) fn surprise(&self) -> f64 {
        (self.tuned - self.document).abs() / self.error.max(f64::MIN_POSITIVE)
    }
}

fn rows(shown: &[&TunedNumber], width: usize) -> Document {
    let mut columns = Columns::new([
        Column::left("number").gap(0).cut(),
        Column::right("document"),
        Column::right("tuned").least(14),
        Column::right("set"),
        Column::right("fires").goes(1),
    ]);
    for number in shown {
        columns.row([
            number.option.to_owned(),
            number.document.to_string(),
            format!("{:.1} ± {:.1}", number.tuned, number.error),
            text(number.set),
            format!("{:.1}%", 100.0 * number.fires),
        ]);
    }
    columns.document(width)
}

/// K, in centipawns, fitted to all positions; `None` if values mean nothing.
fn eval_scale(evaluator: &dyn AnyEvaluator, positions: &[Position]) -> Result<Option<f64>, EvaluationError> {
    let slope = fit_freely(&Data::of_evaluator(evaluator, positions)?)[0];
    Ok((slope > 0.0).then(|| 100.0 / slope))
}
