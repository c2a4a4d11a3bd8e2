//! The questions of a check, by part, in the order in which they are asked.

use std::time::{Duration, Instant};

use CheckResult::{Failed, Noted, Passed};

use super::{AT_ONCE, CheckResult, MIDDLEGAME, Question, QuestionResult, SEARCH, Session};
use crate::handshake::Kind;
use crate::info::Line;
use crate::launch::CHESS960;
use crate::task::GivenScore;

/// A limit that every program obeys: some obey no other.
const BRIEFLY: &str = "go movetime 50";
const SECOND: &str = "go wtime 1000 btime 1000 winc 10 binc 10";
/// The latest answer after a time limit, on a machine with something else to do.
const LATE: Duration = Duration::from_millis(50);
/// The longest wait for an answer to `stop`.
const STOP: Duration = Duration::from_millis(500);
/// The time for which a search is watched that must not end.
const WATCHED: Duration = Duration::from_millis(300);
/// The longest time to end.
const END: Duration = Duration::from_secs(2);

pub(super) const GREETING: &[Question] = &[
    Question("answers isready", |session| ready(session, "")),
    Question("answers isready after each ucinewgame", |session| {
        ready(session, "ucinewgame\nucinewgame")
    }),
    Question("passes over unknown commands and empty lines", |session| {
        ready(session, "fly me to the moon\n\n  ")
    }),
];

pub(super) const OPTIONS: &[Question] = &[
    Question("takes every option at its default", at_defaults),
    Question("takes a hash table of 16 MiB", hash),
];

pub(super) const SEARCHES: &[Question] = &[
    Question("keeps to nodes", |session| fixed(session, "go nodes 1000")),
    Question("keeps to depth", |session| fixed(session, "go depth 3")),
    Question("keeps to a time for the move", |session| timed(session, "go movetime 200", 200)),
    Question("keeps to a clock", |session| timed(session, SECOND, 1000)),
    Question("keeps to a clock without increment", |session| {
        timed(session, "go wtime 1000 btime 1000", 1000)
    }),
    Question("keeps to a clock with moves to go", |session| {
        timed(session, "go wtime 400 btime 9000 movestogo 1", 400)
    }),
    Question("looks at its own clock", |session| {
        timed(session, "go wtime 300 btime 600000 winc 0 binc 0", 300)
    }),
    Question("moves with 20 ms on its clock", |session| timed(session, "go wtime 20 btime 20", 20)),
    Question("moves with an increment and no time", |session| {
        timed(session, "go wtime 1 btime 1 winc 100 binc 100", 101)
    }),
    Question("searches until it is stopped, and then answers", infinite),
    Question("answers isready while it searches", ready_during_search),
    Question("answers each go once", once),
    Question("passes over a stop that comes too late", late_stop),
    Question("can be stopped as soon as it has begun", early_stop),
    Question("searches another position at once", another),
    Question("waits for ponderhit", ponderhit),
    Question("can be stopped while it ponders", pondered_in_vain),
];

