//! Laboratory for evaluations.
//!
//! [`positions`] draws quiet positions from games, and [`fit`] measures how well static values predict the results and
//! which numbers predict them better; [`ablate`] plays an evaluator against itself without a rule, [`spsa`] tunes
//! numbers by games; [`calibration`] measures what values are worth. [`suite`] has evaluators
//! solve positions from files in EPD, and keeps those that they got wrong.
//! [`laws`] checks an evaluation that is not built in, which [`new_evaluator`] begins.

pub mod ablate;
pub mod calibration;
pub mod fit;
#[cfg(unix)]
pub mod laws;
pub mod new_evaluator;
pub mod positions;
pub mod spsa;
pub mod suite;

use anyhow::bail;

/// Lines with faults: the first ones are known, the others are counted.
#[derive(Debug, Default)]
struct BadLines {
    named: Vec<String>,
    count: usize,
}

impl BadLines {
    fn add(&mut self, file: &str, line: usize, fault: &anyhow::Error) {
        const NAMED: usize = 10;
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(format!("{file}:{line}: {fault}"));
        }
    }

    /// The error of lines that are not `what`; `Ok` without any.
    fn check(self, what: &str) -> anyhow::Result<()> {
        let Self { named, count } = self;
        let lines = named.join("\n  ");
        match count {
            0 => Ok(()),
            1 => bail!("{lines}; correct the line or remove it"),
            _ if count == named.len() => {
                bail!("{count} lines are not {what}; correct them or remove them\n  {lines}")
            }
            _ => bail!(
                "{count} lines are not {what}; correct them or remove them\n  {lines}\n  and {} more",
                count - named.len()
            ),
        }
    }
}
