//! Checks of the answer to `uci`.

use std::time::Duration;

use super::session::{AT_ONCE, Session};
use super::{Check, CheckResult};

/// The wait for output that should not come.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "prints its name",
        run: |session| Ok(printed(session, "id name ")),
    },
    Check {
        name: "prints its author",
        run: |session| Ok(printed(session, "id author ")),
    },
    Check {
        name: "answers isready",
        run: |session| session.ready_after("").map(|_| CheckResult::passed()),
    },
    Check {
        name: "answers each isready once",
        run: twice,
    },
    Check {
        name: "answers isready after ucinewgame",
        run: |session| {
            session
                .ready_after("ucinewgame")
                .map(|_| CheckResult::passed())
        },
    },
    Check {
        name: "answers uci again",
        run: |session| session.greet().map(|_| CheckResult::passed()),
    },
    Check {
        name: "passes over unknown commands",
        run: |session| {
            session
                .ready_after("fly me to the moon")
                .map(|_| CheckResult::passed())
        },
    },
    Check {
        name: "passes over empty lines",
        run: |session| session.ready_after("\n  ").map(|_| CheckResult::passed()),
    },
    Check {
        name: "takes white space around and between words",
        run: |session| {
            session
                .ready_after("  position \t startpos  moves   e2e4 ")
                .map(|_| CheckResult::passed())
        },
    },
    Check {
        name: "takes debug on and off",
        run: |session| {
            session
                .ready_after("debug on\ndebug off")
                .map(|_| CheckResult::passed())
        },
    },
];

fn printed(session: &Session<'_>, start: &str) -> CheckResult {
    let line = session
        .greeting
        .iter()
        .find_map(|line| line.strip_prefix(start));
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
