//! Checks of time use, and of stopping.

use std::time::{Duration, Instant};

use super::Test::{By, Ends, InTime};
use super::session::{AT_ONCE, MIDDLEGAME, SEARCH, Session};
use super::{Check, CheckResult};

/// The latest answer after a time limit, on a machine with something else to do.
const LATE: Duration = Duration::from_millis(50);
/// The longest wait for an answer to `stop`.
const STOP: Duration = Duration::from_millis(500);
/// The time for which an infinite search is watched.
const WATCHED: Duration = Duration::from_millis(300);
/// A clock of a second.
const SECOND: &str = "go wtime 1000 btime 1000 winc 10 binc 10";

pub(super) const CHECKS: &[Check] = &[
    Check("keeps to nodes", Ends("go nodes 1000")),
    Check("keeps to depth", Ends("go depth 3")),
    Check("keeps to a time for the move", InTime("go movetime 200", 200)),
    Check("keeps to a clock", InTime(SECOND, 1000)),
    Check("keeps to a clock without increment", InTime("go wtime 1000 btime 1000", 1000)),
    Check("keeps to a clock with moves to go", InTime("go wtime 400 btime 9000 movestogo 1", 400)),
    Check("looks at its own clock", InTime("go wtime 300 btime 600000 winc 0 binc 0", 300)),
    Check("moves with 20 ms on its clock", InTime("go wtime 20 btime 20", 20)),
    Check(
        "moves with an increment and no time",
        InTime("go wtime 1 btime 1 winc 100 binc 100", 101),
    ),
    Check("searches until it is stopped, and then answers", By(infinite)),
    Check("answers isready while it searches", By(ready_while_searching)),
    Check("answers each go once", By(once)),
    Check("passes over a stop that comes too late", By(late_stop)),
    Check("can be stopped as soon as it has begun", By(early_stop)),
    Check("searches the moves of searchmoves only", By(searchmoves)),
    Check("waits for ponderhit", By(ponderhit)),
    Check("can be stopped while it ponders", By(pondered_in_vain)),
    Check("searches another position at once", By(another)),
];

/// A search that ends by itself.
pub(super) fn fixed(session: &mut Session<'_>, go: &str) -> Result<CheckResult, String> {
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {MIDDLEGAME}\n{go}"))?;
    let begun = Instant::now();
    if let Some(searched) = session.answer(begun, AT_ONCE)? {
        searched.best(MIDDLEGAME)?;
        return Ok(CheckResult::Passed(milliseconds(searched.time)));
    }
    session.send("stop")?;
    let waited = AT_ONCE.as_millis();
    let limit = go.split(' ').nth(1).unwrap_or_default();
    Err(match session.answer(begun, STOP)? {
        Some(_) => format!(
            "searched on until it was stopped, {waited} ms; \
             limits of {limit} cannot be used; give it a time"
        ),
        None => format!("no bestmove for {waited} ms, and none after stop"),
    })
}

