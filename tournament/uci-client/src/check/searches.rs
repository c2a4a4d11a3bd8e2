//! Checks of time use, and of stopping.

use std::time::{Duration, Instant};

use engine_core::game::Game;

use super::session::{AT_ONCE, SEARCH, SearchOutput, Session};
use super::{Check, CheckResult};

/// A middlegame: neither side has a forced move.
const POSITION: &str = "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
/// The latest answer after a time limit, on a machine with something else to do.
const LATE: Duration = Duration::from_millis(50);
/// The longest wait for an answer to `stop`.
const STOP: Duration = Duration::from_millis(500);
/// The time for which an infinite search is watched.
const WATCHED: Duration = Duration::from_millis(300);
/// A clock of a second.
const SECOND: &str = "go wtime 1000 btime 1000 winc 10 binc 10";

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "keeps to nodes",
        run: |session| {
            fixed(
                session,
                "go nodes 1000",
                "limits of nodes cannot be used; give it a time",
            )
        },
    },
    Check {
        name: "keeps to depth",
        run: |session| {
            fixed(
                session,
                "go depth 3",
                "limits of depth cannot be used; give it a time",
            )
        },
    },
    Check {
        name: "keeps to a time for the move",
        run: |session| timed(session, "go movetime 200", Duration::from_millis(200)),
    },
    Check {
        name: "keeps to a clock",
        run: |session| timed(session, SECOND, Duration::from_secs(1)),
    },
    Check {
        name: "keeps to a clock without increment",
        run: |session| {
            let limit = "go wtime 1000 btime 1000";
            timed(session, limit, Duration::from_secs(1))
        },
    },
    Check {
        name: "keeps to a clock with moves to go",
        run: |session| {
            let limit = "go wtime 400 btime 9000 movestogo 1";
            timed(session, limit, Duration::from_millis(400))
        },
    },
    Check {
        name: "looks at its own clock",
        run: |session| {
            let limit = "go wtime 300 btime 600000 winc 0 binc 0";
            timed(session, limit, Duration::from_millis(300))
        },
    },
    Check {
        name: "moves with 20 ms on its clock",
        run: |session| timed(session, "go wtime 20 btime 20", Duration::from_millis(20)),
    },
    Check {
        name: "moves with an increment and no time",
        run: |session| {
            let limit = "go wtime 1 btime 1 winc 100 binc 100";
            timed(session, limit, Duration::from_millis(101))
        },
    },
    Check {
        name: "searches until it is stopped, and then answers",
        run: infinite,
    },
    Check {
        name: "answers isready while it searches",
        run: ready_while_searching,
    },
    Check {
        name: "answers each go once",
        run: once,
    },
    Check {
        name: "passes over a stop that comes too late",
        run: |session| {
            session.search(POSITION, "go movetime 50", SEARCH)?;
            let lines = session.ready_after("stop")?;
            Ok(no_move_in(&lines))
        },
    },
    Check {
        name: "can be stopped as soon as it has begun",
        run: |session| {
            session.ready_after("ucinewgame")?;
            session.send(&format!("position {POSITION}\ngo infinite\nstop"))?;
            stopped(session, POSITION)
        },
    },
    Check {
        name: "searches the moves of searchmoves only",
        run: searchmoves,
    },
    Check {
        name: "waits for ponderhit",
        run: ponderhit,
    },
    Check {
        name: "can be stopped while it ponders",
        run: pondered_in_vain,
    },
    Check {
        name: "searches another position at once",
        run: another,
    },
];

/// A search that ends by itself.
fn fixed(session: &mut Session<'_>, go: &str, otherwise: &str) -> Result<CheckResult, String> {
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {POSITION}\n{go}"))?;
    let begun = Instant::now();
    if let Some(searched) = session.answer(begun, AT_ONCE)? {
        searched.best(&game)?;
        return Ok(CheckResult::Passed(milliseconds(searched.time)));
    }
    session.send("stop")?;
    let waited = AT_ONCE.as_millis();
    Ok(match session.answer(begun, STOP)? {
        Some(_) => CheckResult::Failed(format!(
            "searched on until it was stopped, {waited} ms; {otherwise}"
        )),
        None => CheckResult::Failed(format!("no bestmove for {waited} ms, and none after stop")),
    })
}