pub(super) const POSITIONS: &[Question] = &[
    Question("plays White and Black", |session| {
        legal(session, &["startpos", "startpos moves e2e4", "fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"])
    }),
    Question("plays on in a game of 400 plies", |session| {
        let round = "b1c3 b8c6 g1f3 g8f6 c3b1 c6b8 f3g1 f6g8 ";
        legal(session, &[&format!("startpos moves {}", round.repeat(50).trim_end())])
    }),
    Question("plays where castling is all but possible", |session| {
        legal(
            session,
            &[
                // Through check, out of check, without the right, with a rook attacked.
                "fen r3k2r/8/8/8/8/5n2/8/R3K2R w KQkq - 0 1",
                "fen r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1",
                "fen r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
                "fen r3k2r/8/8/8/8/8/1b6/R3K2R b KQkq - 0 1",
            ],
        )
    }),
    Question("plays where a pawn is taken in passing, or must not be", |session| {
        legal(
            session,
            &[
                "startpos moves e2e4 a7a6 e4e5 d7d5",
                // It would uncover an attack along the rank.
                "fen 8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
                // It is an answer to a check.
                "fen 8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            ],
        )
    }),
    Question("plays where pawns are promoted", |session| {
        legal(
            session,
            &[
                "fen 8/P6k/8/8/8/8/p6K/8 w - - 0 1",
                "fen 8/P6k/8/8/8/8/p6K/8 b - - 0 1",
                // A queen would stalemate.
                "fen 8/5P1k/8/6K1/8/8/8/8 w - - 0 1",
            ],
        )
    }),
    Question("plays out of check, double check and pins, and its only move", |session| {
        legal(
            session,
            &[
                "fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
                "fen 4k3/8/8/8/7b/8/4r3/R3K2R w KQ - 0 1",
                "fen 4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1",
                "fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1",
            ],
        )
    }),
    Question("plays with nine queens, and on the hundredth ply without a capture", |session| {
        legal(
            session,
            &["fen QQ6/Q7/Q7/Q7/Q7/7k/Q7/QQK5 w - - 0 1", "fen 7k/8/8/8/8/8/5R2/K7 w - - 99 120"],
        )
    }),
    Question("plays a position that came up twice before", |session| {
        legal(session, &["startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"])
    }),
    Question("plays Chess960, if it offers that", chess960),
    Question("answers where there is no move", no_move),
    Question("finds a mate in one", mate),
    Question("scores from the side to move", sides),
];

pub(super) const ENDING: &[Question] = &[
    Question("ends after quit", |session| {
        session.ready_after("")?;
        ended(session, Some("quit"))
    }),
    Question("ends while it searches", |session| {
        session.ready_after("position startpos")?;
        session.send("go infinite")?;
        ended(session, Some("quit"))
    }),
    Question("ends when its input is closed", |session| {
        session.ready_after("")?;
        ended(session, None)
    }),
];

fn ready(session: &mut Session<'_>, lines: &str) -> QuestionResult {
    session.ready_after(lines).map(|_| CheckResult::passed())
}

fn at_defaults(session: &mut Session<'_>) -> QuestionResult {
    let set = session.offers().iter().filter_map(|offer| {
        // A text that is empty may name a file, and some programs then write one of that name.
        let value = offer.default.as_ref().filter(|text| !text.is_empty() && *text != "<empty>")?;
        (offer.kind != Kind::Button).then(|| format!("setoption name {} value {value}", offer.name))
    });
    for line in set.collect::<Vec<_>>() {
        session.ready_after(&line).map_err(|detail| format!("{line}: {detail}"))?;
    }
    // The next question is put to a program that has received nothing.
    session.close();
    Ok(CheckResult::passed())
}

fn hash(session: &mut Session<'_>) -> QuestionResult {
    if !session.has("Hash") {
        return Ok(Noted("it does not offer Hash".to_owned()));
    }
    session.ready_after("setoption name Hash value 16")?;
    session.search("startpos", BRIEFLY, SEARCH)?;
    session.close();
    Ok(CheckResult::passed())
}

/// A search that ends by itself.
fn fixed(session: &mut Session<'_>, go: &str) -> QuestionResult {
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {MIDDLEGAME}\n{go}"))?;
    let begun = Instant::now();
    if let Some(searched) = session.answer(begun, AT_ONCE)? {
        searched.best(MIDDLEGAME)?;
        return Ok(Passed(milliseconds(searched.time)));
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

/// A search that must end before a flag falls, after so many milliseconds.
fn timed(session: &mut Session<'_>, go: &str, allowed: u64) -> QuestionResult {
    let allowed = Duration::from_millis(allowed);
    let searched = session.search(MIDDLEGAME, go, SEARCH)?;
    searched.best(MIDDLEGAME)?;
    let (took, of) = (milliseconds(searched.time), milliseconds(allowed));
    Ok(if searched.time <= allowed {
        Passed(took)
    } else if searched.time <= allowed + LATE {
        Noted(format!("{took} of {of}; give it a margin"))
    } else {
        Failed(format!("{took} of {of}: it would lose on time"))
    })
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// It answers `stop` soon, by a legal move.
fn stopped(session: &mut Session<'_>, position: &str) -> QuestionResult {
    let searched = session.answer(Instant::now(), SEARCH)?.ok_or("no bestmove after stop")?;
    searched.best(position)?;
    Ok(soon(searched.time, format!("{} after stop", milliseconds(searched.time))))
}

/// Passed if it took no longer than `stop` may.
fn soon(time: Duration, took: String) -> CheckResult {
    if time <= STOP { Passed(took) } else { Noted(took) }
}

/// Checks that it prints no `bestmove` for a while.
fn watched(session: &mut Session<'_>, what: &str) -> Result<(), String> {
    match session.answer(Instant::now(), WATCHED)? {
        Some(searched) => Err(format!("{what}: bestmove {}", searched.answer.join(" "))),
        None => Ok(()),
    }
}

fn begin_infinite(session: &mut Session<'_>) -> Result<(), String> {
    session.ready_after("ucinewgame")?;
    session.send(&format!("position {MIDDLEGAME}\ngo infinite"))
}

fn infinite(session: &mut Session<'_>) -> QuestionResult {
    begin_infinite(session)?;
    watched(session, "before it was stopped")?;
    session.send("stop")?;
    stopped(session, MIDDLEGAME)
}

fn ready_during_search(session: &mut Session<'_>) -> QuestionResult {
    begin_infinite(session)?;
    let begun = Instant::now();
    let before = session.ready_after("")?;
    let took = begun.elapsed();
    if before.iter().any(|line| line.starts_with("bestmove")) {
        return Ok(Failed("it ended its search".to_owned()));
    }
    session.send("stop")?;
    stopped(session, MIDDLEGAME)?;
    Ok(soon(took, milliseconds(took)))
}

fn no_move_in(lines: &[String]) -> CheckResult {
    match lines.iter().find(|line| line.starts_with("bestmove")) {
        Some(line) => Failed(format!("another {line}")),
        None => CheckResult::passed(),
    }
}

fn late_stop(session: &mut Session<'_>) -> QuestionResult {
    session.search(MIDDLEGAME, BRIEFLY, SEARCH)?;
    Ok(no_move_in(&session.ready_after("stop")?))
}

fn early_stop(session: &mut Session<'_>) -> QuestionResult {
    begin_infinite(session)?;
    session.send("stop")?;
    stopped(session, MIDDLEGAME)
}

fn once(session: &mut Session<'_>) -> QuestionResult {
    for _ in 0..5 {
        session.search(MIDDLEGAME, "go movetime 20", SEARCH)?;
        let lines = session.ready_after("")?;
        if let failed @ Failed(_) = no_move_in(&lines) {
            return Ok(failed);
        }
    }
    Ok(CheckResult::passed())
}

/// As analysts do: without a new game, and without waiting.
fn another(session: &mut Session<'_>) -> QuestionResult {
    let other = "startpos moves d2d4 d7d5 c2c4";
    session.send(&format!("position {MIDDLEGAME}\ngo infinite"))?;
    session.send(&format!("stop\nposition {other}\n{BRIEFLY}"))?;
    let first = session.answer(Instant::now(), SEARCH)?;
    first.ok_or("no bestmove after stop")?.best(MIDDLEGAME)?;
    let second = session.answer(Instant::now(), SEARCH)?;
    second.ok_or("no bestmove of the second search")?.best(other)?;
    Ok(CheckResult::passed())
}

fn begin_to_ponder(session: &mut Session<'_>) -> Result<bool, String> {
    if !session.has("Ponder") {
        return Ok(false);
    }
    session.ready_after("setoption name Ponder value true\nucinewgame")?;
    let ponder = SECOND.replace("go ", "go ponder ");
    session.send(&format!("position {MIDDLEGAME}\n{ponder}"))?;
    watched(session, "while it pondered")?;
    Ok(true)
}

fn no_ponder() -> CheckResult {
    Noted("it does not offer Ponder".to_owned())
}

fn ponderhit(session: &mut Session<'_>) -> QuestionResult {
    if !begin_to_ponder(session)? {
        return Ok(no_ponder());
    }
    session.send("ponderhit")?;
    let searched = session.answer(Instant::now(), SEARCH)?.ok_or("no bestmove after ponderhit")?;
    searched.best(MIDDLEGAME)?;
    let took = milliseconds(searched.time);
    Ok(if searched.time <= Duration::from_secs(1) {
        Passed(format!("{took} after ponderhit"))
    } else {
        Failed(format!("{took} after ponderhit, with 1000 ms on its clock"))
    })
}

fn pondered_in_vain(session: &mut Session<'_>) -> QuestionResult {
    if !begin_to_ponder(session)? {
        return Ok(no_ponder());
    }
    session.send("stop")?;
    let result = stopped(session, MIDDLEGAME)?;
    session.close();
    Ok(result)
}

/// It moves in each of them.
fn legal(session: &mut Session<'_>, positions: &[&str]) -> QuestionResult {
    for position in positions {
        let searched = session.search(position, BRIEFLY, SEARCH);
        let legal = searched.and_then(|searched| searched.best(position));
        legal.map_err(|detail| format!("{position:.80}: {detail}"))?;
    }
    Ok(CheckResult::passed())
}

fn chess960(session: &mut Session<'_>) -> QuestionResult {
    if !session.has(CHESS960) {
        return Ok(Noted(format!("it does not offer {CHESS960}")));
    }
    session.ready_after(&format!("setoption name {CHESS960} value true"))?;
    let result =
        legal(session, &["fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"])?;
    session.close();
    Ok(result)
}

/// The protocol does not define it; analysis gets there all the same.
fn no_move(session: &mut Session<'_>) -> QuestionResult {
    // Mate, and stalemate.
    for position in ["fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"] {
        let Ok(searched) = session.search(position, BRIEFLY, SEARCH) else {
            session.close();
            return Ok(Noted(format!("{position}: no bestmove")));
        };
        let answer = searched.answer.join(" ");
        if !["0000", "(none)", "NULL", "none"].contains(&answer.as_str()) {
            return Ok(Noted(format!("{position}: bestmove {answer}")));
        }
    }
    Ok(CheckResult::passed())
}

fn mate(session: &mut Session<'_>) -> QuestionResult {
    let position = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let searched = session.search(position, "go movetime 200", SEARCH)?;
    match searched.answer.first().map(String::as_str) {
        Some("a1a8") => Ok(CheckResult::passed()),
        best => Err(format!("bestmove {}, and a1a8 mates", best.unwrap_or_default())),
    }
}

/// The side that is a queen up has a positive score, whichever it is.
fn sides(session: &mut Session<'_>) -> QuestionResult {
    for (side, ahead) in [("w", true), ("b", false)] {
        let position = format!("fen 4k3/pppp4/8/8/8/8/PPPP4/3QK3 {side} - - 0 1");
        let searched = session.search(&position, "go movetime 100", SEARCH)?;
        let lines = searched.infos().map(|line| Line::parse(line.as_bytes(), false));
        let exact = lines.filter(|line| !line.is_bound && line.rank.unwrap_or(1) == 1);
        let Some(score) = exact.filter_map(|line| line.score).last() else {
            return Ok(Noted("it prints no score".to_owned()));
        };
        let (GivenScore::Cp(number) | GivenScore::Mate(number)) = score;
        if (number > 0) != ahead {
            let who = if ahead { "has" } else { "is against" };
            let score = score.cp().map_or("a mate".to_owned(), |cp| format!("{cp} centipawns"));
            return Err(format!("the side to move {who} a queen, and the score is {score}"));
        }
    }
    Ok(CheckResult::passed())
}

/// A program that does not end is killed; if it was not sent `quit`, that is only noted.
fn ended(session: &mut Session<'_>, line: Option<&str>) -> QuestionResult {
    let late = format!("not within {} ms", END.as_millis());
    Ok(match (session.ends(line, END)?, line) {
        (true, _) => CheckResult::passed(),
        (false, Some(_)) => Failed(late),
        (false, None) => Noted(late),
    })
}
