//! The results of tuning as a file of parameters and as a table.

use std::fmt::{self, Write};

use super::{Sizes, Tuned, TuningReport};
use report::{Column, Columns, Document};

/// Numbers that are shown; the file has all.
const SHOWN: usize = 30;

impl TuningReport {
    /// The numbers that differ from the document's, as `evalarena regress --params` and `params` of an
    /// `[[engine]]` take them; beside each stands what the document has, what was fitted, and its standard error.
    ///
    /// # Errors
    /// Never: writing into a text cannot fail.
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
                "# {} numbers fire in too few games and stay as they are.",
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
                number.set_text(),
                number.document,
                number.tuned,
                number.error
            )?;
        }
        Ok(to)
    }
}

impl Tuned {
    /// True if it differs from the document's.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.set != self.document
    }

    /// The number as the option takes it.
    #[must_use]
    pub fn set_text(&self) -> String {
        match self.set.fract() {
            0.0 => format!("{:.0}", self.set),
            _ => format!("{:.1}", self.set),
        }
    }

    /// The distance from the document's number, in standard errors.
    #[must_use]
    pub fn surprise(&self) -> f64 {
        (self.tuned - self.document).abs() / self.error.max(f64::MIN_POSITIVE)
    }
}

impl TuningReport {
    /// The numbers that differ most significantly from the document's, and the gain by them, in lines of
    /// `width` characters but for sentences.
    pub fn document(&self, width: usize) -> Document {
        let mut to = Document::new();
        to.sentence(format!("{}: {} numbers fitted to {} positions, {} left as they are since they fire in too few games",
            self.evaluator,
            self.numbers.len(),
            self.positions,
            self.silent.len()));
        to.blank();
        let mut shown: Vec<&Tuned> = self.numbers.iter().filter(|own| own.is_changed()).collect();
        shown.sort_by(|a, b| b.surprise().total_cmp(&a.surprise()));
        if !shown.is_empty() {
            to.append(rows(&shown[..shown.len().min(SHOWN)], width));
        }
        if let Some(more) = shown.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            to.sentence(format!("and {more} more"));
        }
        if let Some(ridge) = self.ridge {
            to.blank();
            to.sentence(format!("Ridge {ridge}, a standard deviation of {:.0} % of each number; rounds of differences: \
                 {}.",
                100.0 / ridge.sqrt(),
                self.rounds));
        } else {
            to.blank();
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
}

fn rows(shown: &[&Tuned], width: usize) -> Document {
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
            number.set_text(),
            format!("{:.1}%", 100.0 * number.fires),
        ]);
    }
    columns.document(width)
}