/// A search that must end before a flag falls.
fn timed(session: &mut Session<'_>, go: &str, allowed: Duration) -> Result<CheckResult, String> {
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    let searched = session.search(POSITION, go, SEARCH)?;
    searched.best(&game)?;
    let took = milliseconds(searched.time);
    Ok(if searched.time <= allowed {
        CheckResult::Passed(took)
    } else if searched.time <= allowed + LATE {
        CheckResult::Noted(format!(
            "{took} of {}; give it a margin",
            milliseconds(allowed)
        ))
    } else {
        CheckResult::Failed(format!(
            "{took} of {}: it would lose on time",
            milliseconds(allowed)
        ))
    })
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// It answers `stop` soon, by a legal move.
fn stopped(session: &mut Session<'_>, position: &str) -> Result<CheckResult, String> {
    let game = Game::parse(position).map_err(|error| error.to_string())?;
    let answer = session.answer(Instant::now(), SEARCH)?;
    let searched = answer.ok_or("no bestmove after stop")?;
    searched.best(&game)?;
    let took = format!("{} after stop", milliseconds(searched.time));
    Ok(if searched.time <= STOP {
        CheckResult::Passed(took)
    } else {
        CheckResult::Noted(took)
    })
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
    session.send(&format!("position {POSITION}\ngo infinite"))?;
    watched(session, "before it was stopped")?;
    session.send("stop")?;
    stopped(session, POSITION)
}

fn ready_while_searching(session: &mut Session<'_>) -> Result<CheckResult, String> {
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {POSITION}\ngo infinite"))?;
    let begun = Instant::now();
    let before = session.ready_after("")?;
    let took = begun.elapsed();
    if before.iter().any(|line| line.starts_with("bestmove")) {
        return Ok(CheckResult::Failed("it ended its search".to_owned()));
    }
    session.send("stop")?;
    stopped(session, POSITION)?;
    Ok(if took <= STOP {
        CheckResult::Passed(milliseconds(took))
    } else {
        CheckResult::Noted(milliseconds(took))
    })
}

fn no_move_in(lines: &[String]) -> CheckResult {
    match lines.iter().find(|line| line.starts_with("bestmove")) {
        Some(line) => CheckResult::Failed(format!("another {line}")),
        None => CheckResult::passed(),
    }
}

fn once(session: &mut Session<'_>) -> Result<CheckResult, String> {
    for _ in 0..5 {
        session.search(POSITION, "go movetime 20", SEARCH)?;
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
    let searched = session.search(POSITION, &go, SEARCH)?;
    let best = searched
        .answer
        .first()
        .map(String::as_str)
        .unwrap_or_default();
    Ok(if wanted.contains(&best) {
        CheckResult::passed()
    } else {
        CheckResult::Noted(format!("bestmove {best}, which was not among them"))
    })
}

fn ponders(session: &Session<'_>) -> bool {
    session
        .offers()
        .any(|line| line.starts_with("option name Ponder "))
}

fn begin_to_ponder(session: &mut Session<'_>) -> Result<(), String> {
    session.ready_after("setoption name Ponder value true\nucinewgame")?;
    let ponder = SECOND.replace("go ", "go ponder ");
    session.send(&format!("position {POSITION}\n{ponder}"))?;
    watched(session, "while it pondered")
}

fn ponderhit(session: &mut Session<'_>) -> Result<CheckResult, String> {
    if !ponders(session) {
        return Ok(CheckResult::Noted("it does not offer Ponder".to_owned()));
    }
    begin_to_ponder(session)?;
    session.send("ponderhit")?;
    let answer: Option<SearchOutput> = session.answer(Instant::now(), SEARCH)?;
    let searched = answer.ok_or("no bestmove after ponderhit")?;
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    searched.best(&game)?;
    let took = milliseconds(searched.time);
    Ok(if searched.time <= Duration::from_secs(1) {
        CheckResult::Passed(format!("{took} after ponderhit"))
    } else {
        CheckResult::Failed(format!("{took} after ponderhit, with 1000 ms on its clock"))
    })
}

fn pondered_in_vain(session: &mut Session<'_>) -> Result<CheckResult, String> {
    if !ponders(session) {
        return Ok(CheckResult::Noted("it does not offer Ponder".to_owned()));
    }
    begin_to_ponder(session)?;
    session.send("stop")?;
    let result = stopped(session, POSITION)?;
    session.close();
    Ok(result)
}

/// As analysts do: without a new game, and without waiting.
fn another(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let other = "startpos moves d2d4 d7d5 c2c4";
    session.send(&format!("position {POSITION}\ngo infinite"))?;
    session.send(&format!("stop\nposition {other}\ngo movetime 50"))?;
    let first = session
        .answer(Instant::now(), SEARCH)?
        .ok_or("no bestmove after stop")?;
    first.best(&Game::parse(POSITION).map_err(|error| error.to_string())?)?;
    let second = session
        .answer(Instant::now(), SEARCH)?
        .ok_or("no bestmove of the second search")?;
    second.best(&Game::parse(other).map_err(|error| error.to_string())?)?;
    Ok(CheckResult::passed())
}
