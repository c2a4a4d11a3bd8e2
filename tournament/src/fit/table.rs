//! What was measured, for people.

use std::fmt::{self, Write};

use super::accuracy;
use super::loss::Mean;
use super::weights::{self, Weight};
use crate::report::{Column, Columns};

/// A mean with its error, with so many decimals.
fn with_error(mean: Mean, decimals: usize) -> String {
    format!("{:.decimals$} ± {:.decimals$}", mean.value, mean.error)
}

impl accuracy::Report {
    /// A row an evaluator, the best first, in lines of `width` characters but for sentences.
    ///
    /// # Errors
    /// Never: writing into a text cannot fail.
    pub fn text(&self, width: usize) -> Result<String, fmt::Error> {
        let mut to = String::new();
        writeln!(
            to,
            "{} positions; scale and bonus fitted on the even games, loss measured on {} positions of \
             the odd ones\n",
            self.positions, self.measured
        )?;
        let mut columns = Columns::new([
            Column::left("evaluator").gap(0).cut(),
            Column::right("log loss").least(17),
            Column::right("than the best").least(18).goes(1),
            Column::right("K").least(13).goes(2),
            Column::right("move").least(6).goes(3),
            Column::right("deviation").goes(4),
        ]);
        for engine in &self.engines {
            let scale = Mean {
                value: engine.scale,
                error: engine.scale_error,
            };
            columns.row([
                engine.name.clone(),
                with_error(engine.log_loss, 4),
                format!("+{}", with_error(engine.worse, 4)),
                with_error(scale, 1),
                format!("{:.1}", engine.move_bonus),
                format!("{:.1}", engine.deviation),
            ]);
        }
        let none = String::new;
        let nothing = with_error(self.nothing, 4);
        columns.row([
            "no evaluation".to_owned(),
            nothing,
            none(),
            none(),
            none(),
            none(),
        ]);
        to.push_str(&columns.text(width));
        to.push_str(
            "\nLog loss in natural units, less is better; ± is one standard error, by game. K, the bonus \
             for\nthe move and the standard deviation of the values are in the evaluator's centipawns; a \
             value of K\nmakes an expected score of 73 %.\n",
        );
        Ok(to)
    }
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
