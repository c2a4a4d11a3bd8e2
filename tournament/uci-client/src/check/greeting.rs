//! Checks of the answer to `uci`.

use std::time::Duration;

use super::talk::{AT_ONCE, Talk};
use super::{Check, Said};

/// The wait for output that should not come.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "tells its name",
        run: |talk| Ok(told(talk, "id name ")),
    },
    Check {
        name: "tells its author",
        run: |talk| Ok(told(talk, "id author ")),
    },
    Check {
        name: "answers isready",
        run: |talk| talk.ready_after("").map(|_| Said::well()),
    },
    Check {
        name: "answers each isready once",
        run: twice,
    },
    Check {
        name: "answers isready after ucinewgame",
        run: |talk| talk.ready_after("ucinewgame").map(|_| Said::well()),
    },
    Check {
        name: "answers uci again",
        run: |talk| talk.greet().map(|_| Said::well()),
    },
    Check {
        name: "passes over unknown commands",
        run: |talk| talk.ready_after("fly me to the moon").map(|_| Said::well()),
    },
    Check {
        name: "passes over empty lines",
        run: |talk| talk.ready_after("\n  ").map(|_| Said::well()),
    },
    Check {
        name: "takes white space around and between words",
        run: |talk| {
            talk.ready_after("  position \t startpos  moves   e2e4 ")
                .map(|_| Said::well())
        },
    },
    Check {
        name: "takes debug on and off",
        run: |talk| {
            talk.ready_after("debug on\ndebug off")
                .map(|_| Said::well())
        },
    },
];

fn told(talk: &Talk<'_>, start: &str) -> Said {
    let line = talk
        .greeting
        .iter()
        .find_map(|line| line.strip_prefix(start));
    match line.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => Said::Passed(text.to_owned()),
        None => Said::Noted(format!("no line `{}`", start.trim_end())),
    }
}

fn twice(talk: &mut Talk<'_>) -> Result<Said, String> {
    talk.say("isready\nisready")?;
    talk.until("readyok", AT_ONCE)?;
    talk.until("readyok", AT_ONCE)?;
    let more = talk.hear(PAUSE)?;
    Ok(match more.as_deref().map(str::trim) {
        Some("readyok") => Said::Failed("more readyok than isready".to_owned()),
        _ => Said::well(),
    })
}
