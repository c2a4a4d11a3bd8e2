//! The results of tuning: the sizes of values, a file of parameters and a table.

use std::fmt::{self, Write};

use serde::Serialize;

use super::{TunedNumber, TuningReport, text, with};
use crate::error::LabError;
use crate::fit::data::Data;
use crate::fit::logistic::fit_freely;
use crate::fit::{no_scale, rounded};
use crate::positions::Position;
use evaluators::{AnyEvaluator, EvaluationError};
use report::{Column, Columns, Document, plural};

const SHOWN: usize = 30;

/// The sizes of a tuned evaluator's values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sizes {
    /// Its margin scale: the amount by which a search moves its values, relative to Michniewski's.
    pub margin_scale: f64,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub eval_scale: f64,
}

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
            writeln!(
                to,
                "# Numbers that fire in too few games and stay as they are: {}.",
                self.silent.len()
            )?;
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
        let mut shown: Vec<&TunedNumber> =
            self.numbers.iter().filter(|own| own.is_changed()).collect();
        shown.sort_by(|a, b| b.surprise().total_cmp(&a.surprise()));
        if !shown.is_empty() {
            to.append(rows(&shown[..shown.len().min(SHOWN)], width));
        }
        if let Some(more) = shown.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            to.sentence(format!("and {more} more"));
        }
        to.blank();
        if let Some(ridge) = self.ridge {
            to.sentence(format!("Ridge {ridge}, a standard deviation of {:.0} % of each number; rounds of differences: \
                 {}.",
                100.0 / ridge.sqrt(),
                self.rounds));
        } else {
            to.sentence("No numbers predict the held-out games better than the document's.");
        }
        to.sentence(format!("Log loss of the held-out games: {:.5} ± {:.5} with the document's numbers, {:.5} with the tuned \
             ones, {:+.5} ± {:.5}; ± is one standard error, by game.",
            self.document.value,
            self.document.error,
            self.tuned.value,
            -self.gain.value,
            self.gain.error));
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
    ) -> Result<(), LabError> {
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
fn eval_scale(
    evaluator: &dyn AnyEvaluator,
    positions: &[Position],
) -> Result<Option<f64>, EvaluationError> {
    let slope = fit_freely(&Data::of_evaluator(evaluator, positions)?)[0];
    Ok((slope > 0.0).then(|| 100.0 / slope))
}
