//! A position as a line of text, and back.

use std::io::{self, Write};
use std::str::FromStr;

use engine_core::game::{Game, position_from_fen};
use engine_core::key::Key;
use engine_core::notation::{fen_of, uci_move};
use openings::epd::{EpdFault, EpdRecord, unquoted};
use shakmaty::Position as _;

use super::error::LineFault;
use super::{Position, PositionScore};

/// Results and White's half points; the first three are written in EPD, the next three between bars.
const RESULTS: [(&str, u8); 10] = [
    ("0-1", 0),
    ("1/2-1/2", 1),
    ("1-0", 2),
    ("0.0", 0),
    ("0.5", 1),
    ("1.0", 2),
    ("0", 0),
    ("1/2", 1),
    ("1", 2),
    ("½", 1),
];

/// The format of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `FEN c8 "startpos moves e2e4 ..."; c9 "1-0"; ce 35; acn 100000; acd 9; id "17";`: the score is from the
    /// side to move. Without moves that led to the position there is no c8.
    Epd,
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
    if format == Format::Plain {
        if let Some(score) = position.score {
            let turn = position.game.position().turn();
            let white = turn.fold_wb(score.centipawns, -score.centipawns);
            write!(to, "| {white} ")?;
        }
        return writeln!(to, "| {}", RESULTS[3 + result].0);
    }
    if !position.game.moves().is_empty() {
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

/// A line, with the name of its game; the number of the game is left to the caller.
pub(super) fn parse(line: &str) -> Result<(Option<&str>, Position), LineFault> {
    if let Some((fen, rest)) = line.split_once('|') {
        return Ok((None, plain(fen, rest)?));
    }
    let (fen, rest) = after_fen(line);
    if rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return Ok((None, values(fen, rest.unwrap_or_default())?));
    }
    let record = EpdRecord::read(line)?;
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

/// The score of a search in EPD. Nodes and depth without a score are those of something else.
fn score(record: &EpdRecord<'_>) -> Result<Option<PositionScore>, LineFault> {
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
    text.parse().map_err(|_| LineFault::Count { code, text: text.to_owned() })
}

/// Centipawns whose negative is in range, too.
fn centipawns(text: &str) -> Result<i32, LineFault> {
    let centipawns = text.parse().ok();
    let centipawns = centipawns.filter(|cp: &i32| cp.checked_neg().is_some());
    centipawns.ok_or_else(|| LineFault::Score(text.to_owned()))
}

/// The position of a line `FEN | score | result` or `FEN | result`.
fn plain(fen: &str, rest: &str) -> Result<Position, LineFault> {
    let (score, result) = match rest.rsplit_once('|') {
        Some((score, result)) => (score.trim(), result.trim()),
        None => ("", rest.trim()),
    };
    let white_half_points = half_points(result)?;
    valued(fen, score, white_half_points)
}

/// A position without a history, with White's score as a text that may be empty.
fn valued(fen: &str, score: &str, white_half_points: u8) -> Result<Position, LineFault> {
    let game = Game::new(position_from_fen(&EpdRecord::read(fen)?.fen)?);
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
    Ok(Position { game, number: 0, white_half_points, score })
}

/// A FEN, and what follows its four fields and its clocks; `None` if there is nothing.
fn after_fen(line: &str) -> (&str, Option<&str>) {
    let is_end = |c: char| c.is_whitespace() || ";,[\"(".contains(c);
    let mut end = 0;
    for field in 0..6 {
        let from = end + (line.len() - end - line[end..].trim_start().len());
        let rest = &line[from..];
        let length = rest.find(is_end).unwrap_or(rest.len());
        let is_clock = rest[..length].bytes().all(|byte| byte.is_ascii_digit());
        if length == 0 || field >= 4 && !is_clock {
            break;
        }
        end = from + length;
    }
    let rest = line[end..].trim_start_matches(|c: char| c.is_whitespace() || c == ';' || c == ',');
    (&line[..end], (!rest.is_empty()).then_some(rest))
}

/// A position with what stands beside it: a result in any of the usual forms, and White's score. In brackets stands the
/// result; else the two are distinguished by their form.
fn values(fen: &str, text: &str) -> Result<Position, LineFault> {
    let bracketed = text.split_once('[').and_then(|(before, after)| {
        let (result, behind) = after.split_once(']')?;
        Some((result.trim(), format!("{before} {behind}")))
    });
    let separators = |c: char| c.is_whitespace() || ";,()\"".contains(c);
    let words = |text: &str| -> Vec<String> {
        let words = text.split(separators).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let (result, score) = match bracketed {
        Some((result, others)) => match &words(&others)[..] {
            [] => (result.to_owned(), None),
            [score] => (result.to_owned(), Some(score.clone())),
            _ => return Err(EpdFault::Operation(text.to_owned()).into()),
        },
        None => match &words(text)[..] {
            [] => return Err(LineFault::NoResult),
            [result] => (result.clone(), None),
            [one, two] => match (half_points(one).is_ok(), half_points(two).is_ok()) {
                (true, true) => return Err(LineFault::TwoResults(one.clone(), two.clone())),
                (false, true) => (two.clone(), Some(one.clone())),
                _ => (one.clone(), Some(two.clone())),
            },
            _ => return Err(EpdFault::Operation(text.to_owned()).into()),
        },
    };
    let white_half_points = half_points(&result)?;
    valued(fen, score.as_deref().unwrap_or_default(), white_half_points)
}

/// White's half points of a result.
fn half_points(result: &str) -> Result<u8, LineFault> {
    let known = RESULTS.iter().find(|(word, _)| *word == result);
    let points = || match result.contains('.').then(|| result.parse::<f64>()) {
        Some(Ok(points)) if [0.0, 0.5, 1.0].contains(&points) => Some((2.0 * points) as u8),
        _ => None,
    };
    let half_points = known.map(|&(_, half_points)| half_points).or_else(points);
    half_points.ok_or_else(|| LineFault::Result(result.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9";

    /// White's half points and the score from the side to move, which is Black.
    fn read(line: &str) -> (u8, Option<i32>) {
        let (id, position) = parse(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!((id, fen_of(position.game.position())), (None, FEN.to_owned()), "{line}");
        (position.white_half_points, position.score.map(|score| score.centipawns))
    }

    #[test]
    fn lines_as_tuners_have_them() {
        for (line, expected) in [
            ("[0.5]", (1, None)),
            ("[1.0] 23", (2, Some(-23))),
            ("[0.0] -23", (0, Some(23))),
            ("[1-0]", (2, None)),
            ("[1/2-1/2]; 7", (1, Some(-7))),
            ("[1] 0", (2, Some(0))),
            (";0.5", (1, None)),
            ("; 1.0;", (2, None)),
            (";0-1;-40", (0, Some(40))),
            (";23;1.0", (2, Some(-23))),
            (",1.0", (2, None)),
            (", 15, 0.5", (1, Some(-15))),
            ("\"1-0\";", (2, None)),
            ("1-0", (2, None)),
            ("0.500", (1, None)),
            ("(0.0)", (0, None)),
            ("| 23 | 1.0", (2, Some(-23))),
            ("|0.5", (1, None)),
        ] {
            assert_eq!(read(&format!("{FEN} {line}")), expected, "{line}");
            assert_eq!(
                read(&format!(
                    "{FEN}{}{line}",
                    if line.starts_with(['1', '0']) { " " } else { "" }
                )),
                expected
            );
        }
        // Without clocks.
        let (_, position) = parse("4k3/8/8/8/8/8/4P3/4K3 b - - [0.5]").unwrap();
        assert_eq!(position.white_half_points, 1);
    }

    #[test]
    fn what_is_no_result_or_could_be_two() {
        for (line, expected) in [
            ("[0.73]", "\"0.73\" is no result"),
            ("[2-0] 5", "\"2-0\" is no result"),
            ("[-1]", "\"-1\" is no result"),
            (";1;0", "\"1\" and \"0\" can both be the result"),
            ("[1.0] 0.35", "\"0.35\" is no score"),
            ("[1.0] 3 4", "\"[1.0] 3 4\" is neither"),
            (";x", "nor an EPD operation"),
            ("", "it has no result; write it in c9"),
        ] {
            let fault = parse(&format!("{FEN} {line}")).unwrap_err().to_string();
            assert!(fault.contains(expected), "{line}: {fault}");
        }
    }
}
