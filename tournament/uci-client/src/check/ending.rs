//! Checks of a program's end.

use std::time::Duration;

use super::{Check, CheckResult};

/// The longest time to end.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "ends after quit",
        run: |session| {
            session.ready_after("")?;
            Ok(ended(session.ends(Some("quit"), PATIENCE)?, true))
        },
    },
    Check {
        name: "ends while it searches",
        run: |session| {
            session.ready_after("position startpos")?;
            session.send("go infinite")?;
            Ok(ended(session.ends(Some("quit"), PATIENCE)?, true))
        },
    },
    Check {
        name: "ends when its input is closed",
        run: |session| {
            session.ready_after("position startpos")?;
            session.send("go infinite")?;
            Ok(ended(session.ends(None, PATIENCE)?, false))
        },
    },
];

/// A program that does not end is killed; if it was not sent `quit`, that is only noted.
fn ended(in_time: bool, was_sent_quit: bool) -> CheckResult {
    let late = format!("not within {} ms", PATIENCE.as_millis());
    match (in_time, was_sent_quit) {
        (true, _) => CheckResult::passed(),
        (false, true) => CheckResult::Failed(late),
        (false, false) => CheckResult::Noted(late),
    }
}
