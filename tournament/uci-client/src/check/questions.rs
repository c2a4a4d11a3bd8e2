//! The questions of a check, by part, in the order in which they are asked.

use std::time::{Duration, Instant};

use super::Outcome::{self, Noted, Passed};
use super::{AT_ONCE, MIDDLEGAME, SEARCH, Session};
use crate::launch::{CHESS960, Kind};
use crate::player::GivenScore;

/// The outcome with its detail; the error is what the program did.
type Found = Result<(Outcome, String), String>;

/// A question: the behaviour of a program that passes, in words, and how it is looked for.
type Question = (&'static str, fn(&mut Session<'_>) -> Found);

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

/// The parts, each with its questions.
pub(super) const PARTS: &[(&str, &[Question])] = &[
    ("greeting", GREETING),
    ("options", OPTIONS),
    ("searches", SEARCHES),
    ("positions", POSITIONS),
    ("ending", ENDING),
];

const GREETING: &[Question] = &[
    ("answers isready", |it| ready(it, "")),
    ("answers isready after each ucinewgame", |it| ready(it, "ucinewgame\nucinewgame")),
    ("passes over unknown commands and empty lines", |it| ready(it, "fly me to the moon\n\n  ")),
];

const OPTIONS: &[Question] = &[
    ("takes every option at its default", at_defaults),
    ("takes a hash table of 16 MiB", |it| offered(it, "Hash", hash)),
];

const SEARCHES: &[Question] = &[
    ("keeps to nodes", |it| fixed(it, "go nodes 1000")),
    ("keeps to depth", |it| fixed(it, "go depth 3")),
    ("keeps to a time for the move", |it| timed(it, "go movetime 200", 200)),
    ("keeps to a clock", |it| timed(it, SECOND, 1000)),
    ("keeps to a clock without increment", |it| timed(it, "go wtime 1000 btime 1000", 1000)),
    ("keeps to a clock with moves to go", |it| timed(it, "go wtime 400 btime 9000 movestogo 1", 400)),
    ("looks at its own clock", |it| timed(it, "go wtime 300 btime 600000 winc 0 binc 0", 300)),
    ("moves with 20 ms on its clock", |it| timed(it, "go wtime 20 btime 20", 20)),
    ("searches until it is stopped, and then answers", infinite),
    ("answers isready while it searches", ready_during_search),
    ("answers each go once", once),
    ("passes over a stop that comes too late", late_stop),
    ("can be stopped as soon as it has begun", early_stop),
    ("searches another position at once", another),
    ("waits for ponderhit", |it| offered(it, "Ponder", ponderhit)),
    ("can be stopped while it ponders", |it| offered(it, "Ponder", pondered_in_vain)),
];

const POSITIONS: &[Question] = &[
    ("plays White and Black", |it| legal(it, "both colours")),
    ("plays on in a game of 400 plies", long_game),
    ("plays where castling is all but possible", |it| legal(it, "castling")),
    ("plays where a pawn is taken in passing, or must not be", |it| legal(it, "en passant")),
    ("plays where pawns are promoted", |it| legal(it, "promotions")),
    ("plays out of check, double check and pins, and its only move", |it| legal(it, "checks")),
    ("plays with nine queens, and on the hundredth ply without a capture", |it| legal(it, "extremes")),
    ("plays a position that came up twice before", |it| legal(it, "repetition")),
    ("plays Chess960, if it offers that", |it| offered(it, CHESS960, chess960)),
    ("finds a mate in one", mate),
    ("scores from the side to move", sides),
];

const ENDING: &[Question] = &[
    ("ends after quit", |it| ended(it, "quit")),
    ("ends while it searches", |it| ended(it, "position startpos\ngo infinite\nquit")),
    ("ends when its input is closed", |it| ended(it, "")),
];

fn passed() -> Found {
    Ok((Passed, String::new()))
}

fn noted(detail: impl Into<String>) -> Found {
    Ok((Noted, detail.into()))
}

fn ready(session: &mut Session<'_>, lines: &str) -> Found {
    session.ready_after(lines).and_then(|_| passed())
}

/// What `ask` finds, if the program offers the option.
fn offered(session: &mut Session<'_>, option: &str, ask: fn(&mut Session<'_>) -> Found) -> Found {
    if session.connection()?.offers.find(option).is_none() {
        return noted(format!("it does not offer {option}"));
    }
    let found = ask(session);
    // The next question is put to a program whose options are as they were.
    session.connection = None;
    found
}

