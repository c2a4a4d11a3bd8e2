//! Positions as lines of text, and files of them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, Write};
use std::path::Path;

use anyhow::{anyhow, bail};
use engine_core::epd::{EpdRecord, no_operation, unquoted};
use engine_core::game::{Game, position_from_fen};
use engine_core::key::Key;
use engine_core::notation::{fen_of, uci_move};
use openings::files::{self, FileError, FileFilter, FileText};
use openings::{LimitedReader, NumberedLines, OpeningError};
use rayon::prelude::*;
use shakmaty::Position as _;

use super::others::{centipawns, evaluated, is_plain, plain, records};
use super::{Position, PositionScore};
use crate::BadLines;
use config::disk;

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
const NO_RESULT: &str = "it has no result; write it in c9 (c9 \"1-0\"; \"0-1\" or \"1/2-1/2\"), in brackets ([1.0], \
                         [0.5] or [0.0]) or after a bar (| 1.0); `evalarena positions FILE --terms FILE` needs none";

const NO_RESULT_TO_WRITE: &str = "a position without a result, as of lichess's evaluations, cannot be written as FEN | \
                                  score | result; leave out --format plain";

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
pub fn write(position: &Position, format: Format, to: &mut dyn Write) -> io::Result<()> {
    let Position { game, number, score, .. } = position;
    write!(to, "{} ", fen_of(game.position()))?;
    let result = position.white_half_points.map(|points| usize::from(points.min(2)));
    if format == Format::Plain {
        let result = result.ok_or_else(|| io::Error::other(NO_RESULT_TO_WRITE))?;
        if let Some(score) = score {
            let white = game.position().turn().fold_wb(score.centipawns, -score.centipawns);
            write!(to, "| {white} ")?;
        }
        return writeln!(to, "| {}", RESULTS[3 + result].0);
    }
    if !game.moves().is_empty() {
        match fen_of(game.start()) {
            start if start == fen_of(Game::default().start()) => write!(to, "c8 \"startpos moves")?,
            start => write!(to, "c8 \"fen {start} moves")?,
        }
        for &mv in game.moves() {
            write!(to, " {}", uci_move(mv))?;
        }
        write!(to, "\"; ")?;
    }
    if let Some(result) = result {
        write!(to, "c9 \"{}\"; ", RESULTS[result].0)?;
    }
    if let Some(score) = score {
        write!(to, "ce {}; ", score.centipawns)?;
        if let Some(nodes) = score.nodes {
            write!(to, "acn {nodes}; ")?;
        }
        if let Some(depth) = score.depth {
            write!(to, "acd {depth}; ")?;
        }
    }
    writeln!(to, "id \"{number}\";")
}

/// Counts games in the order in which they first occur; those with names are known again by them.
#[derive(Default)]
pub(super) struct GameNumbers {
    /// Each named game's number, and how many of its positions were taken.
    pub(super) known: HashMap<u64, (usize, usize)>,
    pub(super) count: usize,
}

impl GameNumbers {
    /// The number of the game of this name; without one it is a new one.
    pub(super) fn of(&mut self, name: Option<u64>) -> usize {
        let next = self.count + 1;
        let number = name.map_or(next, |name| self.known.entry(name).or_insert((next, 0)).0);
        self.count = self.count.max(number);
        number
    }
}

/// Reads a file of positions, of any ending, also with `.gz` or `.zst` after it or in a `.zip`; `-` is standard input.
/// Lines with the same `id` are of one game, a line without is its own game. Empty lines and those that begin
/// with `#` are skipped; one bad line refuses the file, as does more than a gibibyte. Lines of the form
/// `FEN | score | result`, `FEN [result]` and the like are read as well, each as its own game. `repaired` receives a note
/// of each error that was repaired.
pub fn read(path: &Path, mut repaired: impl FnMut(String)) -> anyhow::Result<Vec<Position>> {
    let (mut positions, mut numbers) = (Vec::new(), GameNumbers::default());
    let read = files::visit(path, FileFilter::POSITIONS, |text| {
        let name = text.name.clone();
        if name.to_lowercase().contains(".pgn") {
            bail!(
                "{name} has games and not positions; `evalarena positions {name} --out positions.epd.gz` draws positions \
                 from them"
            );
        }
        numbers.known.clear();
        let repair = visit(text, Some(disk::POSITIONS), true, |game, mut position| {
            if position.white_half_points.is_none() {
                bail!("{name}: its positions have no results, which this command compares values with; name others");
            }
            position.number = numbers.of(game);
            positions.push(position);
            Ok(())
        })?;
        repair.into_iter().for_each(|repair| repaired(format!("{name}: {repair}")));
        Ok(())
    });
    read.map_err(with_remedy)?;
    Ok(positions)
}

