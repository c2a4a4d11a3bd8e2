//! A check of a program's compliance with the protocol, by the commands that tournaments, graphical
//! interfaces and analysts send.
//!
//! Every check stands alone: a program that fails in one of them is started again for the next. A finding is
//! *failed* if a user who relies on the protocol would lose a game or wait for ever, and *noted* if it can
//! be lived with. (Kahlen and Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.)

mod questions;

use std::time::{Duration, Instant};

use engine_core::game::Game;
use shakmaty::Move;
use shakmaty::uci::UciMove;

use crate::connection::{Connection, Silence, as_text};
use crate::failure::FailureKind;
use crate::handshake::{self, NotReady, Offer, Offers, ReadyProgram};
use crate::launch::Launch;
use crate::log::printable;
use questions::{ENDING, GREETING, OPTIONS, POSITIONS, SEARCHES};

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

/// The result of a check function, with the detail, which may be empty if it is passed.
enum CheckResult {
    Passed(String),
    Noted(String),
    Failed(String),
}

impl CheckResult {
    /// Passed, and nothing to add.
    fn passed() -> CheckResult {
        CheckResult::Passed(String::new())
    }
}

/// What a question has found; the error is what the program did.
type QuestionResult = Result<CheckResult, String>;

/// The behaviour of a program that passes, in words, and how it is looked for.
struct Question(&'static str, fn(&mut Session<'_>) -> QuestionResult);

impl Question {
    /// Asks it. A program that fails is ended, so that the next question has a new one.
    fn ask(&self, session: &mut Session<'_>) -> (Outcome, String) {
        match self.1(session).unwrap_or_else(CheckResult::Failed) {
            CheckResult::Passed(detail) => (Outcome::Passed, detail),
            CheckResult::Noted(detail) => (Outcome::Noted, detail),
            CheckResult::Failed(detail) => {
                session.close();
                (Outcome::Failed, detail)
            }
        }
    }
}

const PARTS: [(&str, &[Question]); 5] = [
    ("greeting", GREETING),
    ("options", OPTIONS),
    ("searches", SEARCHES),
    ("positions", POSITIONS),
    ("ending", ENDING),
];

/// The number of checks.
pub fn checks() -> usize {
    PARTS.iter().map(|(_, questions)| questions.len()).sum()
}

