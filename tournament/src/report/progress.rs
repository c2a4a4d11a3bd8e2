//! What people see while they wait: a bar on a terminal, a line now and then in a log.
//!
//! Everything here goes to standard error. It is the only place that knows indicatif.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::record::GameRecord;

/// In a log there is a line as often as this.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Progress of anything that can be counted.
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    /// `Some` where no bar is drawn: when the last line was written.
    logged: Option<Instant>,
}

impl Progress {
    /// Progress towards `total` things called `unit`, of which `done` are done already.
    #[must_use]
    pub fn new(total: usize, done: usize, unit: &'static str) -> Progress {
        let terminal = stderr().is_terminal();
        let target = if terminal {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
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
        if terminal {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Progress {
            bar,
            unit,
            logged: (!terminal).then(Instant::now),
        }
    }

    /// So many more are done; `message` says what is known by now.
    pub fn advance(&mut self, by: usize, message: impl FnOnce() -> String) {
        self.bar.inc(by as u64);
        match &mut self.logged {
            None => self.bar.set_message(message()),
            Some(logged) if logged.elapsed() >= LOG_INTERVAL => {
                *logged = Instant::now();
                let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
                let left = self.bar.eta().as_secs();
                eprintln!("{done}/{total} {}, {left} s left {}", self.unit, message());
            }
            Some(_) => {}
        }
    }

    /// Something that should not have happened; the bar stays below it.
    pub fn warn(&self, text: &str) {
        self.bar.suspend(|| eprintln!("warning: {text}"));
    }

    /// All done: the bar goes away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// Who leads so far.
#[derive(Debug)]
pub struct Leader {
    names: Vec<String>,
    half_points: Vec<u64>,
    games: Vec<u64>,
}

impl Leader {
    /// Nobody has played yet.
    #[must_use]
    pub fn new(names: Vec<String>) -> Leader {
        Leader {
            half_points: vec![0; names.len()],
            games: vec![0; names.len()],
            names,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let white = u64::from(game.outcome.white_half_points());
        for (engine, half_points) in [(game.white, white), (game.black, 2 - white)] {
            self.half_points[engine] += half_points;
            self.games[engine] += 1;
        }
    }

    /// The engine with the best score so far, in words.
    #[must_use]
    pub fn text(&self) -> String {
        let share =
            |engine: usize| self.half_points[engine] as f64 / (2 * self.games[engine]) as f64;
        let played = (0..self.names.len()).filter(|&engine| self.games[engine] > 0);
        match played.max_by(|&a, &b| share(a).total_cmp(&share(b)).then(b.cmp(&a))) {
            Some(best) => format!(
                "- {} leads with {:.0} %",
                self.names[best],
                100.0 * share(best)
            ),
            None => String::new(),
        }
    }
}
