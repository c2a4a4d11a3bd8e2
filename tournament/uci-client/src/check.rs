//! A trial of a program before its games, and a check of a program's compliance with the protocol, by the commands that
//! tournaments, graphical interfaces and analysts send.
//!
//! Every check stands alone: a program that fails in one of them is started again for the next. A finding is
//! *failed* if a user who relies on the protocol would lose a game or wait for ever, and *noted* if it can
//! be lived with. (Kahlen and Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.)

mod questions;

use std::time::{Duration, Instant};

use engine_core::game::Game;

use crate::connection::{Connection, NotReady, Owed, answer, as_text};
use crate::info::Line;
use crate::launch::Launch;
use crate::log::{FailureKind, printable};
use crate::player::GivenScore;
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
    let mut session = Session { launch, connection: Some(Connection::open_ready(launch)?) };
    let mut findings = Vec::new();
    for (part, questions) in PARTS {
        for (name, ask) in *questions {
            let found = ask(&mut session);
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
pub(crate) const MIDDLEGAME: &str = "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

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
    /// The most that were reported.
    nodes: u64,
    /// The largest that was reported.
    depth: i32,
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
            None => Connection::open_ready(self.launch).map_err(|fault| fault.to_string())?,
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
        let found = self.connection()?.exchange(&lines, owed, |line, arrived| match as_text(line) {
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
        let (mut score, mut nodes, mut depth) = (None, 0, 0);
        self.exchange(lines, patience, |line, arrived| {
            if let Some(info) = line.strip_prefix("info ") {
                let info = Line::parse(info.as_bytes());
                score = info.exact().or(score);
                nodes = nodes.max(info.nodes.unwrap_or(0));
                depth = depth.max(info.depth.unwrap_or(0));
            }
            let answer = answer(line.as_bytes()).and_then(as_text)?;
            let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(SearchOutput { answer, score, nodes, depth, time: arrived.duration_since(begun) })
        })
    }

    /// True if the program ends in time after it was sent `lines`, or, without any, its input was closed.
    fn ends(&mut self, lines: &str, patience: Duration) -> Result<bool, String> {
        let connection = self.connection()?;
        let deadline = Instant::now() + patience;
        if lines.is_empty() {
            connection.process.close_input();
        } else if let Err(error) = connection.send(&format!("{lines}\n"), deadline) {
            let owed = Owed::or_hang("room in its pipe", patience);
            return Err(connection.failure(&error, owed).detail);
        }
        let is_ended = connection.process.end_by(deadline).is_some();
        self.connection = None;
        Ok(is_ended)
    }
}

/// A fixed search that every program answers within [`TRIAL`], if it keeps to such limits at all.
const NODES: u64 = 1000;
const DEPTH: u8 = 3;
/// The longest wait for the answer, on a machine with much to do.
const TRIAL: Duration = Duration::from_secs(5);
/// The longest time for a program to obey `stop`, or to notice that its time is over.
const STOP_OF_TRIAL: Duration = Duration::from_secs(1);

/// A limit by which programs are compared that have no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixedLimit {
    /// Nodes per move.
    Nodes(u64),
    /// Plies per move.
    Depth(u8),
}

/// The findings of a trial.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProbeReport {
    /// The name that it gives itself, if any.
    pub id_name: Option<String>,
    /// A fixed search that it did not end: it continued until `stop`.
    pub unkept: Option<String>,
    /// A doubt about a fixed search, in words that go on from the program's name.
    pub doubt: Option<String>,
}

/// Starts a program once and lets it end again, to know that it can play before it has to. A short search by
/// the limit of its games is tried: some programs take a fixed limit for none.
/// Fails if it cannot be started, fails before it is ready, or does not take its options. What goes wrong in the
/// search is left to its games, but for the contents of [`ProbeReport`].
pub fn probe(launch: &Launch, limit: Option<FixedLimit>) -> Result<ProbeReport, NotReady> {
    let mut connection = Connection::open_ready(launch)?;
    let mut report = ProbeReport { id_name: connection.id_name.take(), ..ProbeReport::default() };
    let mut session = Session { launch, connection: Some(connection) };
    if let Some(limit) = limit {
        // What goes wrong shows in its games.
        limit.probe(&mut session, &mut report).ok();
    }
    if let Some(connection) = session.connection {
        connection.quit(launch.timeouts.quit);
    }
    Ok(report)
}

impl FixedLimit {
    /// Tries a search that is no longer than those that will be requested.
    fn probe(self, session: &mut Session<'_>, report: &mut ProbeReport) -> Result<(), String> {
        let go = match self {
            Self::Nodes(nodes) => format!("go nodes {}", nodes.min(NODES)),
            Self::Depth(depth) => format!("go depth {}", depth.min(DEPTH)),
        };
        let hang = session.launch.timeouts.hang;
        // No book has a move for it.
        let lines = format!("ucinewgame\nposition {MIDDLEGAME}\n{go}");
        if let Some(searched) = session.answer(&lines, TRIAL.min(hang))? {
            report.doubt = self.doubt(&go, &searched);
        } else if session.answer("stop", STOP_OF_TRIAL)?.is_some() {
            report.unkept = Some(go);
        } else {
            report.doubt = Some(format!(
                "answered `{go}` neither in time nor after `stop`: every move may take the timeout `hang`, {} s; \
                 another limit may be one that it keeps",
                hang.as_secs()
            ));
        }
        Ok(())
    }

    /// A doubt about the answer to `go`: it reports no search of that size, so it may have made another one, or none.
    fn doubt(self, go: &str, &SearchOutput { nodes, depth, .. }: &SearchOutput) -> Option<String> {
        let (is_less, seen) = match self {
            // Positions are counted in more than one way.
            Self::Nodes(limit) => (10 * nodes < limit.min(NODES), format!("{nodes} nodes")),
            Self::Depth(limit) => (depth < limit.min(DEPTH).into(), format!("depth {depth}")),
        };
        is_less.then(|| {
            format!(
                "answered `{go}` at once and reported {seen}: it may not know this limit, and play without a search; look at \
                 its moves, or use a clock"
            )
        })
    }
}
