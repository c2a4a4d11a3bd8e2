//! A check of a program's compliance with the protocol, by the commands that tournaments, graphical
//! interfaces and analysts send.
//!
//! Every check stands alone: a program that fails in one of them is started again for the next. A finding is
//! *failed* if a user who relies on the protocol would lose a game or wait for ever, and *noted* if it can
//! be lived with. (Kahlen and Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.)

mod questions;

use std::time::{Duration, Instant};

use engine_core::game::Game;

use crate::connection::{Connection, Owed, answer, as_text};
use crate::failure::FailureKind;
use crate::handshake::{self, NotReady};
use crate::info::Line;
use crate::launch::Launch;
use crate::log::printable;
use crate::task::GivenScore;
use crate::think::best_move;
use questions::PARTS;

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The part of the check: `greeting`, `options`, `searches`, `positions` or `ending`.
    pub part: &'static str,
    /// The behaviour of a program that passes, in words.
    pub name: &'static str,
    /// The outcome.
    pub outcome: Outcome,
    /// The deviation, or the measurement; may be empty.
    pub detail: String,
}

/// The outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The program behaves as it should.
    Passed,
    /// A deviation that loses no game, or nothing to check.
    Noted,
    /// A deviation that may lose a game or hang.
    Failed,
}

/// The number of checks.
pub fn checks() -> usize {
    PARTS.iter().map(|(_, questions)| questions.len()).sum()
}

/// Checks the program that `launch` describes; `report` receives each finding as it is made.
pub fn check(launch: &Launch, mut report: impl FnMut(&Finding)) -> Result<Vec<Finding>, NotReady> {
    let mut session = Session { launch, connection: Some(handshake::open_ready(launch)?) };
    let mut findings = Vec::new();
    for (part, questions) in PARTS {
        for (name, question) in *questions {
            let found = question.ask(&mut session);
            let (outcome, detail) = found.unwrap_or_else(|fault| (Outcome::Failed, fault));
            if outcome == Outcome::Failed {
                // The next question is put to a new program.
                session.connection = None;
            }
            let finding = Finding { part, name, outcome, detail };
            report(&finding);
            findings.push(finding);
        }
    }
    Ok(findings)
}

/// The longest time for an answer that needs no thought.
const AT_ONCE: Duration = Duration::from_secs(5);
/// The longest time for a short search.
const SEARCH: Duration = Duration::from_secs(10);
/// A middlegame: neither side has a forced move.
pub(crate) const MIDDLEGAME: &str =
    "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// A program that is running, or is started when it is needed.
struct Session<'l> {
    launch: &'l Launch,
    connection: Option<Connection>,
}

struct SearchOutput {
    /// The words after `bestmove`, with a space between them.
    answer: String,
    /// The last exact one.
    score: Option<GivenScore>,
    /// From `go` to `bestmove`.
    time: Duration,
}

impl SearchOutput {
    /// An error unless it moves in `position` as it may.
    fn check_legal(&self, position: &str) -> Result<(), String> {
        let game = Game::parse(position).map_err(|error| error.to_string())?;
        if self.answer.is_empty() {
            return Err("bestmove without a move".to_owned());
        }
        let word = self.answer.split(' ').next().unwrap_or_default();
        let legal = best_move(word.as_bytes(), game.position());
        legal.map(|_| ()).map_err(|_| format!("bestmove {word} is not legal"))
    }
}

impl Session<'_> {
    fn connection(&mut self) -> Result<&mut Connection, String> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => handshake::open_ready(self.launch).map_err(|fault| fault.to_string())?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Sends `lines` and reads until `take` makes something of a line; `None` if it does not within `patience`.
    fn exchange<T>(
        &mut self,
        lines: &str,
        patience: Duration,
        mut take: impl FnMut(&str, Instant) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let lines = if lines.is_empty() { String::new() } else { format!("{lines}\n") };
        let owed = Owed::or_hang("", patience);
        let found =
            self.connection()?.exchange(&lines, owed, |line, arrived| match as_text(line) {
                Some(line) => take(line.trim(), arrived).map(Ok),
                None => Some(Err(format!("a line that is not text: {}", printable(line)))),
            });
        match found {
            Ok(taken) => taken.map(Some),
            Err(failure) if failure.kind == FailureKind::Hang => Ok(None),
            Err(failure) => Err(failure.detail),
        }
    }

    /// Sends lines and `isready`, and waits for `readyok`; the `bestmove` before it, if there is one.
    fn ready_after(&mut self, lines: &str) -> Result<Option<String>, String> {
        let mut best = None;
        let lines = if lines.is_empty() { "isready" } else { &format!("{lines}\nisready") };
        let ready = self.exchange(lines, AT_ONCE, |line, _| {
            if line.starts_with("bestmove") {
                best.get_or_insert_with(|| line.to_owned());
            }
            (line == "readyok").then_some(())
        })?;
        ready.ok_or_else(|| format!("no readyok for {} ms", AT_ONCE.as_millis()))?;
        Ok(best)
    }

    /// Lets it search in a new game, until it answers.
    fn search(&mut self, position: &str, go: &str) -> Result<SearchOutput, String> {
        self.ready_after("ucinewgame")?;
        let found = self.answer(&format!("position {position}\n{go}"), SEARCH)?;
        found.ok_or_else(|| format!("no bestmove for {} ms after {go}", SEARCH.as_millis()))
    }

    /// The answer to `lines`; `None` if there is none within `patience`.
    fn answer(&mut self, lines: &str, patience: Duration) -> Result<Option<SearchOutput>, String> {
        let begun = Instant::now();
        let mut score = None;
        self.exchange(lines, patience, |line, arrived| {
            if let Some(info) = line.strip_prefix("info ") {
                let line = Line::parse(info.as_bytes(), false);
                let is_exact = !line.is_bound && line.rank.unwrap_or(1) == 1;
                score = line.score.filter(|_| is_exact).or(score);
            }
            let answer = answer(line.as_bytes()).and_then(as_text)?;
            let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(SearchOutput { answer, score, time: arrived.duration_since(begun) })
        })
    }

    /// True if the program ends in time after it was sent `lines`, or, without any, its input was closed.
    fn ends(&mut self, lines: &str, patience: Duration) -> Result<bool, String> {
        let connection = self.connection()?;
        let deadline = Instant::now() + patience;
        if lines.is_empty() {
            connection.close_input();
        } else if let Err(error) = connection.send(&format!("{lines}\n"), deadline) {
            let owed = Owed::or_hang("room in its pipe", patience);
            return Err(connection.failure(&error, owed).detail);
        }
        let is_ended = connection.ends_by(deadline);
        self.connection = None;
        Ok(is_ended)
    }
}
