//! Checks of the output during a search.

use engine_core::game::Game;
use shakmaty::Position;

use super::talk::{SEARCH, Searched, Talk};
use super::{Check, Said};
use crate::info::Line;
use crate::moves;
use crate::score::GivenScore;

/// A middlegame: neither side has a forced move.
const POSITION: &str = "fen r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6";
const GO: &str = "go movetime 300";

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "tells depth, score, nodes, time and its line",
        run: |talk| Ok(tells(&searched(talk)?)),
    },
    Check {
        name: "tells lines that are legal",
        run: |talk| legal_lines(&searched(talk)?),
    },
    Check {
        name: "plays the first move of its last line",
        run: |talk| Ok(plays_its_line(&searched(talk)?)),
    },
    Check {
        name: "expects a legal answer",
        run: |talk| ponder_move(&searched(talk)?),
    },
    Check {
        name: "counts nodes and time upwards",
        run: |talk| Ok(upwards(&searched(talk)?)),
    },
    Check {
        name: "tells a time like ours",
        run: |talk| Ok(like_ours(&searched(talk)?)),
    },
    Check {
        name: "sees a mate in one, and says so",
        run: mate,
    },
    Check {
        name: "scores from the side to move",
        run: sides,
    },
    Check {
        name: "tells several lines by MultiPV",
        run: several,
    },
];

fn searched(talk: &mut Talk<'_>) -> Result<Searched, String> {
    talk.search(POSITION, GO, SEARCH)
}

/// The lines with a score that is no bound, the best of several only.
fn scored(searched: &Searched) -> impl Iterator<Item = Line> {
    let lines = searched
        .infos()
        .map(|line| Line::parse(line.as_bytes(), true));
    lines.filter(|line| line.score.is_some() && !line.is_bound && line.rank.unwrap_or(1) == 1)
}

fn tells(searched: &Searched) -> Said {
    let has = |key: &str| {
        searched
            .infos()
            .any(|line| line.split_whitespace().any(|word| word == key))
    };
    let keys = ["depth", "score", "nodes", "time", "pv"];
    let missing: Vec<&str> = keys.into_iter().filter(|key| !has(key)).collect();
    match &missing[..] {
        [] => Said::Passed(format!("{} lines", searched.infos().count())),
        missing => Said::Noted(format!("never told: {}", missing.join(", "))),
    }
}

fn legal_lines(searched: &Searched) -> Result<Said, String> {
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    for line in scored(searched).filter_map(|line| line.line) {
        let mut position = game.position().clone();
        for word in line.split_whitespace() {
            let Some(mv) = moves::legal(word, &position) else {
                return Ok(Said::Noted(format!("{word} in: pv {line}")));
            };
            position.play_unchecked(mv);
        }
    }
    Ok(Said::well())
}

fn plays_its_line(searched: &Searched) -> Said {
    let last = scored(searched)
        .filter_map(|line| line.line)
        .last()
        .unwrap_or_default();
    let first = last.split_whitespace().next();
    let best = searched.answer.first().map(String::as_str);
    match first {
        None => Said::Noted("it tells no line".to_owned()),
        first if first == best => Said::well(),
        Some(first) => Said::Noted(format!(
            "bestmove {}, its line {first}",
            best.unwrap_or("?")
        )),
    }
}

fn ponder_move(searched: &Searched) -> Result<Said, String> {
    let game = Game::parse(POSITION).map_err(|error| error.to_string())?;
    let best = searched.best(&game)?;
    let [_, ponder, word, ..] = &searched.answer[..] else {
        return Ok(Said::Passed("it expects none".to_owned()));
    };
    let mut position = game.position().clone();
    position.play_unchecked(best);
    let legal = moves::legal(word, &position).is_some();
    Ok(if ponder == "ponder" && legal {
        Said::well()
    } else {
        Said::Failed(format!("bestmove {}", searched.answer.join(" ")))
    })
}

