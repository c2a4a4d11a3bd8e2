//! The events of a regression test, for programs: one JSON object a line.

use std::io::{self, Write, stdout};

use anyhow::bail;
use match_stats::Pentanomial;
use match_stats::change::ChangeTest;
use regression::regress::RegressEvent;
use regression::versions::Entry;
use serde_json::{Value, json};

/// Writes each event to standard output at once.
pub(super) struct Events {
    tests: ChangeTest,
    limits: String,
    threads: usize,
    /// The reason that events are missing, if they are.
    lost: Option<io::Error>,
}

impl Events {
    pub(super) fn new(tests: ChangeTest, limits: String, threads: usize) -> Self {
        Self { tests, limits, threads, lost: None }
    }

    /// One event of the games.
    pub(super) fn write(&mut self, event: &RegressEvent<'_>) {
        let value = match *event {
            RegressEvent::Begun(pairs) => json!({
                "event": "test_started",
                "limits": self.limits,
                "threads": self.threads,
                "played": 2 * pairs.pairs(),
            }),
            RegressEvent::Game(pairs) => self.game(pairs),
            RegressEvent::Warning(message) => json!({ "event": "warning", "message": message }),
        };
        self.line(&value);
    }

    fn game(&self, pairs: Pentanomial) -> Value {
        let [llr_gain, llr_loss] = self.tests.llrs(pairs);
        let elo = pairs.estimate().and_then(|estimate| estimate.elo.value);
        json!({
            "event": "game_finished",
            "penta": pairs.0,
            "llr_gain": llr_gain,
            "llr_loss": llr_loss,
            "elo": elo,
        })
    }

    /// The last event: the test's entry in the history.
    ///
    /// # Errors
    /// If any event could not be written.
    pub(super) fn end(mut self, entry: &Entry) -> anyhow::Result<()> {
        self.line(&json!({ "event": "test_finished", "result": entry }));
        match self.lost {
            Some(error) => bail!(
                "events are missing, because they could not be written: {error}; the games are stored all the same"
            ),
            None => Ok(()),
        }
    }

    fn line(&mut self, value: &Value) {
        if self.lost.is_none() {
            let mut out = stdout().lock();
            let written = writeln!(out, "{value}").and_then(|()| out.flush());
            self.lost = written.err();
        }
    }
}
