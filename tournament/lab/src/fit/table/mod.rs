//! What was measured, for people.

mod accuracy;
mod terms;

use std::fmt::{self, Write};

use super::loss::Mean;
use super::weights::{self, Weight};
use report::{Column, Columns};

/// A mean with its error, with so many decimals.
fn with_error(mean: Mean, decimals: usize) -> String {
    format!("{:.decimals$} ± {:.decimals$}", mean.value, mean.error)
}

impl weights::Report {
    /// The weights, what they are good for, and a configuration that sets them, in lines of `width` characters but
    /// for sentences.
    ///
    /// # Errors
    /// Never: writing into a text cannot fail.
    pub fn text(&self, width: usize) -> Result<String, fmt::Error> {
        let mut to = String::new();
        writeln!(
            to,
            "{}: {} positions, {} of them left out because a verdict speaks there; base and parts miss \
             the\nwhole by {:.2} centipawns on the mean\n",
            self.evaluator, self.positions, self.left_out, self.gap
        )?;
        to.push_str(&self.rows(width));
        let pull = match (self.ridge, self.tried.is_empty()) {
            (0.0, _) => "No ridge.".to_owned(),
            (ridge, asked) => format!(
                "Ridge towards it: {ridge} ({}), a standard deviation of {:.0} %.",
                if asked {
                    "as asked for"
                } else {
                    "by cross-validation"
                },
                100.0 / ridge.sqrt()
            ),
        };
        writeln!(
            to,
            "\nOne factor for all: {} %. {pull}\nParts that speak in fewer than {:.0} % of the positions \
             are held at it.\nK {:.1}, bonus for the move {:.1} centipawns.",
            with_error(self.factor, 1),
            100.0 * weights::HEARD,
            self.scale,
            self.move_bonus
        )?;
        to.push('\n');
        to.push_str(&self.losses(width));
        writeln!(to, "\n{}", self.params())?;
        Ok(to)
    }

    fn rows(&self, width: usize) -> String {
        let mut columns = Columns::new([
            Column::left("heading").gap(0).cut(),
            Column::left("phase").least(10),
            Column::right("weight, percent"),
            Column::right("speaks").goes(1),
            Column::right("centipawns").goes(2),
        ]);
        for weight in &self.weights {
            let (heading, phase) = place(weight);
            let percent = weight.error.map(|error| {
                let value = weight.percent;
                with_error(Mean { value, error }, 1)
            });
            columns.row([
                heading.to_owned(),
                phase.to_owned(),
                percent.unwrap_or_else(|| "0".to_owned()),
                format!("{:.1}%", 100.0 * weight.speaks),
                format!("{:.1}", weight.size),
            ]);
        }
        columns.text(width)
    }

    fn losses(&self, width: usize) -> String {
        let mut columns = Columns::new([
            Column::left("odd games").gap(0).least(16),
            Column::right("log loss").least(17),
            Column::right("than by the weights").least(20).goes(1),
            Column::right("K").least(7).goes(2),
        ]);
        for loss in &self.losses {
            let scale = loss.scale.map(|scale| format!("{scale:.1}"));
            columns.row([
                loss.of.to_string(),
                with_error(loss.log_loss, 4),
                format!("{:+.4} ± {:.4}", loss.worse.value, loss.worse.error),
                scale.unwrap_or_default(),
            ]);
        }
        columns.text(width)
    }

    /// The weights as an `[[engine]]` of a configuration takes them.
    #[must_use]
    pub fn params(&self) -> String {
        let weights = self.weights.iter();
        let lines = weights.map(|weight| format!("    \"{}\" = {},\n", weight.option, weight.set));
        format!("params = {{\n{}}}", lines.collect::<String>())
    }
}

/// The heading and the phase that an option's name tells: `weight.HEADING.PHASE`.
fn place(weight: &Weight) -> (&str, &str) {
    let name = weight.option.strip_prefix(super::features::PREFIX);
    let name = name.unwrap_or(weight.option);
    name.rsplit_once('.').unwrap_or((name, ""))
}
