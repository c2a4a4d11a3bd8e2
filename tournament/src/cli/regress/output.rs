//! The output of `regress`: progress, events for programs, and the result.

use std::fmt::Write;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::bail;
use config::disk::standard_output;
use match_stats::stop_rule::{ChangeTest, ChangeVerdict};
use match_stats::{Interval, Pentanomial};
use regression::{Entry, RegressEvent, Regression};
use report::page::PAGE;
use report::progress::Progress;
use report::{Document, Results, failure_notes};
use serde_json::{Value, json};

/// Shows a test under way: on standard error, and each event on standard output at once if they are wanted.
pub(super) struct Watch {
    progress: Progress,
    limits: String,
    tests: ChangeTest,
    pub(super) threads: usize,
    wants_events: bool,
    /// The reason that events are missing, if they are.
    lost: Option<io::Error>,
}

impl Watch {
    pub(super) fn new(regression: &Regression, threads: usize, wants_events: bool) -> Self {
        let (limits, tests) = (regression.limits(), regression.tests);
        Self { progress: Progress::hidden(), limits, tests, threads, wants_events, lost: None }
    }

    pub(super) fn show(&mut self, event: &RegressEvent<'_>) {
        let (limits, threads) = (&self.limits, self.threads);
        match *event {
            RegressEvent::Begun(pairs) => {
                let done = 2 * pairs.pairs();
                let going_on = match done {
                    0 => String::new(),
                    done => format!(", {done} games already played"),
                };
                self.progress.note(format!("Playing, {limits}, {threads} at a time{going_on}"));
                self.progress = Progress::open_ended(usize::try_from(done).unwrap_or(0), "games");
                self.event(&json!({
                    "event": "test_started",
                    "limits": self.limits,
                    "threads": threads,
                    "played": done,
                }));
            }
            RegressEvent::Game(pairs) => {
                self.progress.advance(1, |_| standing(&self.tests, pairs));
                let [llr_gain, llr_loss] = self.tests.llrs(pairs);
                self.event(&json!({
                    "event": "game_finished",
                    "penta": pairs.0,
                    "llr_gain": llr_gain,
                    "llr_loss": llr_loss,
                    "elo": pairs.estimate().and_then(|estimate| estimate.elo.value),
                }));
            }
            RegressEvent::Warning(text) => {
                self.progress.note(format!("warning: {text}"));
                self.event(&json!({ "event": "warning", "message": text }));
            }
        }
    }

    pub(super) fn finish(&self) {
        self.progress.finish();
    }

    /// The last event: the test's entry in the history. Fails if any event could not be written.
    pub(super) fn end(mut self, entry: &Entry) -> anyhow::Result<()> {
        self.event(&json!({ "event": "test_finished", "result": entry }));
        match self.lost {
            Some(error) => bail!(
                "events are missing, because they could not be written: {error}; the games are stored all the same"
            ),
            None => Ok(()),
        }
    }

    fn event(&mut self, value: &Value) {
        if self.wants_events && self.lost.is_none() {
            let mut out = standard_output();
            let written = writeln!(out, "{value}").and_then(|()| out.flush());
            self.lost = written.err();
        }
    }
}

/// The state of the tests after these pairs, in one line.
fn standing(tests: &ChangeTest, pairs: Pentanomial) -> String {
    let [gain, loss] = tests.llrs(pairs);
    let mut text = "LLR ".to_owned();
    if let Some(llr) = gain {
        let _ = write!(text, "gain {llr:+.2}, ");
    }
    if let (Some(llr), Some(test)) = (loss, tests.loss) {
        let (low, high) = (test.lower(), test.upper());
        let _ = write!(text, "no loss {llr:+.2} [{low:.2}, {high:+.2}]");
    }
    if let Some(elo) = pairs.estimate().and_then(|e| e.elo.value) {
        let _ = write!(text, ", {elo:+.1} Elo");
    }
    text
}

pub(super) fn summary(entry: &Entry, title: &str, same_source: bool, run: Option<(&Results, &Path)>) -> Document {
    let mut text = Document::from(title);
    let verdict = entry.verdict.name();
    let Some((results, folder)) = run else {
        let why = match (same_source, entry.new.bench) {
            (false, Some(nodes)) => {
                format!("both visit {nodes} nodes in `bench`: they search the same tree")
            }
            _ => "both have the same source and options".to_owned(),
        };
        text.sentence(format!("{verdict}: {why}; nothing was played"));
        return text;
    };
    let number = |elo: Option<f64>| elo.map_or("unbounded".to_owned(), |elo| format!("{elo:+.1}"));
    let Interval { value, low, high } = entry.elo.map(number);
    let (games, limits) = (entry.games, &entry.limits);
    let meaning = match entry.verdict {
        ChangeVerdict::NotWorse => format!(", no loss of {} Elo or more", entry.test.elo1),
        _ => String::new(),
    };
    text.sentence(format!("{verdict}{meaning}: {value} Elo [{low}, {high}] in {games} games, {limits}"));
    let counts = entry.penta.map(|count| count.to_string()).join(", ");
    text.sentence(format!("Pairs by points 0, 1/2, 1, 3/2, 2: {counts}"));
    let (elo0, elo1) = (entry.test.elo0, entry.test.elo1);
    if let Some(llr) = entry.llr_gain {
        text.sentence(format!("Test for a gain, {elo0} against {elo1} Elo: LLR {llr:+.2}"));
    }
    if let Some(llr) = entry.llr_loss {
        let (low, high) = (0.0 - elo1, 0.0 - elo0);
        text.sentence(format!("Test for a loss, {low} against {high} Elo: LLR {llr:+.2}"));
    }
    if entry.verdict == ChangeVerdict::Undecided {
        text.sentence("More pairs may decide it: --max-pairs");
    }
    text.append(failure_notes(results));
    let folder = folder.display();
    text.sentence(format!("Games: {folder}; {folder}/{PAGE} shows them"));
    text
}
