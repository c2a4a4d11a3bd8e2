//! What people see while they wait: a bar on a terminal, a line now and then in a log.
//!
//! Everything here goes to standard error. It is the only place that knows indicatif.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::results::{EngineResult, Results};

/// In a log there is a line as often as this.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// On a terminal what is known is made new as often as this.
const LIVE_INTERVAL: Duration = Duration::from_secs(1);

/// Progress of anything that can be counted.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    how: How,
    /// When the last line or message was written.
    last: Option<Instant>,
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Bar,
    Log,
    Hidden,
}

impl Progress {
    /// Progress towards `total` things called `unit`, of which `done` are done already: a bar on a
    /// terminal, else lines of a log.
    #[must_use]
    pub fn new(total: usize, done: usize, unit: &'static str) -> Progress {
        let how = if stderr().is_terminal() {
            How::Bar
        } else {
            How::Log
        };
        Self::with(how, total, done, unit)
    }

    /// Lines of a log, even on a terminal.
    #[must_use]
    pub fn log(total: usize, done: usize, unit: &'static str) -> Progress {
        Self::with(How::Log, total, done, unit)
    }

    /// Nothing at all.
    #[must_use]
    pub fn hidden() -> Progress {
        Self::with(How::Hidden, 0, 0, "")
    }

    fn with(how: How, total: usize, done: usize, unit: &'static str) -> Progress {
        let target = match how {
            How::Bar => ProgressDrawTarget::stderr_with_hz(5),
            How::Log | How::Hidden => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{rate}}, {{eta}} left {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            let rate = |state: &ProgressState, text: &mut dyn fmt::Write| {
                write!(text, "{:.1} a second", state.per_sec()).unwrap_or_default();
            };
            bar.set_style(style.with_key("rate", rate));
        }
        bar.set_position(done as u64);
        bar.reset_eta();
        if how == How::Bar {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Progress {
            bar,
            unit,
            how,
            // A log begins with silence, a bar with all that is known.
            last: (how == How::Log).then(Instant::now),
        }
    }

    /// So many more are done; `message` says what is known by now, and is told whether it may take
    /// several lines of a terminal. It is asked now and then only.
    pub fn advance(&mut self, by: usize, message: impl FnOnce(bool) -> String) {
        self.bar.inc(by as u64);
        let interval = match self.how {
            How::Bar => LIVE_INTERVAL,
            How::Log => LOG_INTERVAL,
            How::Hidden => return,
        };
        if self.last.is_some_and(|last| last.elapsed() < interval) {
            return;
        }
        self.last = Some(Instant::now());
        if self.how == How::Bar {
            self.bar.set_message(message(true));
        } else {
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let left = self.bar.eta().as_secs();
            eprintln!(
                "{done}/{total} {}, {left} s left {}",
                self.unit,
                message(false)
            );
        }
    }

    /// Writes a line above the bar.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    /// All done: the bar goes away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The engine with the best score so far, in words.
#[must_use]
pub fn leader(results: &Results) -> String {
    let share = |engine: &&EngineResult| engine.score.unwrap_or(0.0);
    let played = results.engines.iter().filter(|engine| engine.games > 0);
    match played.max_by(|a, b| share(a).total_cmp(&share(b))) {
        Some(best) => format!("- {} leads with {:.0} %", best.name, 100.0 * share(&best)),
        None => String::new(),
    }
}
