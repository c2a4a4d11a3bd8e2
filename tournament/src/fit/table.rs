//! What was measured, for people.

use std::fmt::{self, Write};

use super::accuracy;
use super::loss::Mean;
use super::weights::{self, Weight};

/// A mean with its error, with so many decimals.
fn with_error(mean: Mean, decimals: usize) -> String {
    format!("{:.decimals$} ± {:.decimals$}", mean.value, mean.error)
}

impl accuracy::Report {
    /// A row an evaluator, the best first.
    ///
    /// # Errors
    /// Never: writing into a text cannot fail.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let names = self
            .engines
            .iter()
            .map(|engine| engine.name.chars().count());
        let width = names.max().unwrap_or(0).max("no evaluation".len());
        let mut to = String::new();
        writeln!(
            to,
            "{} positions; scale and bonus fitted on the even games, loss measured on {} positions of \
             the odd ones\n",
            self.positions, self.measured
        )?;
        writeln!(
            to,
            "{:width$}  {:>17}  {:>18}  {:>13}  {:>6}  {:>9}",
            "evaluator", "log loss", "than the best", "K", "move", "deviation"
        )?;
        for engine in &self.engines {
            let scale = Mean {
                value: engine.scale,
                error: engine.scale_error,
            };
            writeln!(
                to,
                "{:width$}  {:>17}  {:>18}  {:>13}  {:>6.1}  {:>9.1}",
                engine.name,
                with_error(engine.log_loss, 4),
                format!("+{}", with_error(engine.worse, 4)),
                with_error(scale, 1),
                engine.move_bonus,
                engine.deviation
            )?;
        }
        let nothing = with_error(self.nothing, 4);
        writeln!(to, "{:width$}  {nothing:>17}", "no evaluation")?;
        to.push_str(
            "\nLog loss in natural units, less is better; ± is one standard error, by game. K, the bonus \
             for\nthe move and the standard deviation of the values are in the evaluator's centipawns; a \
             value of K\nmakes an expected score of 73 %.\n",
        );
        Ok(to)
    }
}

impl weights::Report {
    /// The weights, what they are good for, and a configuration that sets them.
    ///
    /// # Errors
    /// Never: writing into a text cannot fail.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut to = String::new();
        writeln!(
            to,
            "{}: {} positions, {} of them left out because a verdict speaks there; base and parts miss \
             the\nwhole by {:.2} centipawns on the mean\n",
            self.evaluator, self.positions, self.left_out, self.gap
        )?;
        self.rows(&mut to)?;
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
        self.losses(&mut to)?;
        writeln!(to, "\n{}", self.params())?;
        Ok(to)
    }

    fn rows(&self, to: &mut String) -> fmt::Result {
        let names = self.weights.iter().map(|weight| place(weight).0.len());
        let width = names.max().unwrap_or(0).max("heading".len());
        writeln!(
            to,
            "{:width$}  {:<10}  {:>15}  {:>6}  {:>10}",
            "heading", "phase", "weight, percent", "speaks", "centipawns"
        )?;
        for weight in &self.weights {
            let (heading, phase) = place(weight);
            let percent = match weight.error {
                Some(error) => {
                    let value = weight.percent;
                    with_error(Mean { value, error }, 1)
                }
                None => "0".to_owned(),
            };
            writeln!(
                to,
                "{heading:width$}  {phase:<10}  {percent:>15}  {:>5.1}%  {:>10.1}",
                100.0 * weight.speaks,
                weight.size
            )?;
        }
        Ok(())
    }

    fn losses(&self, to: &mut String) -> fmt::Result {
        writeln!(
            to,
            "\n{:<16}  {:>17}  {:>20}  {:>7}",
            "odd games", "log loss", "than by the weights", "K"
        )?;
        for loss in &self.losses {
            let worse = format!("{:+.4} ± {:.4}", loss.worse.value, loss.worse.error);
            let scale = loss.scale.map(|scale| format!("{scale:.1}"));
            writeln!(
                to,
                "{:<16}  {:>17}  {worse:>20}  {:>7}",
                loss.of,
                with_error(loss.log_loss, 4),
                scale.unwrap_or_default()
            )?;
        }
        Ok(())
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