/// What to do about a file that cannot be opened, or whose name does not show its format.
pub(super) fn with_remedy(error: anyhow::Error) -> anyhow::Error {
    if error.is::<FileError>() {
        return anyhow!(
            "{error}; pass a run's folder, a file of games (.pgn) or a file of positions (.epd, .fen, .txt, \
             .plain, .jsonl)"
        );
    }
    match error.downcast_ref() {
        Some(OpeningError::Read { file, source }) => {
            anyhow!("{file}: {source}; pass a file of games, .pgn, .pgn.gz, .pgn.zst or .zip")
        }
        _ => error,
    }
}

/// Hands every position, with the key of its game's name, to `visit`, up to the first bad line. At most `most` bytes are
/// read, and each position needs a result or a score if so said. Returns a note about lines that are not UTF-8.
pub(super) fn visit(
    text: FileText<'_>,
    most: Option<u64>,
    needs_result: bool,
    mut visit: impl FnMut(Option<u64>, Position) -> anyhow::Result<()>,
) -> anyhow::Result<Option<String>> {
    /// Lines that are read at a time, and parsed in parallel.
    const LINES: usize = 4096;
    let file = &text.name;
    let unreadable = |source| anyhow!("{file}: {source}; pass a file that `evalarena positions` wrote");
    let limited = LimitedReader::new(text.text, most.unwrap_or(u64::MAX));
    let mut lines = NumberedLines::new(BufReader::new(limited));
    let mut records = records((&mut lines).peekable());
    let (mut any, mut bad) = (false, BadLines::default());
    loop {
        let read: Vec<(usize, String)> = (&mut records).take(LINES).collect::<Result<_, _>>().map_err(unreadable)?;
        if read.is_empty() {
            break;
        }
        any = true;
        let parsed = read.into_par_iter().map(|(line, text)| {
            let parsed = parse(text.trim(), needs_result);
            (line, parsed.map(|(id, position)| (id.map(hash), position)))
        });
        for (line, parsed) in parsed.collect::<Vec<_>>() {
            match parsed {
                Ok((game, position)) if bad.count == 0 => visit(game, position)?,
                Ok(_) => {}
                Err(fault) => bad.add(file, line, &fault),
            }
        }
    }
    bad.check(if needs_result { "positions with results" } else { "positions" })?;
    if !any {
        bail!("{file}: there are no positions in it; `evalarena positions games.pgn --out {file}` makes some");
    }
    drop(records);
    Ok(lines.foreign())
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// A line, with the name of its game; the number of the game is left to the caller.
fn parse(line: &str, needs_result: bool) -> anyhow::Result<(Option<&str>, Position)> {
    if is_plain(line) && line.contains('\n') {
        return Ok((None, plain(line)?));
    }
    if line.starts_with('{') {
        return Ok((None, evaluated(line)?));
    }
    if let Some((fen, rest)) = line.split_once('|') {
        let (score, result) = rest.rsplit_once('|').unwrap_or(("", rest));
        return Ok((None, valued(fen, result.trim(), score.trim())?));
    }
    let (fen, rest) = after_fen(line);
    let is_command = ["startpos", "fen ", "position "].iter().any(|start| line.starts_with(start));
    let (id, position) = if is_command || rest.starts_with("moves ") {
        let game = Game::parse(line)?;
        (None, Position { game, number: 0, white_half_points: None, score: None })
    } else if rest.starts_with(|c: char| !c.is_ascii_alphabetic()) {
        let (result, score) = result_and_score(rest)?;
        (None, valued(fen, &result, &score)?)
    } else {
        epd(line, needs_result)?
    };
    let has_one = position.white_half_points.is_some() || position.score.is_some();
    if needs_result && !has_one { bail!(NO_RESULT) } else { Ok((id, position)) }
}

/// A line of EPD. Where no result is needed, c8 and c9 may be the comments of others.
fn epd(line: &str, needs_result: bool) -> anyhow::Result<(Option<&str>, Position)> {
    let read = EpdRecord::read(line);
    let read = if needs_result { read } else { read.and_then(|_| EpdRecord::pasted(line)) };
    let record = read.map_err(|error| anyhow!("{line:?}: {error}"))?;
    let position = position_from_fen(&record.fen)?;
    let is_history = |text: &&str| needs_result || text.starts_with("startpos") || text.starts_with("fen ");
    let game = match record.text("c8").filter(is_history) {
        None => Game::new(position),
        Some(history) => {
            let game = Game::parse(history)?;
            if Key::of(game.position()) != Key::of(&position) {
                bail!("the moves of c8 lead to another position; correct them or leave c8 out");
            }
            game
        }
    };
    let score = score(&record)?;
    let result = record.text("c9").map(half_points);
    let white_half_points = if needs_result { result.transpose()? } else { result.and_then(Result::ok) };
    Ok((record.text("id"), Position { game, number: 0, white_half_points, score }))
}

/// The score of a search in EPD. Nodes and depth without a score are those of something else.
fn score(record: &EpdRecord<'_>) -> anyhow::Result<Option<PositionScore>> {
    let last = |code| record.operands(code).last().map(unquoted);
    let Some(text) = last("ce") else { return Ok(None) };
    let centipawns = centipawns(text)?;
    let no_number = |code, text| anyhow!("{code} {text:?} is not a number; write one or leave {code} out");
    let nodes = last("acn").map(|text| text.parse().map_err(|_| no_number("acn", text)));
    let depth = last("acd").map(|text| text.parse().map_err(|_| no_number("acd", text)));
    Ok(Some(PositionScore { centipawns, nodes: nodes.transpose()?, depth: depth.transpose()? }))
}

/// A position without a history, with White's score, which may be empty.
fn valued(fen: &str, result: &str, score: &str) -> anyhow::Result<Position> {
    let white_half_points = Some(half_points(result)?);
    let game = Game::new(position_from_fen(&EpdRecord::read(fen)?.fen)?);
    let white = (!score.is_empty()).then(|| centipawns(score)).transpose()?;
    let score = white.map(|white| PositionScore {
        centipawns: game.position().turn().fold_wb(white, -white),
        nodes: None,
        depth: None,
    });
    Ok(Position { game, number: 0, white_half_points, score })
}

/// A FEN, and what follows its four fields and its clocks.
fn after_fen(line: &str) -> (&str, &str) {
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
    let is_separator = |c: char| c.is_whitespace() || c == ';' || c == ',';
    (&line[..end], line[end..].trim_start_matches(is_separator))
}

/// A result in any of the usual forms and White's score, which may be empty. In brackets stands the result; else the two
/// are distinguished by their form.
fn result_and_score(text: &str) -> anyhow::Result<(String, String)> {
    let bracketed = text.split_once('[').and_then(|(before, after)| {
        let (result, behind) = after.split_once(']')?;
        Some((result.trim(), format!("{before} {behind}")))
    });
    let others = bracketed.as_ref().map_or(text, |(_, others)| others);
    let separators = |c: char| c.is_whitespace() || ";,()\"".contains(c);
    let words: Vec<&str> = others.split(separators).filter(|word| !word.is_empty()).collect();
    let is_result = |word: &str| half_points(word).is_ok();
    let (result, score) = match (bracketed.as_ref().map(|(result, _)| *result), &words[..]) {
        (Some(result), []) => (result, ""),
        (Some(result), [score]) => (result, *score),
        (None, []) => bail!(NO_RESULT),
        (None, [result]) => (*result, ""),
        (None, [one, two]) if is_result(one) && is_result(two) => {
            bail!("{one:?} and {two:?} can both be the result; write it in brackets: [1.0], [0.5] or [0.0]");
        }
        (None, [score, result]) if is_result(result) => (*result, *score),
        (None, [result, score]) => (*result, *score),
        _ => return Err(no_operation(text).into()),
    };
    Ok((result.to_owned(), score.to_owned()))
}

fn half_points(result: &str) -> anyhow::Result<u8> {
    if let Some(&(_, known)) = RESULTS.iter().find(|(word, _)| *word == result) {
        return Ok(known);
    }
    match result.contains('.').then(|| result.parse::<f64>()) {
        Some(Ok(points)) if [0.0, 0.5, 1.0].contains(&points) => Ok((2.0 * points) as u8),
        _ => bail!("{result:?} is not a result; write 1-0, 0-1, 1/2-1/2, 1.0, 0.5 or 0.0, White's points"),
    }
}
