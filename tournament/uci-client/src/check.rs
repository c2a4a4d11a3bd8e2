//! A check of a program's compliance with the protocol, by the commands that tournaments, graphical
//! interfaces and analysts send.
//!
//! Every check stands alone: a program that fails in one of them is started again for the next. A finding is
//! *failed* if a user who relies on the protocol would lose a game or wait for ever, and *noted* if it can
//! be lived with. (Kahlen and Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.)

mod questions;
mod session;

use crate::handshake::NotReady;
use crate::launch::Launch;
use questions::{ENDING, GREETING, OPTIONS, POSITIONS, SEARCHES};
pub(crate) use session::MIDDLEGAME;
use session::Session;

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
#[must_use]
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

#[cfg(test)]
mod tests;