/// Checks the program that `launch` describes; `report` receives each finding as it is made.
pub fn check(launch: &Launch, mut report: impl FnMut(&Finding)) -> Result<Vec<Finding>, NotReady> {
    let mut session = Session::open(launch)?;
    let mut findings = Vec::new();
    for (part, questions) in PARTS {
        for question in questions {
            let (outcome, detail) = question.ask(&mut session);
            let finding = Finding { part, name: question.0, outcome, detail };
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
/// More lines than this are not kept of one search.
const MAX_LINES: usize = 100_000;

/// A program that is running, or is started when it is needed.
struct Session<'l> {
    launch: &'l Launch,
    connection: Option<Connection>,
    offers: Offers,
}

struct SearchOutput {
    /// The words after `bestmove`.
    answer: Vec<String>,
    lines: Vec<String>,
    /// From `go` to `bestmove`.
    time: Duration,
}

impl SearchOutput {
    fn best(&self, position: &str) -> Result<Move, String> {
        let game = Game::parse(position).map_err(|error| error.to_string())?;
        let word = self.answer.first().ok_or("bestmove without a move")?;
        let uci: Result<UciMove, _> = word.to_ascii_lowercase().parse();
        let legal = uci.ok().and_then(|uci| uci.to_move(game.position()).ok());
        legal.ok_or_else(|| format!("bestmove {word} is not legal"))
    }

    /// The text after the word `info` in each line.
    fn infos(&self) -> impl Iterator<Item = &str> {
        let infos = self.lines.iter().map(|line| line.trim_start());
        infos.filter_map(|line| line.strip_prefix("info "))
    }
}

impl<'l> Session<'l> {
    /// Starts the program, greets it and sets its options.
    fn open(launch: &'l Launch) -> Result<Self, NotReady> {
        let ReadyProgram { connection, offers, .. } =
            handshake::greet(handshake::open(launch)?, launch)?;
        Ok(Session { launch, connection: Some(connection), offers })
    }

    fn offers(&self) -> &[Offer] {
        self.offers.all()
    }

    fn has(&self, name: &str) -> bool {
        self.offers().iter().any(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    fn send(&mut self, lines: &str) -> Result<(), String> {
        let connection = self.connection()?;
        let sent = connection.send(format!("{lines}\n").as_bytes(), Instant::now() + AT_ONCE);
        let silence = silence("room in its pipe", AT_ONCE);
        sent.map_err(|trouble| connection.failure(&trouble, silence).detail)
    }

    /// The next line, within `patience`; `None` if there is none.
    fn receive(&mut self, patience: Duration) -> Result<Option<String>, String> {
        use crate::connection::Trouble;
        let connection = self.connection()?;
        let line = connection.receive(Instant::now() + patience);
        match line.map(|line| as_text(line).map(str::to_owned).ok_or_else(|| printable(line))) {
            Ok(Ok(line)) => Ok(Some(line)),
            Ok(Err(garbled)) => Err(format!("a line that is not text: {garbled}")),
            Err(Trouble::TimedOut) => Ok(None),
            Err(trouble) => Err(connection.failure(&trouble, silence("", patience)).detail),
        }
    }

    /// The lines before one that is `last`.
    fn until(&mut self, last: &str, patience: Duration) -> Result<Vec<String>, String> {
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
    fn ready_after(&mut self, lines: &str) -> Result<Vec<String>, String> {
        if lines.is_empty() {
            self.send("isready")?;
        } else {
            self.send(&format!("{lines}\nisready"))?;
        }
        self.until("readyok", AT_ONCE)
    }

    /// Lets it search in a new game, until it answers within `patience`.
    fn search(
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
    fn answer(
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
    fn close(&mut self) {
        self.connection = None;
    }

    /// True if the program ends within `patience` after it was sent `line`, or its input was closed.
    fn ends(&mut self, line: Option<&str>, patience: Duration) -> Result<bool, String> {
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

#[cfg(test)]
mod tests {
    use super::Outcome::{Failed, Noted, Passed};
    use super::*;

    /// Asks an engine of a few lines, with `more` of them, these questions; expects outcomes and parts of details.
    fn check(part: &[Question], more: &str, expected: &[(&str, Outcome, &str)]) {
        let launch = Launch::shell(format!(
            r#"while read -r line; do case "$line" in
        {more}
        uci) echo 'id name Simple'; echo 'option name Hash type spin default 9 min 16 max 4'; echo uciok;;
        isready) echo readyok;;
        go*) echo 'bestmove e2e4';;
        quit) exit;;
        esac; done"#
        ));
        let mut session = Session::open(&launch).unwrap();
        // One session for all of them: after a failure the next question has a program again.
        for (name, outcome, detail) in expected {
            let question = part.iter().find(|question| question.0 == *name).unwrap();
            let (found, text) = question.ask(&mut session);
            assert_eq!(found, *outcome, "{more} {name}: {text}");
            assert!(text.contains(detail), "{more} {name}: {text}");
        }
    }

    #[test]
    fn faults_are_found_by_the_questions_about_them() {
        let unknown = "passes over unknown commands and empty lines";
        let fragile = [(unknown, Failed, "exit status 7"), ("answers isready", Passed, "")];
        check(GREETING, "fly*) exit 7;;", &fragile);
        let picky = "'setoption name Hash value 9') exit 3;;";
        let refuses = [("takes every option at its default", Failed, "exit status 3")];
        check(OPTIONS, picky, &refuses);
        check(
            POSITIONS,
            "",
            &[
                ("plays White and Black", Failed, "bestmove e2e4 is not legal"),
                ("answers where there is no move", Noted, ""),
                ("plays Chess960, if it offers that", Noted, ""),
            ],
        );
        let until = "searches until it is stopped, and then answers";
        let early = "before it was stopped: bestmove e2e4";
        check(SEARCHES, "", &[(until, Failed, early), ("waits for ponderhit", Noted, "")]);
        let white = "go*) echo 'info depth 1 score cp -5'; echo 'bestmove d2d4';;";
        let expected = [
            ("finds a mate in one", Failed, "a1a8 mates"),
            ("scores from the side to move", Failed, "has a queen"),
        ];
        check(POSITIONS, white, &expected);
    }

    #[test]
    fn an_end_is_waited_for_and_no_longer() {
        let passed: Vec<_> = ENDING.iter().map(|question| (question.0, Passed, "")).collect();
        check(ENDING, "", &passed);
        check(ENDING, "quit) ;;", &[("ends after quit", Failed, "")]);
    }

    #[test]
    fn names_of_questions_are_unique() {
        let mut names: Vec<&str> =
            PARTS.iter().flat_map(|(_, questions)| *questions).map(|question| question.0).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), checks());
    }
}
