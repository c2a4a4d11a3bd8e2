//! The output of `regress`: progress, events for programs, and the result.

use std::fmt::Write;
use std::io::{self, Write as _};

use anyhow::bail;
use config::disk::standard_output;
use match_stats::stop_rule::{Bounds, ChangeTest, ChangeVerdict, MIN_PAIRS};
use match_stats::{Pentanomial, StopRule};
use regression::{Entry, RegressEvent, Regression, Tries};
use report::numbers::elo_text;
use report::page::PAGE;
use report::progress::Progress;
use report::{Document, failure_notes};
use serde::Serialize;
use serde_json::{Value, json};

/// Shows a test under way: on standard error, and each event on standard output at once if they are wanted.
pub(super) struct Watch {
    progress: Progress,
    limits: String,
    tests: ChangeTest,
    known: Option<Pentanomial>,
    most: u64,
    pub(super) threads: usize,
    wants_events: bool,
    /// The reason that events are missing, if they are.
    lost: Option<io::Error>,
}

impl Watch {
    pub(super) fn new(regression: &Regression, threads: usize, known: Option<Pentanomial>, wants_events: bool) -> Self {
        let (limits, tests, most) = (regression.limits(), regression.tests, regression.most());
        Self { progress: Progress::hidden(), limits, tests, known, most, threads, wants_events, lost: None }
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
                let known = self.known.map(|known| if pairs.pairs() < MIN_PAIRS { known } else { pairs });
                let prospects = known.and_then(|known| StopRule::Change(self.tests).prospects(self.most, known));
                prospects.into_iter().for_each(|prospects| self.progress.note(prospects));
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
    pub(super) fn end(mut self, entry: &Judged<'_>) -> anyhow::Result<()> {
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

/// A verdict, and all tests of its two sides.
#[derive(Serialize)]
pub(super) struct Judged<'e> {
    #[serde(flatten)]
    pub(super) entry: &'e Entry,
    pub(super) tries: Option<Tries>,
}

impl Judged<'_> {
    /// Which test of its two sides it is, and what all of them say.
    fn add_tries(&self, to: &mut Document) {
        let (Some(tries), Some(seed)) = (self.tries, self.entry.seed) else { return };
        let Tries { ordinal, tests, games, .. } = tries;
        let last = if ordinal / 10 % 10 == 1 { 0 } else { ordinal % 10 };
        let ending = ["th", "st", "nd", "rd"].get(last).unwrap_or(&"th");
        let of = if tests > ordinal { format!(" of {tests}") } else { String::new() };
        to.sentence(format!("The {ordinal}{ending}{of} test of these two sides, with seed {seed}"));
        if tests > 1 {
            let limits = if tries.mixed_limits { ", not all within these limits" } else { "" };
            let (elo, chance) = (elo_text(tries.elo), 100.0 * tries.chance);
            to.sentence(format!("All {tests} tests together, wherever they stop: {elo} in {games} games{limits}"));
            to.sentence(format!(
                "Repeated tests find something by chance: that one of {tests} errs has a probability of up to {chance:.0} %"
            ));
        }
    }
}

pub(super) fn summary(judged: &Judged<'_>, title: &str, same_source: bool, regression: &Regression) -> Document {
    let mut text = Document::from(title);
    let entry = judged.entry;
    let verdict = entry.verdict.name();
    let Some(results) = &regression.results else {
        let why = match (same_source, entry.new.bench) {
            (false, Some(nodes)) => {
                format!("both visit {nodes} nodes in `bench`: they search the same tree")
            }
            _ => "both have the same source and options".to_owned(),
        };
        text.sentence(format!("{verdict}: {why}; nothing was played"));
        return text;
    };
    let Bounds { elo0, elo1, beta, model, non_regression, .. } = entry.test;
    let unit = model.unit();
    let meaning = match entry.verdict {
        // The test errs on one side, and its interval is to say no other thing.
        ChangeVerdict::NotWorse => {
            let (what, error) = (if non_regression { "a loss" } else { "a loss and a gain" }, 100.0 * beta);
            let at_that = elo_text(regression.elo(entry.verdict, beta));
            format!(", {what} of {elo1} {unit} or more rejected, with {error} % errors: {at_that}; at 2.5 % each side")
        }
        _ => String::new(),
    };
    let (elo, games, limits) = (elo_text(entry.elo), entry.games, &entry.limits);
    text.sentence(format!("{verdict}{meaning}: {elo} in {games} games, {limits}"));
    judged.add_tries(&mut text);
    let counts = entry.penta.map(|count| count.to_string()).join(", ");
    text.sentence(format!("Pairs by points 0, 1/2, 1, 3/2, 2: {counts}"));
    if let Some(llr) = entry.llr_gain {
        text.sentence(format!("Test for a gain, {elo0} against {elo1} {unit}: LLR {llr:+.2}"));
    }
    if let Some(llr) = entry.llr_loss {
        let (low, high) = (0.0 - elo1, 0.0 - elo0);
        text.sentence(format!("Test for a loss, {low} against {high} {unit}: LLR {llr:+.2}"));
    }
    if entry.verdict == ChangeVerdict::Undecided {
        text.sentence("More pairs may decide it: --max-pairs");
    }
    text.append(failure_notes(results));
    let folder = regression.folder.display();
    text.sentence(format!("Games: {folder}; {folder}/{PAGE} shows them"));
    text
}