/// A search that must end before a flag falls.
pub(super) fn timed(
    session: &mut Session<'_>,
    go: &str,
    allowed: Duration,
) -> Result<CheckResult, String> {
    let searched = session.search(MIDDLEGAME, go, SEARCH)?;
    searched.best(MIDDLEGAME)?;
    let took = milliseconds(searched.time);
    let of = milliseconds(allowed);
    Ok(if searched.time <= allowed {
        CheckResult::Passed(took)
    } else if searched.time <= allowed + LATE {
        CheckResult::Noted(format!("{took} of {of}; give it a margin"))
    } else {
        CheckResult::Failed(format!("{took} of {of}: it would lose on time"))
    })
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// It answers `stop` soon, by a legal move.
fn stopped(session: &mut Session<'_>, position: &str) -> Result<CheckResult, String> {
    let answer = session.answer(Instant::now(), SEARCH)?;
    let searched = answer.ok_or("no bestmove after stop")?;
    searched.best(position)?;
    let took = format!("{} after stop", milliseconds(searched.time));
    Ok(soon(searched.time, took))
}

/// Passed if it took no longer than `stop` may.
fn soon(time: Duration, took: String) -> CheckResult {
    if time <= STOP { CheckResult::Passed(took) } else { CheckResult::Noted(took) }
}

/// Checks that it prints no `bestmove` for a while.
fn watched(session: &mut Session<'_>, what: &str) -> Result<(), String> {
    match session.answer(Instant::now(), WATCHED)? {
        Some(searched) => Err(format!("{what}: bestmove {}", searched.answer.join(" "))),
        None => Ok(()),
    }
}

fn infinite(session: &mut Session<'_>) -> Result<CheckResult, String> {
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {MIDDLEGAME}\ngo infinite"))?;
    watched(session, "before it was stopped")?;
    session.send("stop")?;
    stopped(session, MIDDLEGAME)
}

fn ready_while_searching(session: &mut Session<'_>) -> Result<CheckResult, String> {
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {MIDDLEGAME}\ngo infinite"))?;
    let begun = Instant::now();
    let before = session.ready_after("")?;
    let took = begun.elapsed();
    if before.iter().any(|line| line.starts_with("bestmove")) {
        return Ok(CheckResult::Failed("it ended its search".to_owned()));
    }
    session.send("stop")?;
    stopped(session, MIDDLEGAME)?;
    Ok(soon(took, milliseconds(took)))
}

fn no_move_in(lines: &[String]) -> CheckResult {
    match lines.iter().find(|line| line.starts_with("bestmove")) {
        Some(line) => CheckResult::Failed(format!("another {line}")),
        None => CheckResult::passed(),
    }
}

fn late_stop(session: &mut Session<'_>) -> Result<CheckResult, String> {
    session.search(MIDDLEGAME, "go movetime 50", SEARCH)?;
    Ok(no_move_in(&session.ready_after("stop")?))
}

fn early_stop(session: &mut Session<'_>) -> Result<CheckResult, String> {
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {MIDDLEGAME}\ngo infinite\nstop"))?;
    stopped(session, MIDDLEGAME)
}

fn once(session: &mut Session<'_>) -> Result<CheckResult, String> {
    for _ in 0..5 {
        session.search(MIDDLEGAME, "go movetime 20", SEARCH)?;
        let lines = session.ready_after("")?;
        if let failed @ CheckResult::Failed(_) = no_move_in(&lines) {
            return Ok(failed);
        }
    }
    Ok(CheckResult::passed())
}

fn searchmoves(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let wanted = ["a2a3", "h2h3"];
    let go = format!("go movetime 50 searchmoves {}", wanted.join(" "));
    let searched = session.search(MIDDLEGAME, &go, SEARCH)?;
    let best = searched.word();
    Ok(if wanted.contains(&best) {
        CheckResult::passed()
    } else {
        CheckResult::Noted(format!("bestmove {best}, which was not among them"))
    })
}

fn begin_to_ponder(session: &mut Session<'_>) -> Result<(), String> {
    session.ready_after("setoption name Ponder value true\nucinewgame")?;
    let ponder = SECOND.replace("go ", "go ponder ");
    session.send(&format!("position {MIDDLEGAME}\n{ponder}"))?;
    watched(session, "while it pondered")
}

fn ponderhit(session: &mut Session<'_>) -> Result<CheckResult, String> {
    if !session.has("Ponder") {
        return Ok(CheckResult::Noted("it does not offer Ponder".to_owned()));
    }
    begin_to_ponder(session)?;
    session.send("ponderhit")?;
    let answer = session.answer(Instant::now(), SEARCH)?;
    let searched = answer.ok_or("no bestmove after ponderhit")?;
    searched.best(MIDDLEGAME)?;
    let took = milliseconds(searched.time);
    Ok(if searched.time <= Duration::from_secs(1) {
        CheckResult::Passed(format!("{took} after ponderhit"))
    } else {
        CheckResult::Failed(format!("{took} after ponderhit, with 1000 ms on its clock"))
    })
}

fn pondered_in_vain(session: &mut Session<'_>) -> Result<CheckResult, String> {
    if !session.has("Ponder") {
        return Ok(CheckResult::Noted("it does not offer Ponder".to_owned()));
    }
    begin_to_ponder(session)?;
    session.send("stop")?;
    let result = stopped(session, MIDDLEGAME)?;
    session.close();
    Ok(result)
}

/// As analysts do: without a new game, and without waiting.
fn another(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let other = "startpos moves d2d4 d7d5 c2c4";
    session.send(&format!("position {MIDDLEGAME}\ngo infinite"))?;
    session.send(&format!("stop\nposition {other}\ngo movetime 50"))?;
    let first = session.answer(Instant::now(), SEARCH)?;
    first.ok_or("no bestmove after stop")?.best(MIDDLEGAME)?;
    let second = session.answer(Instant::now(), SEARCH)?;
    let second = second.ok_or("no bestmove of the second search")?;
    second.best(other)?;
    Ok(CheckResult::passed())
}
