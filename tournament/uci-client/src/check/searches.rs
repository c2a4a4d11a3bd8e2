//! Checks of time use, and of stopping.

use std::time::{Duration, Instant};

use engine_core::game::Game;

use super::talk::{AT_ONCE, SEARCH, Searched, Talk};
use super::{Check, Said};

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
        run: |talk| {
            fixed(
                talk,
                "go nodes 1000",
                "limits of nodes cannot be used; give it a time",
            )
        },
    },
    Check {
        name: "keeps to depth",
        run: |talk| {
            fixed(
                talk,
                "go depth 3",
                "limits of depth cannot be used; give it a time",
            )
        },
    },
    Check {
        name: "keeps to a time for the move",
        run: |talk| timed(talk, "go movetime 200", Duration::from_millis(200)),
    },
    Check {
        name: "keeps to a clock",
        run: |talk| timed(talk, SECOND, Duration::from_secs(1)),
    },
    Check {
        name: "keeps to a clock without increment",
        run: |talk| {
            let limit = "go wtime 1000 btime 1000";
            timed(talk, limit, Duration::from_secs(1))
        },
    },
    Check {
        name: "keeps to a clock with moves to go",
        run: |talk| {
            let limit = "go wtime 400 btime 9000 movestogo 1";
            timed(talk, limit, Duration::from_millis(400))
        },
    },
    Check {
        name: "looks at its own clock",
        run: |talk| {
            let limit = "go wtime 300 btime 600000 winc 0 binc 0";
            timed(talk, limit, Duration::from_millis(300))
        },
    },
    Check {
        name: "moves with 20 ms on its clock",
        run: |talk| timed(talk, "go wtime 20 btime 20", Duration::from_millis(20)),
    },
    Check {
        name: "moves with an increment and no time",
        run: |talk| {
            let limit = "go wtime 1 btime 1 winc 100 binc 100";
            timed(talk, limit, Duration::from_millis(101))
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
        run: |talk| {
            talk.search(POSITION, "go movetime 50", SEARCH)?;
            let said = talk.ready_after("stop")?;
            Ok(no_move_in(&said))
        },
    },
    Check {
        name: "can be stopped as soon as it has begun",
        run: |talk| {
            talk.ready_after("ucinewgame")?;
            talk.say(&format!("position {POSITION}\ngo infinite\nstop"))?;
            stopped(talk, POSITION)
        },
    },
    Check {
        name: "searches the moves that it is told to",
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
fn fixed(talk: &mut Talk<'_>, go: &str, otherwise: &str) -> Result<Said, String> {
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    talk.ready_after("ucinewgame")?;
    talk.say(&format!("position {POSITION}\n{go}"))?;
    let begun = Instant::now();
    if let Some(searched) = talk.answer(begun, AT_ONCE)? {
        searched.best(&game)?;
        return Ok(Said::Passed(milliseconds(searched.time)));
    }
    talk.say("stop")?;
    let waited = AT_ONCE.as_millis();
    Ok(match talk.answer(begun, STOP)? {
        Some(_) => Said::Failed(format!(
            "searched on until it was stopped, {waited} ms; {otherwise}"
        )),
        None => Said::Failed(format!("no bestmove for {waited} ms, and none after stop")),
    })
}

/// A search that must end before a flag falls.
fn timed(talk: &mut Talk<'_>, go: &str, allowed: Duration) -> Result<Said, String> {
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    let searched = talk.search(POSITION, go, SEARCH)?;
    searched.best(&game)?;
    let took = milliseconds(searched.time);
    Ok(if searched.time <= allowed {
        Said::Passed(took)
    } else if searched.time <= allowed + LATE {
        Said::Noted(format!(
            "{took} of {}; give it a margin",
            milliseconds(allowed)
        ))
    } else {
        Said::Failed(format!(
            "{took} of {}: it would lose on time",
            milliseconds(allowed)
        ))
    })
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// It answers `stop` soon, by a legal move.
fn stopped(talk: &mut Talk<'_>, position: &str) -> Result<Said, String> {
    let game = Game::parse(position).map_err(|error| error.to_string())?;
    let answer = talk.answer(Instant::now(), SEARCH)?;
    let searched = answer.ok_or("no bestmove after stop")?;
    searched.best(&game)?;
    let took = format!("{} after stop", milliseconds(searched.time));
    Ok(if searched.time <= STOP {
        Said::Passed(took)
    } else {
        Said::Noted(took)
    })
}

/// Checks that it prints no `bestmove` for a while.
fn watched(talk: &mut Talk<'_>, what: &str) -> Result<(), String> {
    match talk.answer(Instant::now(), WATCHED)? {
        Some(searched) => Err(format!("{what}: bestmove {}", searched.answer.join(" "))),
        None => Ok(()),
    }
}

fn infinite(talk: &mut Talk<'_>) -> Result<Said, String> {
    talk.ready_after("ucinewgame")?;
    talk.say(&format!("position {POSITION}\ngo infinite"))?;
    watched(talk, "before it was stopped")?;
    talk.say("stop")?;
    stopped(talk, POSITION)
}

fn ready_while_searching(talk: &mut Talk<'_>) -> Result<Said, String> {
    talk.ready_after("ucinewgame")?;
    talk.say(&format!("position {POSITION}\ngo infinite"))?;
    let begun = Instant::now();
    let before = talk.ready_after("")?;
    let took = begun.elapsed();
    if before.iter().any(|line| line.starts_with("bestmove")) {
        return Ok(Said::Failed("it ended its search".to_owned()));
    }
    talk.say("stop")?;
    stopped(talk, POSITION)?;
    Ok(if took <= STOP {
        Said::Passed(milliseconds(took))
    } else {
        Said::Noted(milliseconds(took))
    })
}

fn no_move_in(lines: &[String]) -> Said {
    match lines.iter().find(|line| line.starts_with("bestmove")) {
        Some(line) => Said::Failed(format!("another {line}")),
        None => Said::well(),
    }
}

fn once(talk: &mut Talk<'_>) -> Result<Said, String> {
    for _ in 0..5 {
        talk.search(POSITION, "go movetime 20", SEARCH)?;
        let said = talk.ready_after("")?;
        if let said @ Said::Failed(_) = no_move_in(&said) {
            return Ok(said);
        }
    }
    Ok(Said::well())
}

fn searchmoves(talk: &mut Talk<'_>) -> Result<Said, String> {
    let wanted = ["a2a3", "h2h3"];
    let go = format!("go movetime 50 searchmoves {}", wanted.join(" "));
    let searched = talk.search(POSITION, &go, SEARCH)?;
    let best = searched
        .answer
        .first()
        .map(String::as_str)
        .unwrap_or_default();
    Ok(if wanted.contains(&best) {
        Said::well()
    } else {
        Said::Noted(format!("bestmove {best}, which was not among them"))
    })
}

fn ponders(talk: &Talk<'_>) -> bool {
    talk.offers()
        .any(|line| line.starts_with("option name Ponder "))
}

fn begin_to_ponder(talk: &mut Talk<'_>) -> Result<(), String> {
    talk.ready_after("setoption name Ponder value true\nucinewgame")?;
    let ponder = SECOND.replace("go ", "go ponder ");
    talk.say(&format!("position {POSITION}\n{ponder}"))?;
    watched(talk, "while it pondered")
}

fn ponderhit(talk: &mut Talk<'_>) -> Result<Said, String> {
    if !ponders(talk) {
        return Ok(Said::Noted("it does not offer Ponder".to_owned()));
    }
    begin_to_ponder(talk)?;
    talk.say("ponderhit")?;
    let answer: Option<Searched> = talk.answer(Instant::now(), SEARCH)?;
    let searched = answer.ok_or("no bestmove after ponderhit")?;
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    searched.best(&game)?;
    let took = milliseconds(searched.time);
    Ok(if searched.time <= Duration::from_secs(1) {
        Said::Passed(format!("{took} after ponderhit"))
    } else {
        Said::Failed(format!("{took} after ponderhit, with 1000 ms on its clock"))
    })
}

fn pondered_in_vain(talk: &mut Talk<'_>) -> Result<Said, String> {
    if !ponders(talk) {
        return Ok(Said::Noted("it does not offer Ponder".to_owned()));
    }
    begin_to_ponder(talk)?;
    talk.say("stop")?;
    let said = stopped(talk, POSITION)?;
    talk.close();
    Ok(said)
}

/// As analysts do: without a new game, and without waiting.
fn another(talk: &mut Talk<'_>) -> Result<Said, String> {
    let other = "startpos moves d2d4 d7d5 c2c4";
    talk.say(&format!("position {POSITION}\ngo infinite"))?;
    talk.say(&format!("stop\nposition {other}\ngo movetime 50"))?;
    let first = talk
        .answer(Instant::now(), SEARCH)?
        .ok_or("no bestmove after stop")?;
    first.best(&Game::parse(POSITION).map_err(|error| error.to_string())?)?;
    let second = talk
        .answer(Instant::now(), SEARCH)?
        .ok_or("no bestmove of the second search")?;
    second.best(&Game::parse(other).map_err(|error| error.to_string())?)?;
    Ok(Said::well())
}