/// The number after a key.
fn number(line: &str, key: &str) -> Option<i64> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == key)?;
    words.next()?.parse().ok()
}

fn upwards(searched: &Searched) -> Said {
    for key in ["nodes", "time"] {
        let told: Vec<i64> = searched
            .infos()
            .filter_map(|line| number(line, key))
            .collect();
        if let Some(pair) = told.windows(2).find(|pair| pair[1] < pair[0]) {
            return Said::Noted(format!("{key} {} after {key} {}", pair[1], pair[0]));
        }
        if let Some(negative) = told.iter().find(|number| **number < 0) {
            return Said::Noted(format!("{key} {negative}"));
        }
    }
    Said::well()
}

/// Neither ahead of our clock nor far behind it.
fn like_ours(searched: &Searched) -> Said {
    /// In milliseconds; lines may be held back for a while.
    const BEHIND: i64 = 150;
    for (arrived, line) in &searched.lines {
        let Some(told) = line
            .trim()
            .strip_prefix("info ")
            .and_then(|line| number(line, "time"))
        else {
            continue;
        };
        let ours = i64::try_from(arrived.as_millis()).unwrap_or(i64::MAX);
        if told > ours + 5 || ours - told > BEHIND {
            return Said::Noted(format!("time {told} where ours was {ours}"));
        }
    }
    Said::well()
}

fn mate(talk: &mut Talk<'_>) -> Result<Said, String> {
    let position = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let searched = talk.search(position, "go movetime 200", SEARCH)?;
    let best = searched.answer.first().cloned().unwrap_or_default();
    if best != "a1a8" {
        return Ok(Said::Failed(format!("bestmove {best}, and a1a8 mates")));
    }
    let told = searched.infos().any(|line| line.contains("score mate 1"));
    Ok(if told {
        Said::well()
    } else {
        Said::Noted("it never said score mate 1".to_owned())
    })
}

/// The side that is a queen up has a positive score, whichever it is.
fn sides(talk: &mut Talk<'_>) -> Result<Said, String> {
    let men = "fen 4k3/pppp4/8/8/8/8/PPPP4/3QK3";
    for (side, ahead) in [("w", true), ("b", false)] {
        let searched = talk.search(&format!("{men} {side} - - 0 1"), "go movetime 100", SEARCH)?;
        let Some(score) = scored(&searched).filter_map(|line| line.score).last() else {
            return Ok(Said::Noted("it tells no score".to_owned()));
        };
        let is_ahead = match score {
            GivenScore::Cp(number) | GivenScore::Mate(number) => number > 0,
        };
        if is_ahead != ahead {
            let who = if ahead { "has" } else { "is against" };
            let told = score
                .cp()
                .map_or("a mate".to_owned(), |cp| format!("{cp} centipawns"));
            return Ok(Said::Failed(format!(
                "the side to move {who} a queen, and the score is {told}"
            )));
        }
    }
    Ok(Said::well())
}

fn several(talk: &mut Talk<'_>) -> Result<Said, String> {
    if !talk
        .offers()
        .any(|line| line.starts_with("option name MultiPV "))
    {
        return Ok(Said::Noted("it does not offer MultiPV".to_owned()));
    }
    talk.ready_after("setoption name MultiPV value 3")?;
    let searched = searched(talk)?;
    talk.close();
    let mut firsts = [const { None }; 3];
    for line in searched.infos() {
        let line = Line::parse(line.as_bytes(), true);
        let rank = line.rank.and_then(|rank| usize::try_from(rank - 1).ok());
        if let (Some(place), Some(told)) = (rank.and_then(|rank| firsts.get_mut(rank)), line.line) {
            *place = told.split_whitespace().next().map(str::to_owned);
        }
    }
    let [Some(first), Some(second), Some(third)] = firsts else {
        return Ok(Said::Failed("it does not tell three lines".to_owned()));
    };
    Ok(if first != second && second != third && first != third {
        Said::well()
    } else {
        Said::Failed(format!("the lines begin with {first}, {second}, {third}"))
    })
}
