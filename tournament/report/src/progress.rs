//! Display of progress: a bar on a terminal, a line now and then in a log.
//!
//! Everything here goes to standard error. This is the only module that uses indicatif.

use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use engine_core::notation::printable;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::document::{Document, NARROWEST, terminal_width};
use crate::results::{EngineResult, Results};

const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// Whoever has just begun wants to see that it plays.
const FIRST_LOG: Duration = Duration::from_secs(3);
const LIVE_INTERVAL: Duration = Duration::from_secs(1);

/// Progress of anything that can be counted, by any number of threads.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    style: DisplayStyle,
    last: Mutex<Option<Instant>>,
}

/// The style of progress displays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayStyle {
    /// A bar on a terminal; elsewhere lines of a log.
    Suitable,
    /// Lines of a log, even on a terminal.
    Log,
    /// Not at all.
    Hidden,
}

static STYLE: OnceLock<DisplayStyle> = OnceLock::new();

/// Sets the style of all displays of the process, once; a later call changes nothing.
pub fn set_style(style: DisplayStyle) {
    STYLE.get_or_init(|| style);
}

fn style() -> DisplayStyle {
    STYLE.get().copied().unwrap_or(DisplayStyle::Suitable)
}

/// The style here: a bar on a terminal alone.
fn suitable_style() -> DisplayStyle {
    match style() {
        DisplayStyle::Suitable if !stderr().is_terminal() => DisplayStyle::Log,
        other => other,
    }
}

/// True if the process prints nothing but results and errors.
pub fn is_quiet() -> bool {
    style() == DisplayStyle::Hidden
}

/// Characters of the bar: the room beside the numbers, at most thirty.
fn bar_width() -> usize {
    /// `1000000/1000000 positions judged, 1234.5 a second, 59s left`
    const NUMBERS: usize = 50;
    let columns = terminal_width(&stderr()).unwrap_or(80);
    columns.saturating_sub(NUMBERS).clamp(8, 30)
}

impl Progress {
    /// Progress towards `total` things called `unit`, of which `done` are done already.
    pub fn new(total: usize, done: usize, unit: &'static str) -> Progress {
        let bar = bar_width();
        let template = format!("{{bar:{bar}}} {{pos}}/{{len}} {unit}, {{rate}}, {{eta}} left {{msg}}");
        Self::with(suitable_style(), Some(total as u64), done, unit, &template)
    }

    /// Progress of an unknown number of things called `unit`, of which `done` are done already.
    pub fn open_ended(done: usize, unit: &'static str) -> Progress {
        let template = format!("{{spinner}} {{pos}} {unit}, {{rate}} {{msg}}");
        Self::with(suitable_style(), None, done, unit, &template)
    }

    /// A step of unknown length, such as a build: its time and its last message.
    pub fn step() -> Progress {
        Self::with(suitable_style(), None, 0, "", "{spinner} {elapsed} {wide_msg}")
    }

    /// No display.
    pub fn hidden() -> Progress {
        Self::with(DisplayStyle::Hidden, None, 0, "", "")
    }

    fn with(style: DisplayStyle, total: Option<u64>, done: usize, unit: &'static str, template: &str) -> Progress {
        let target = match style {
            DisplayStyle::Suitable => ProgressDrawTarget::stderr_with_hz(5),
            DisplayStyle::Log | DisplayStyle::Hidden => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(total, target);
        bar.set_position(done as u64);
        bar.reset_eta();
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, text: &mut dyn fmt::Write| {
                write!(text, "{:.1} a second", state.per_sec()).unwrap_or_default();
            };
            bar.set_style(style.with_key("rate", rate));
        }
        if style == DisplayStyle::Suitable {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        // A log begins without a line, a bar with its message.
        let begun = Instant::now();
        let last = begun.checked_sub(LOG_INTERVAL - FIRST_LOG).unwrap_or(begun);
        let last = Mutex::new((style == DisplayStyle::Log).then_some(last));
        Progress { bar, unit, style, last }
    }

    /// Adds `by` to the number done; `message` returns the present state, and its argument is true if the text may take
    /// several lines of a terminal. It is called now and then only.
    pub fn advance(&self, by: usize, message: impl FnOnce(bool) -> String) {
        self.bar.inc(by as u64);
        let interval = match self.style {
            DisplayStyle::Suitable => LIVE_INTERVAL,
            DisplayStyle::Log => LOG_INTERVAL,
            DisplayStyle::Hidden => return,
        };
        let mut last = self.last();
        if last.is_some_and(|last| last.elapsed() < interval) {
            return;
        }
        *last = Some(Instant::now());
        let (done, unit) = (self.bar.position(), self.unit);
        if self.style == DisplayStyle::Suitable {
            self.bar.set_message(printable(&message(true)).into_owned());
        } else if let Some(total) = self.bar.length() {
            let (left, message) = (self.bar.eta().as_secs(), message(false));
            log(format!("{done}/{total} {unit}, {left} s left {message}"));
        } else {
            log(format!("{done} {unit} {}", message(false)));
        }
    }

    /// Adds one, without a message.
    pub fn tick(&self) {
        self.advance(1, |_| String::new());
    }

    /// Shows a message of a step: on a terminal at once, in a log now and then.
    pub fn show(&self, text: &str) {
        let mut last = self.last();
        let is_due = |last: Instant| last.elapsed() >= LOG_INTERVAL;
        match self.style {
            DisplayStyle::Suitable => self.bar.set_message(printable(text.trim()).into_owned()),
            DisplayStyle::Log if last.is_none_or(is_due) => {
                *last = Some(Instant::now());
                log(format!("  {}", text.trim()));
            }
            DisplayStyle::Log | DisplayStyle::Hidden => {}
        }
    }

    fn last(&self) -> MutexGuard<'_, Option<Instant>> {
        // After a panic the display no longer matters.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line above the bar, unless the process is quiet.
    pub fn note(&self, text: impl Into<Document>) {
        if !is_quiet() {
            self.bar.suspend(|| log(text));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Writes to standard error; sentences are broken only where the width of a line is known.
pub fn log(text: impl Into<Document>) {
    let width = terminal_width(&stderr()).map_or(usize::MAX, |columns| columns.max(NARROWEST));
    // Who has closed it, or has no room for it, does not want it.
    stderr().write_all(text.into().text(width, false).as_bytes()).ok();
}

/// The state of a match, or the engine with the best score so far, in words.
pub fn leader(results: &Results) -> String {
    if let Some(of_two) = &results.of_two {
        return format!("- {}: {}", results.engines[0].name, of_two.line());
    }
    let share = |engine: &&EngineResult| engine.score.unwrap_or(0.0);
    let played = results.engines.iter().filter(|engine| engine.games > 0);
    match played.max_by(|a, b| share(a).total_cmp(&share(b))) {
        Some(best) => format!("- {} leads with {:.0} %", best.name, 100.0 * share(&best)),
        None => String::new(),
    }
}