fn at_defaults(session: &mut Session<'_>) -> Found {
    let offers = session.connection()?.offers.0.iter();
    let set = offers.filter(|offer| offer.kind != Kind::Button).filter_map(|offer| {
        // A text that is empty may name a file, and some programs then write one of that name.
        let value = offer.default.as_ref().filter(|text| !text.is_empty() && *text != "<empty>")?;
        Some(format!("setoption name {} value {value}", offer.name))
    });
    for line in set.collect::<Vec<_>>() {
        session.ready_after(&line).map_err(|detail| format!("{line}: {detail}"))?;
    }
    // The next question is put to a program that has received nothing.
    session.connection = None;
    passed()
}

fn hash(session: &mut Session<'_>) -> Found {
    session.ready_after("setoption name Hash value 16")?;
    session.search("startpos", BRIEFLY).and_then(|_| passed())
}

fn fixed(session: &mut Session<'_>, go: &str) -> Found {
    session.ready_after("ucinewgame")?;
    let lines = format!("position {MIDDLEGAME}\n{go}");
    if let Some(searched) = session.answer(&lines, AT_ONCE)? {
        searched.check_legal(MIDDLEGAME)?;
        return Ok((Passed, milliseconds(searched.time)));
    }
    let waited = AT_ONCE.as_millis();
    let limit = go.split(' ').nth(1).unwrap_or_default();
    Err(match session.answer("stop", STOP)? {
        Some(_) => format!(
            "searched on until it was stopped, {waited} ms; \
             limits of {limit} cannot be used; give it a time"
        ),
        None => format!("no bestmove for {waited} ms, and none after stop"),
    })
}

