//! Checks of the answer to `uci`.

use std::time::Duration;

use super::Test::{By, Ready};
use super::session::{AT_ONCE, Session};
use super::{Check, CheckResult};

/// The wait for output that should not come.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) const CHECKS: &[Check] = &[
    Check("prints its name", By(|session| Ok(printed(session, "id name ")))),
    Check("prints its author", By(|session| Ok(printed(session, "id author ")))),
    Check("answers isready", Ready("")),
    Check("answers each isready once", By(twice)),
    Check("answers isready after ucinewgame", Ready("ucinewgame")),
    Check("answers uci again", By(|session| session.greet().map(|_| CheckResult::passed()))),
    Check("passes over unknown commands", Ready("fly me to the moon")),
    Check("passes over empty lines", Ready("\n  ")),
    Check(
        "takes white space around and between words",
        Ready("  position \t startpos  moves   e2e4 "),
    ),
    Check("takes debug on and off", Ready("debug on\ndebug off")),
];

fn printed(session: &Session<'_>, start: &str) -> CheckResult {
    let line = session.greeting.iter().find_map(|line| line.strip_prefix(start));
    match line.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => CheckResult::Passed(text.to_owned()),
        None => CheckResult::Noted(format!("no line `{}`", start.trim_end())),
    }
}

fn twice(session: &mut Session<'_>) -> Result<CheckResult, String> {
    session.send("isready\nisready")?;
    session.until("readyok", AT_ONCE)?;
    session.until("readyok", AT_ONCE)?;
    let more = session.receive(PAUSE)?;
    Ok(match more.as_deref().map(str::trim) {
        Some("readyok") => CheckResult::Failed("more readyok than isready".to_owned()),
        _ => CheckResult::passed(),
    })
}
