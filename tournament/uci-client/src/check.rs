//! A check of a program's compliance with the protocol, by the commands that tournaments, graphical
//! interfaces and analysts send.
//!
//! Every check stands alone: a program that fails in one of them is started again for the next. A finding is
//! *failed* if a user who relies on the protocol would lose a game or wait for ever, and *noted* if it can
//! be lived with. (Kahlen and Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.)

mod ending;
mod greeting;
mod infos;
mod load;
mod options;
mod positions;
mod searches;
mod session;

use std::time::Duration;

use crate::handshake::NotReady;
use crate::launch::Launch;
pub(crate) use session::MIDDLEGAME;
use session::Session;

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The part of the check: `greeting`, `options`, `searches`, `positions`, `infos`, `load` or `ending`.
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

/// A failure in the middle of a check: what the program did.
impl From<String> for CheckResult {
    fn from(detail: String) -> CheckResult {
        CheckResult::Failed(detail)
    }
}

/// One check: the behaviour of a program that passes, in words, and how it is looked for.
struct Check(&'static str, Test);

/// A way to look for a behaviour.
enum Test {
    /// It answers `isready` after these lines.
    Ready(&'static str),
    /// It answers this `go` by itself.
    Ends(&'static str),
    /// It answers this `go` within this number of milliseconds.
    InTime(&'static str, u64),
    /// It offers this option; this is noted otherwise.
    Offers(&'static str, &'static str),
    /// It moves in each of these positions.
    Moves(&'static [&'static str]),
    /// Anything else.
    By(fn(&mut Session<'_>) -> Result<CheckResult, String>),
}

impl Test {
    fn run(&self, session: &mut Session<'_>) -> Result<CheckResult, String> {
        match self {
            Test::Ready(lines) => session.ready_after(lines).map(|_| CheckResult::passed()),
            Test::Ends(go) => searches::fixed(session, go),
            Test::InTime(go, allowed) => {
                searches::timed(session, go, Duration::from_millis(*allowed))
            }
            Test::Offers(name, otherwise) => Ok(options::offered(session, name, otherwise)),
            Test::Moves(positions) => positions::legal(session, positions),
            Test::By(run) => run(session),
        }
    }
}

impl Check {
    /// Runs the check. A program that fails is ended, so that the next check starts afresh.
    fn make(&self, session: &mut Session<'_>) -> (Outcome, String) {
        match self.1.run(session).unwrap_or_else(CheckResult::from) {
            CheckResult::Passed(detail) => (Outcome::Passed, detail),
            CheckResult::Noted(detail) => (Outcome::Noted, detail),
            CheckResult::Failed(detail) => {
                session.close();
                (Outcome::Failed, detail)
            }
        }
    }
}

/// The checks by part, in the order in which they are made.
const PARTS: [(&str, &[Check]); 7] = [
    ("greeting", greeting::CHECKS),
    ("options", options::CHECKS),
    ("searches", searches::CHECKS),
    ("positions", positions::CHECKS),
    ("infos", infos::CHECKS),
    ("load", load::CHECKS),
    ("ending", ending::CHECKS),
];

/// The number of checks.
#[must_use]
pub fn checks() -> usize {
    PARTS.iter().map(|(_, checks)| checks.len()).sum()
}

/// Checks the program that `launch` describes; `report` receives each finding as it is made.
///
/// # Errors
/// If it cannot be started at all, or does not answer `uci`.
pub fn check(launch: &Launch, mut report: impl FnMut(&Finding)) -> Result<Vec<Finding>, NotReady> {
    let mut session = Session::open(launch)?;
    let mut findings = Vec::new();
    for (part, checks) in PARTS {
        for check in checks {
            let (outcome, detail) = check.make(&mut session);
            let finding = Finding { part, name: check.0, outcome, detail };
            report(&finding);
            findings.push(finding);
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests;