fn timed(session: &mut Session<'_>, go: &str, milliseconds_allowed: u64) -> Found {
    let allowed = Duration::from_millis(milliseconds_allowed);
    let searched = session.search(MIDDLEGAME, go)?;
    searched.check_legal(MIDDLEGAME)?;
    let (took, of) = (milliseconds(searched.time), milliseconds(allowed));
    if searched.time <= allowed {
        Ok((Passed, took))
    } else if searched.time <= allowed + LATE {
        noted(format!("{took} of {of}; give it a margin"))
    } else {
        Err(format!("{took} of {of}: it would lose on time"))
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// It answers `stop` among these lines soon, by a legal move.
fn stopped(session: &mut Session<'_>, lines: &str) -> Found {
    let searched = session.answer(lines, SEARCH)?.ok_or("no bestmove after stop")?;
    searched.check_legal(MIDDLEGAME)?;
    let took = format!("{} after stop", milliseconds(searched.time));
    if searched.time <= STOP { Ok((Passed, took)) } else { noted(took) }
}

/// Checks that it prints no `bestmove` for a while after `go` in a middlegame.
fn watched(session: &mut Session<'_>, go: &str, what: &str) -> Result<(), String> {
    session.ready_after("ucinewgame")?;
    match session.answer(&format!("position {MIDDLEGAME}\n{go}"), WATCHED)? {
        Some(searched) => Err(format!("{what}: bestmove {}", searched.answer)),
        None => Ok(()),
    }
}

fn infinite(session: &mut Session<'_>) -> Found {
    watched(session, "go infinite", "before it was stopped")?;
    stopped(session, "stop")
}

fn ready_during_search(session: &mut Session<'_>) -> Found {
    session.ready_after("ucinewgame")?;
    let begun = Instant::now();
    let early = session.ready_after(&format!("position {MIDDLEGAME}\ngo infinite"))?;
    let took = begun.elapsed();
    if early.is_some() {
        return Err("it ended its search".to_owned());
    }
    stopped(session, "stop")?;
    Ok((if took <= STOP { Passed } else { Noted }, milliseconds(took)))
}

/// Passed unless it prints another `bestmove` before it is ready after `lines`.
fn no_other(session: &mut Session<'_>, lines: &str) -> Found {
    match session.ready_after(lines)? {
        Some(line) => Err(format!("another {line}")),
        None => passed(),
    }
}

fn late_stop(session: &mut Session<'_>) -> Found {
    session.search(MIDDLEGAME, BRIEFLY)?;
    no_other(session, "stop")
}

fn early_stop(session: &mut Session<'_>) -> Found {
    session.ready_after("ucinewgame")?;
    stopped(session, &format!("position {MIDDLEGAME}\ngo infinite\nstop"))
}

fn once(session: &mut Session<'_>) -> Found {
    for _ in 0..5 {
        session.search(MIDDLEGAME, "go movetime 20")?;
        no_other(session, "")?;
    }
    passed()
}

/// As analysts do: without a new game, and without waiting.
fn another(session: &mut Session<'_>) -> Found {
    let other = "startpos moves d2d4 d7d5 c2c4";
    let lines = format!("position {MIDDLEGAME}\ngo infinite\nstop\nposition {other}\n{BRIEFLY}");
    stopped(session, &lines)?;
    let second = session.answer("", SEARCH)?;
    second.ok_or("no bestmove of the second search")?.check_legal(other)?;
    passed()
}

fn begin_to_ponder(session: &mut Session<'_>) -> Result<(), String> {
    session.ready_after("setoption name Ponder value true")?;
    watched(session, &SECOND.replace("go ", "go ponder "), "while it pondered")
}

fn ponderhit(session: &mut Session<'_>) -> Found {
    begin_to_ponder(session)?;
    let searched = session.answer("ponderhit", SEARCH)?.ok_or("no bestmove after ponderhit")?;
    searched.check_legal(MIDDLEGAME)?;
    let took = milliseconds(searched.time);
    if searched.time > Duration::from_secs(1) {
        return Err(format!("{took} after ponderhit, with 1000 ms on its clock"));
    }
    Ok((Passed, format!("{took} after ponderhit")))
}

fn pondered_in_vain(session: &mut Session<'_>) -> Found {
    begin_to_ponder(session)?;
    stopped(session, "stop")
}

/// Its moves in the positions of a kind are legal.
fn legal(session: &mut Session<'_>, kind: &str) -> Found {
    let lines = include_str!("positions.tsv").lines().filter_map(|line| line.split_once('\t'));
    for (_, position) in lines.filter(|line| line.0 == kind) {
        legal_in(session, position)?;
    }
    passed()
}

fn legal_in(session: &mut Session<'_>, position: &str) -> Found {
    let legal = session.search(position, BRIEFLY).and_then(|searched| searched.check_legal(position));
    legal.map_err(|detail| format!("{position:.80}: {detail}"))?;
    passed()
}

fn long_game(session: &mut Session<'_>) -> Found {
    let round = " b1c3 b8c6 g1f3 g8f6 c3b1 c6b8 f3g1 f6g8";
    legal_in(session, &format!("startpos moves{}", round.repeat(50)))
}

fn chess960(session: &mut Session<'_>) -> Found {
    session.ready_after(&format!("setoption name {CHESS960} value true"))?;
    legal_in(session, "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
}

fn mate(session: &mut Session<'_>) -> Found {
    let position = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let searched = session.search(position, "go movetime 200")?;
    match searched.answer.split(' ').next() {
        Some("a1a8") => passed(),
        best => Err(format!("bestmove {}, and a1a8 mates", best.unwrap_or_default())),
    }
}

/// The side that is a queen up has a positive score, whichever it is.
fn sides(session: &mut Session<'_>) -> Found {
    for (side, ahead) in [("w", true), ("b", false)] {
        let position = format!("fen 4k3/pppp4/8/8/8/8/PPPP4/3QK3 {side} - - 0 1");
        let Some(score) = session.search(&position, "go movetime 100")?.score else {
            return noted("it prints no score");
        };
        let (GivenScore::Cp(number) | GivenScore::Mate(number)) = score;
        if (number > 0) != ahead {
            let who = if ahead { "has" } else { "is against" };
            let score = score.cp().map_or("a mate".to_owned(), |cp| format!("{cp} centipawns"));
            return Err(format!("the side to move {who} a queen, and the score is {score}"));
        }
    }
    passed()
}

/// A program that does not end is killed; if it was not sent `quit`, that is only noted.
fn ended(session: &mut Session<'_>, lines: &str) -> Found {
    session.ready_after("")?;
    if session.ends(lines, END)? {
        return passed();
    }
    let late = format!("not within {} ms", END.as_millis());
    if lines.is_empty() { noted(late) } else { Err(late) }
}
