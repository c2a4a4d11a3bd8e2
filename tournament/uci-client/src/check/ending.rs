//! Checks of a program's end.

use std::time::Duration;

use super::{Check, Said};

/// The longest time to end.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "ends when it is told to",
        run: |talk| {
            talk.ready_after("")?;
            Ok(ended(talk.ends(Some("quit"), PATIENCE)?, true))
        },
    },
    Check {
        name: "ends while it searches",
        run: |talk| {
            talk.ready_after("position startpos")?;
            talk.say("go infinite")?;
            Ok(ended(talk.ends(Some("quit"), PATIENCE)?, true))
        },
    },
    Check {
        name: "ends when nobody is there any more",
        run: |talk| {
            talk.ready_after("position startpos")?;
            talk.say("go infinite")?;
            Ok(ended(talk.ends(None, PATIENCE)?, false))
        },
    },
];

/// A program that does not end is killed; if it was not sent `quit`, that is only noted.
fn ended(in_time: bool, was_told: bool) -> Said {
    let late = format!("not within {} ms", PATIENCE.as_millis());
    match (in_time, was_told) {
        (true, _) => Said::well(),
        (false, true) => Said::Failed(late),
        (false, false) => Said::Noted(late),
    }
}
