//! Checks of the output during a search.

use engine_core::game::Game;
use shakmaty::Position;

use super::Test::By;
use super::session::{SEARCH, SearchOutput, Session};
use super::{Check, CheckResult};
use crate::info::Line;
use crate::moves;
use crate::score::GivenScore;

/// A middlegame: neither side has a forced move.
const POSITION: &str = "fen r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6";
const GO: &str = "go movetime 300";

pub(super) const CHECKS: &[Check] = &[
    Check("prints depth, score, nodes, time and its line", By(prints_all)),
    Check("prints legal lines", By(legal_lines)),
    Check("plays the first move of its last line", By(plays_its_line)),
    Check("expects a legal answer", By(ponder_move)),
    Check("counts nodes and time upwards", By(upwards)),
    Check("prints a time close to the measured one", By(time_as_measured)),
    Check("finds a mate in one and prints its score", By(mate)),
    Check("scores from the side to move", By(sides)),
    Check("prints several lines by MultiPV", By(several)),
];

fn searched(session: &mut Session<'_>) -> Result<SearchOutput, String> {
    session.search(POSITION, GO, SEARCH)
}

/// The lines with a score that is no bound, the best of several only.
fn scored(searched: &SearchOutput) -> impl Iterator<Item = Line> {
    let lines = searched.infos().map(|line| Line::parse(line.as_bytes(), true));
    lines.filter(|line| line.score.is_some() && !line.is_bound && line.rank.unwrap_or(1) == 1)
}

fn prints_all(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let searched = searched(session)?;
    let has =
        |key: &str| searched.infos().any(|line| line.split_whitespace().any(|word| word == key));
    let keys = ["depth", "score", "nodes", "time", "pv"];
    let missing: Vec<&str> = keys.into_iter().filter(|key| !has(key)).collect();
    Ok(match &missing[..] {
        [] => CheckResult::Passed(format!("{} lines", searched.infos().count())),
        missing => CheckResult::Noted(format!("never printed: {}", missing.join(", "))),
    })
}

fn legal_lines(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let searched = searched(session)?;
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    for line in scored(&searched).filter_map(|line| line.line) {
        let mut position = game.position().clone();
        for word in line.split_whitespace() {
            let Some(mv) = moves::legal(word, &position) else {
                return Ok(CheckResult::Noted(format!("{word} in: pv {line}")));
            };
            position.play_unchecked(mv);
        }
    }
    Ok(CheckResult::passed())
}

fn plays_its_line(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let searched = searched(session)?;
    let last = scored(&searched).filter_map(|line| line.line).last().unwrap_or_default();
    let first = last.split_whitespace().next();
    let best = searched.answer.first().map(String::as_str);
    Ok(match first {
        None => CheckResult::Noted("it prints no line".to_owned()),
        first if first == best => CheckResult::passed(),
        Some(first) => {
            CheckResult::Noted(format!("bestmove {}, its line {first}", best.unwrap_or("?")))
        }
    })
}

fn ponder_move(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let searched = searched(session)?;
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    let best = searched.best(POSITION)?;
    let [_, ponder, word, ..] = &searched.answer[..] else {
        return Ok(CheckResult::Passed("it expects none".to_owned()));
    };
    let mut position = game.position().clone();
    position.play_unchecked(best);
    let legal = moves::legal(word, &position).is_some();
    Ok(if ponder == "ponder" && legal {
        CheckResult::passed()
    } else {
        CheckResult::Failed(format!("bestmove {}", searched.answer.join(" ")))
    })
}

/// The number after a key.
fn number(line: &str, key: &str) -> Option<i64> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == key)?;
    words.next()?.parse().ok()
}

fn upwards(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let searched = searched(session)?;
    for key in ["nodes", "time"] {
        let numbers: Vec<i64> = searched.infos().filter_map(|line| number(line, key)).collect();
        if let Some(pair) = numbers.windows(2).find(|pair| pair[1] < pair[0]) {
            return Ok(CheckResult::Noted(format!("{key} {} after {key} {}", pair[1], pair[0])));
        }
        if let Some(negative) = numbers.iter().find(|number| **number < 0) {
            return Ok(CheckResult::Noted(format!("{key} {negative}")));
        }
    }
    Ok(CheckResult::passed())
}

/// Neither ahead of the clock here nor far behind it.
fn time_as_measured(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let searched = searched(session)?;
    /// In milliseconds; lines may be held back for a while.
    const BEHIND: i64 = 150;
    for (arrived, line) in &searched.lines {
        let Some(printed) = line.trim().strip_prefix("info ").and_then(|line| number(line, "time"))
        else {
            continue;
        };
        let measured = i64::try_from(arrived.as_millis()).unwrap_or(i64::MAX);
        if printed > measured + 5 || measured - printed > BEHIND {
            return Ok(CheckResult::Noted(format!("time {printed}, and {measured} was measured")));
        }
    }
    Ok(CheckResult::passed())
}

fn mate(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let position = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let searched = session.search(position, "go movetime 200", SEARCH)?;
    let best = searched.word();
    if best != "a1a8" {
        return Err(format!("bestmove {best}, and a1a8 mates"));
    }
    let printed = searched.infos().any(|line| line.contains("score mate 1"));
    Ok(if printed {
        CheckResult::passed()
    } else {
        CheckResult::Noted("it never printed score mate 1".to_owned())
    })
}

/// The side that is a queen up has a positive score, whichever it is.
fn sides(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let men = "fen 4k3/pppp4/8/8/8/8/PPPP4/3QK3";
    for (side, ahead) in [("w", true), ("b", false)] {
        let searched =
            session.search(&format!("{men} {side} - - 0 1"), "go movetime 100", SEARCH)?;
        let Some(score) = scored(&searched).filter_map(|line| line.score).last() else {
            return Ok(CheckResult::Noted("it prints no score".to_owned()));
        };
        let is_ahead = match score {
            GivenScore::Cp(number) | GivenScore::Mate(number) => number > 0,
        };
        if is_ahead != ahead {
            let who = if ahead { "has" } else { "is against" };
            let score = score.cp().map_or("a mate".to_owned(), |cp| format!("{cp} centipawns"));
            return Err(format!("the side to move {who} a queen, and the score is {score}"));
        }
    }
    Ok(CheckResult::passed())
}

fn several(session: &mut Session<'_>) -> Result<CheckResult, String> {
    if !session.has("MultiPV") {
        return Ok(CheckResult::Noted("it does not offer MultiPV".to_owned()));
    }
    session.ready_after("setoption name MultiPV value 3")?;
    let searched = searched(session)?;
    session.close();
    let mut firsts = [const { None }; 3];
    for line in searched.infos() {
        let line = Line::parse(line.as_bytes(), true);
        let rank = line.rank.and_then(|rank| usize::try_from(rank - 1).ok());
        if let (Some(place), Some(moves)) = (rank.and_then(|rank| firsts.get_mut(rank)), line.line)
        {
            *place = moves.split_whitespace().next().map(str::to_owned);
        }
    }
    let [Some(first), Some(second), Some(third)] = firsts else {
        return Err("it does not print three lines".to_owned());
    };
    Ok(if first != second && second != third && first != third {
        CheckResult::passed()
    } else {
        CheckResult::Failed(format!("the lines begin with {first}, {second}, {third}"))
    })
}
