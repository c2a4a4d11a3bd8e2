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

    /// A note that these were passed over; `None` without any.
    fn passed_over(&self) -> Option<String> {
        let bad = if self.count == 1 { "1 bad line was" } else { &format!("{} bad lines were", self.count) };
        self.named.first().map(|first| format!("{bad} passed over, the first {first}"))
    }

    /// The error of lines that are not `what`; `Ok` without any.
    fn check(self, what: &str) -> anyhow::Result<()> {
        let Self { named, count } = self;
        let lines = named.join("\n  ");
        match count {
            0 => Ok(()),
            1 => bail!("{lines}; correct the line or remove it"),
            _ => {
                let more = count.checked_sub(named.len()).filter(|more| *more > 0);
                let more = more.map_or(String::new(), |more| format!("\n  and {more} more"));
                bail!("{count} lines are not {what}; correct them or remove them\n  {lines}{more}")
            }
        }
    }
}
