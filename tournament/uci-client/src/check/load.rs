//! Checks of a program's use of the machine.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::Test::By;
use super::session::{AT_ONCE, MIDDLEGAME, SEARCH, Session};
use super::{Check, CheckResult};

pub(super) const CHECKS: &[Check] = &[
    Check("searches on one processor", By(one_processor)),
    Check("rests while the other side thinks", By(rests)),
    Check("finds the same again at fixed nodes", By(the_same_again)),
];

/// Processor time a second of `work`; `None` if the system does not report it.
fn share(
    session: &mut Session<'_>,
    work: impl FnOnce(&mut Session<'_>) -> Result<(), String>,
) -> Result<Option<f64>, String> {
    let Some(before) = session.processor_time() else {
        return Ok(None);
    };
    let begun = Instant::now();
    work(session)?;
    let after = session.processor_time().unwrap_or(before);
    let used = after.saturating_sub(before);
    Ok(Some(used.as_secs_f64() / begun.elapsed().as_secs_f64()))
}

/// A finding where processor time is unknown.
fn unknown() -> CheckResult {
    CheckResult::Noted("this system does not report processor time".to_owned())
}

/// The share of `go`, with what else may be set in place of it.
fn one_processor(session: &mut Session<'_>) -> Result<CheckResult, String> {
    /// More than one thread, and less than two.
    const MORE_THAN_ONE: f64 = 1.4;
    session.ready_after("ucinewgame")?;
    let share = share(session, |session| {
        let searched = session.search(MIDDLEGAME, "go movetime 500", SEARCH);
        searched.map(|_| ())
    })?;
    let Some(share) = share else {
        return Ok(unknown());
    };
    let use_of_processors = format!("{share:.2} processors");
    Ok(if share < MORE_THAN_ONE {
        CheckResult::Passed(use_of_processors)
    } else {
        CheckResult::Failed(format!("{use_of_processors}; set its option Threads to 1"))
    })
}

fn rests(session: &mut Session<'_>) -> Result<CheckResult, String> {
    /// It may have something to put away.
    const RESTING: f64 = 0.25;
    const WATCHED: Duration = Duration::from_millis(500);
    session.search(MIDDLEGAME, "go movetime 100", SEARCH)?;
    let share = share(session, |_| {
        sleep(WATCHED);
        Ok(())
    })?;
    let Some(share) = share else {
        return Ok(unknown());
    };
    let use_of_processors = format!("{share:.2} processors after its move");
    Ok(if share < RESTING {
        CheckResult::Passed(use_of_processors)
    } else {
        let remedy = "set its option Ponder to false";
        CheckResult::Failed(format!("{use_of_processors}; {remedy}"))
    })
}

fn the_same_again(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let mut answers = Vec::new();
    for _ in 0..2 {
        // Another process: nothing is remembered.
        session.close();
        let Ok(searched) = session.search(MIDDLEGAME, "go nodes 20000", AT_ONCE) else {
            session.close();
            return Ok(CheckResult::Noted("it does not keep to nodes".to_owned()));
        };
        let last = searched.infos().filter(|line| line.contains(" nodes ")).last();
        let nodes = last.and_then(|line| line.split(" nodes ").nth(1));
        let nodes = nodes.and_then(|rest| rest.split_whitespace().next()).unwrap_or("?").to_owned();
        answers.push(format!("{} by {nodes} nodes", searched.answer.join(" ")));
    }
    Ok(if answers[0] == answers[1] {
        CheckResult::Passed(answers.swap_remove(0))
    } else {
        CheckResult::Noted(answers.join(", then "))
    })
}
