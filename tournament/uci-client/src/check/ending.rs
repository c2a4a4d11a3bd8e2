//! Checks of a program's end.

use std::time::Duration;

use super::Test::By;
use super::session::Session;
use super::{Check, CheckResult};

/// The longest time to end.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) const CHECKS: &[Check] = &[
    Check("ends after quit", By(at_rest)),
    Check("ends while it searches", By(|session| searching(session, Some("quit")))),
    Check("ends when its input is closed", By(|session| searching(session, None))),
];

fn at_rest(session: &mut Session<'_>) -> Result<CheckResult, String> {
    session.ready_after("")?;
    ended(session, Some("quit"))
}

fn searching(session: &mut Session<'_>, line: Option<&str>) -> Result<CheckResult, String> {
    session.ready_after("position startpos")?;
    session.send("go infinite")?;
    ended(session, line)
}

/// A program that does not end is killed; if it was not sent `quit`, that is only noted.
fn ended(session: &mut Session<'_>, line: Option<&str>) -> Result<CheckResult, String> {
    let late = format!("not within {} ms", PATIENCE.as_millis());
    Ok(match (session.ends(line, PATIENCE)?, line) {
        (true, _) => CheckResult::passed(),
        (false, Some(_)) => CheckResult::Failed(late),
        (false, None) => CheckResult::Noted(late),
    })
}
