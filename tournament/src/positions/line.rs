//! A position as a line of text, and back.

use std::io::{self, Write};
use std::str::FromStr;

use engine_core::game::{Game, position_from_fen};
use engine_core::key::Key;
use engine_core::notation::{fen_of, uci_move};
use openings::epd::{Record, unquoted};
use shakmaty::Position as _;

use super::error::LineFault;
use super::{Position, PositionScore};

/// Results and White's half points; the first three are written in EPD, the next three between bars.
const RESULTS: [(&str, u8); 9] = [
    ("0-1", 0),
    ("1/2-1/2", 1),
    ("1-0", 2),
    ("0.0", 0),
    ("0.5", 1),
    ("1.0", 2),
    ("0", 0),
    ("1/2", 1),
    ("1", 2),
];

/// How positions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `FEN c8 "startpos moves e2e4 ..."; c9 "1-0"; ce 35; acn 100000; acd 9; id "17";`: the score is from the
    /// side to move.
    Epd {
        /// Whether the moves are told that led to the position.
        history: bool,
    },
    /// `FEN | score | result`: the score in centipawns and the result, 1.0, 0.5 or 0.0, are White's. Without a
    /// score, `FEN | result`.
    Plain,
}

/// Writes a position as a line.
///
/// # Errors
/// If it cannot be written.
pub fn write(position: &Position, format: Format, to: &mut dyn Write) -> io::Result<()> {
    write!(to, "{} ", fen_of(position.game.position()))?;
    let result = usize::from(position.white_half_points.min(2));
    let Format::Epd { history } = format else {
        if let Some(score) = position.score {
            let turn = position.game.position().turn();
            let white = turn.fold_wb(score.centipawns, -score.centipawns);
            write!(to, "| {white} ")?;
        }
        return writeln!(to, "| {}", RESULTS[3 + result].0);
    };
    if history {
        write_history(&position.game, to)?;
    }
    write!(to, "c9 \"{}\"; ", RESULTS[result].0)?;
    if let Some(score) = position.score {
        write!(to, "ce {}; ", score.centipawns)?;
        if let Some(nodes) = score.nodes {
            write!(to, "acn {nodes}; ")?;
        }
        if let Some(depth) = score.depth {
            write!(to, "acd {depth}; ")?;
        }
    }
    writeln!(to, "id \"{}\";", position.number)
}

fn write_history(game: &Game, to: &mut dyn Write) -> io::Result<()> {
    let start = fen_of(game.start());
    if start == fen_of(Game::default().start()) {
        write!(to, "c8 \"startpos")?;
    } else {
        write!(to, "c8 \"fen {start}")?;
    }
    write!(to, " moves")?;
    for &mv in game.moves() {
        write!(to, " {}", uci_move(mv))?;
    }
    write!(to, "\"; ")
}

/// A line, with what it calls its game; the number of the game is for others to give.
pub(super) fn parse(line: &[u8]) -> Result<(Option<&str>, Position), LineFault> {
    let line = std::str::from_utf8(line).map_err(|_| LineFault::Encoding)?;
    if let Some((fen, rest)) = line.split_once('|') {
        return Ok((None, plain(fen, rest)?));
    }
    let record = Record::read(line)?;
    let position = position_from_fen(&record.fen)?;
    let game = match record.text("c8") {
        None => Game::new(position),
        Some(history) => {
            let game = Game::parse(history)?;
            if Key::of(game.position()) != Key::of(&position) {
                return Err(LineFault::Elsewhere);
            }
            game
        }
    };
    let result = record.text("c9").ok_or(LineFault::NoResult)?;
    let position = Position {
        game,
        number: 0,
        white_half_points: half_points(result)?,
        score: score(&record)?,
    };
    Ok((record.text("id"), position))
}

/// What EPD says of a search. Nodes and depth without a score are those of something else.
fn score(record: &Record<'_>) -> Result<Option<PositionScore>, LineFault> {
    let Some(text) = record.operands("ce").last() else {
        return Ok(None);
    };
    let count = |code| record.operands(code).last().map(unquoted);
    Ok(Some(PositionScore {
        centipawns: centipawns(unquoted(text))?,
        nodes: count("acn").map(|text| number("acn", text)).transpose()?,
        depth: count("acd").map(|text| number("acd", text)).transpose()?,
    }))
}

fn number<N: FromStr>(code: &'static str, text: &str) -> Result<N, LineFault> {
    text.parse().map_err(|_| LineFault::Count {
        code,
        text: text.to_owned(),
    })
}

/// Centipawns that both sides can have.
fn centipawns(text: &str) -> Result<i32, LineFault> {
    let centipawns = text.parse().ok();
    let centipawns = centipawns.filter(|cp: &i32| cp.checked_neg().is_some());
    centipawns.ok_or_else(|| LineFault::Score(text.to_owned()))
}

/// What follows a FEN in a line of `FEN | score | result` or `FEN | result`.
fn plain(fen: &str, rest: &str) -> Result<Position, LineFault> {
    let (score, result) = match rest.rsplit_once('|') {
        Some((score, result)) => (score.trim(), result.trim()),
        None => ("", rest.trim()),
    };
    let game = Game::new(position_from_fen(fen.trim())?);
    let white_half_points = half_points(result)?;
    let score = match score {
        "" => None,
        text => {
            let white = centipawns(text)?;
            Some(PositionScore {
                centipawns: game.position().turn().fold_wb(white, -white),
                nodes: None,
                depth: None,
            })
        }
    };
    Ok(Position {
        game,
        number: 0,
        white_half_points,
        score,
    })
}

/// White's half points of a result.
fn half_points(result: &str) -> Result<u8, LineFault> {
    let known = RESULTS.iter().find(|(word, _)| *word == result);
    let (_, half_points) = *known.ok_or_else(|| LineFault::Result(result.to_owned()))?;
    Ok(half_points)
}
