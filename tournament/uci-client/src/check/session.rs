//! A UCI session with a program that is checked.

use std::time::{Duration, Instant};

use engine_core::game::Game;
use shakmaty::Move;
use shakmaty::uci::UciMove;

use crate::connection::{Connection, Silence, as_text};
use crate::failure::FailureKind;
use crate::handshake::{self, NotReady, Ready};
use crate::launch::Launch;
use crate::log::printable;
use crate::options::{Offer, Offers};

/// The longest time for an answer that needs no thought.
pub(super) const AT_ONCE: Duration = Duration::from_secs(5);
/// The longest time for a short search.
pub(super) const SEARCH: Duration = Duration::from_secs(10);
/// A middlegame: neither side has a forced move.
pub(crate) const MIDDLEGAME: &str =
    "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
/// More lines than this are not kept of one search.
const MAX_LINES: usize = 100_000;

/// A program that is running, or is started when it is needed.
pub(super) struct Session<'l> {
    launch: &'l Launch,
    connection: Option<Connection>,
    offers: Offers,
}

pub(super) struct SearchOutput {
    /// The words after `bestmove`.
    pub(super) answer: Vec<String>,
    pub(super) lines: Vec<String>,
    /// From `go` to `bestmove`.
    pub(super) time: Duration,
}

impl SearchOutput {
    /// Its move, if it is legal in `position`.
    pub(super) fn best(&self, position: &str) -> Result<Move, String> {
        let game = Game::parse(position).map_err(|error| error.to_string())?;
        let word = self.answer.first().ok_or("bestmove without a move")?;
        let uci: Result<UciMove, _> = word.to_ascii_lowercase().parse();
        let legal = uci.ok().and_then(|uci| uci.to_move(game.position()).ok());
        legal.ok_or_else(|| format!("bestmove {word} is not legal"))
    }

    /// The text after the word `info` in each line.
    pub(super) fn infos(&self) -> impl Iterator<Item = &str> {
        let infos = self.lines.iter().map(|line| line.trim_start());
        infos.filter_map(|line| line.strip_prefix("info "))
    }
}

impl<'l> Session<'l> {
    /// Starts the program, greets it and sets its options.
    pub(super) fn open(launch: &'l Launch) -> Result<Self, NotReady> {
        let Ready { connection, offers, .. } = handshake::greet(handshake::open(launch)?, launch)?;
        Ok(Session { launch, connection: Some(connection), offers })
    }

    pub(super) fn offers(&self) -> &[Offer] {
        self.offers.all()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.offers().iter().any(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn send(&mut self, lines: &str) -> Result<(), String> {
        let connection = self.connection()?;
        let sent = connection.send(format!("{lines}\n").as_bytes(), Instant::now() + AT_ONCE);
        let silence = silence("room in its pipe", AT_ONCE);
        sent.map_err(|trouble| connection.failure(&trouble, silence).detail)
    }

    /// The next line, within `patience`; `None` if there is none.
    pub(super) fn receive(&mut self, patience: Duration) -> Result<Option<String>, String> {
        use crate::connection::Trouble;
        let connection = self.connection()?;
        let line = connection.receive(Instant::now() + patience);
        match line.map(|line| as_text(line).map(str::to_owned).ok_or_else(|| printable(line))) {
            Ok(Ok(line)) => Ok(Some(line)),
            Ok(Err(garbled)) => Err(format!("a line that is no text: {garbled}")),
            Err(Trouble::TimedOut) => Ok(None),
            Err(trouble) => Err(connection.failure(&trouble, silence("", patience)).detail),
        }
    }

    /// The lines before one that is `last`.
    pub(super) fn until(&mut self, last: &str, patience: Duration) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = self.receive(left)? else {
                return Err(format!("no {last} for {} ms", patience.as_millis()));
            };
            if line.trim() == last {
                return Ok(lines);
            }
            if lines.len() < MAX_LINES {
                lines.push(line.trim().to_owned());
            }
        }
    }

    /// Sends lines and `isready`, and returns the lines before `readyok`.
    pub(super) fn ready_after(&mut self, lines: &str) -> Result<Vec<String>, String> {
        if lines.is_empty() {
            self.send("isready")?;
        } else {
            self.send(&format!("{lines}\nisready"))?;
        }
        self.until("readyok", AT_ONCE)
    }

    /// Lets it search in a new game, until it answers within `patience`.
    pub(super) fn search(
        &mut self,
        position: &str,
        go: &str,
        patience: Duration,
    ) -> Result<SearchOutput, String> {
        self.ready_after("ucinewgame")?;
        self.send(&format!("position {position}\n{go}"))?;
        let begun = Instant::now();
        let found = self.answer(begun, patience)?;
        found.ok_or_else(|| format!("no bestmove for {} ms after {go}", patience.as_millis()))
    }

    /// The answer of a search that began then; `None` if there is none within `patience`.
    pub(super) fn answer(
        &mut self,
        begun: Instant,
        patience: Duration,
    ) -> Result<Option<SearchOutput>, String> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = self.receive(left)? else {
                return Ok(None);
            };
            if let Some(answer) = line.trim_start().strip_prefix("bestmove") {
                let answer = answer.split_whitespace().map(str::to_owned).collect();
                return Ok(Some(SearchOutput { answer, lines, time: begun.elapsed() }));
            }
            if lines.len() < MAX_LINES {
                lines.push(line);
            }
        }
    }

    /// Ends the session; the program is started again when it is needed.
    pub(super) fn close(&mut self) {
        self.connection = None;
    }

    /// True if the program ends within `patience` after it was sent `line`; without a line the pipe is
    /// closed instead.
    pub(super) fn ends(&mut self, line: Option<&str>, patience: Duration) -> Result<bool, String> {
        match line {
            Some(line) => self.send(line)?,
            None => self.connection()?.close_input(),
        }
        let Some(mut connection) = self.connection.take() else {
            return Ok(true);
        };
        Ok(connection.ends_by(Instant::now() + patience))
    }

    fn connection(&mut self) -> Result<&mut Connection, String> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let ready = handshake::open(self.launch)
                    .and_then(|connection| handshake::greet(connection, self.launch));
                ready.map_err(|fault| fault.to_string())?.connection
            }
        };
        Ok(self.connection.insert(connection))
    }
}

fn silence(owed: &'static str, patience: Duration) -> Silence {
    Silence { kind: FailureKind::Hang, owed, patience }
}
