//! The results of tuning as a table.

use std::fmt::{self, Write};

use super::{Report, Tuned};
use report::{Column, Columns};

/// Numbers that are shown; the file has all.
const SHOWN: usize = 30;

impl Report {
    /// The numbers that differ most significantly from the document's, and the gain by them, in lines of
    /// `width` characters but for sentences.
    ///
    /// # Errors
    /// Never: writing into a text cannot fail.
    pub fn text(&self, width: usize) -> Result<String, fmt::Error> {
        let mut to = String::new();
        writeln!(
            to,
            "{}: {} numbers fitted to {} positions, {} left as they are since they speak in too few games\n",
            self.evaluator,
            self.numbers.len(),
            self.positions,
            self.silent.len()
        )?;
        let mut shown: Vec<&Tuned> = self.numbers.iter().filter(|own| own.is_changed()).collect();
        shown.sort_by(|a, b| b.surprise().total_cmp(&a.surprise()));
        if !shown.is_empty() {
            to.push_str(&rows(&shown[..shown.len().min(SHOWN)], width));
        }
        if let Some(more) = shown.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            writeln!(to, "and {more} more")?;
        }
        if let Some(ridge) = self.ridge {
            writeln!(
                to,
                "\nRidge {ridge}, a standard deviation of {:.0} % of each number; rounds of differences: \
                 {}.",
                100.0 / ridge.sqrt(),
                self.rounds
            )?;
        } else {
            writeln!(
                to,
                "\nNo numbers foretell the games held back better than the document's."
            )?;
        }
        writeln!(
            to,
            "Log loss of the games held back: {:.5} ± {:.5} with the document's numbers, {:.5} with the tuned \
             ones, {:+.5} ± {:.5}; ± is one standard error, by game.",
            self.document.value,
            self.document.error,
            self.tuned.value,
            -self.gain.value,
            self.gain.error
        )?;
        Ok(to)
    }
}

fn rows(shown: &[&Tuned], width: usize) -> String {
    let mut columns = Columns::new([
        Column::left("number").gap(0).cut(),
        Column::right("document"),
        Column::right("tuned").least(14),
        Column::right("set"),
        Column::right("speaks").goes(1),
    ]);
    for number in shown {
        columns.row([
            number.option.to_owned(),
            number.document.to_string(),
            format!("{:.1} ± {:.1}", number.tuned, number.error),
            number.set_text(),
            format!("{:.1}%", 100.0 * number.speaks),
        ]);
    }
    columns.text(width)
}
