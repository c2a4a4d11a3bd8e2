//! The numbers as a file of parameters.

use std::fmt::{self, Write};

use super::{Sizes, Tuned, TuningReport};

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
