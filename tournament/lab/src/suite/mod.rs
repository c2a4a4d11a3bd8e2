//! Suites of test positions: the positions that an engine solves, how soon, and which it has lost again.
//!
//! [`read()`] turns EPD files into positions with their goals, [`solve()`] has engines try them, a
//! [`SuiteReport`] has the results, and a [`History`] compares them with those of earlier runs. Lines come from
//! people and from games, by [`add`], or from the blunders of a run, by [`find`].
//!
//! A position is solved if the move at the end of the search is right. The time and the nodes to
//! the solution are those after which the move stayed right until the end.

pub mod add;
pub mod find;
mod report;
mod table;

use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use engine_core::epd::{EpdRecord, unquoted};
use engine_core::game::{Game, position_from_fen};
use openings::files::{self, FileError, FileFilter};
use openings::moves::san;
use openings::{LimitedReader, NumberedLines};
use players::player::GivenScore;
use shakmaty::{Chess, Move, Position};

use crate::BadLines;
use config::disk;
pub use openings::moves;
pub use report::{History, SuiteReport, solve};
pub use table::{Detail, table};

/// A position of a suite.
#[derive(Debug, Clone)]
pub struct TestPosition {
    file: String,
    /// Its line there, from 1.
    line: usize,
    id: String,
    game: Game,
    goal: Goal,
}

/// Reads suites, one after the other. One bad line refuses everything, unless `skip_bad` has such lines passed over, with
/// a note that counts them: a position that is passed over silently would be counted as tried. Castling rights and en
/// passant squares that cannot be do not count, as in UCI. Files may have any ending, also with `.gz` or `.zst` after it, and be in a
/// `.zip`; `-` is standard input. `repaired` receives a note of each error that was repaired.
pub fn read(
    paths: &[impl AsRef<Path>],
    skip_bad: bool,
    mut repaired: impl FnMut(String),
) -> anyhow::Result<Vec<TestPosition>> {
    let (mut positions, mut bad) = (Vec::new(), BadLines::default());
    for path in paths {
        let read = files::visit(path.as_ref(), FileFilter::POSITIONS, |file| {
            let limited = LimitedReader::new(file.text, disk::POSITIONS);
            let before = (positions.len(), bad.count);
            let foreign = lines(&file.name, BufReader::new(limited), &mut positions, &mut bad)?;
            if (positions.len(), bad.count) == before {
                bail!("{}: there are no positions in it; a suite has a position in EPD on each line", file.name);
            }
            foreign.into_iter().for_each(|repair| repaired(format!("{}: {repair}", file.name)));
            Ok(())
        });
        read.map_err(|error| match error.downcast_ref() {
            Some(FileError::Read { file, source }) => unreadable(file, source),
            _ => error,
        })?;
    }
    if skip_bad && !positions.is_empty() {
        bad.passed_over().into_iter().for_each(repaired);
        return Ok(positions);
    }
    bad.check("positions of a suite")?;
    Ok(positions)
}

fn unreadable(file: &str, source: &std::io::Error) -> anyhow::Error {
    anyhow!("{file}: {source}; pass an EPD file")
}

/// The positions of a text, possibly none; `file` is its name in messages.
fn parse(file: &str, bytes: &[u8]) -> anyhow::Result<Vec<TestPosition>> {
    let (mut positions, mut bad) = (Vec::new(), BadLines::default());
    lines(file, bytes, &mut positions, &mut bad)?;
    bad.check("positions of a suite")?;
    Ok(positions)
}

/// Adds the positions of a text, and its bad lines; returns a note about lines that are not UTF-8. Empty lines and lines
/// that begin with `#` are passed over.
fn lines(
    file: &str,
    text: impl BufRead,
    positions: &mut Vec<TestPosition>,
    bad: &mut BadLines,
) -> anyhow::Result<Option<String>> {
    let mut lines = NumberedLines::new(text);
    for line in &mut lines {
        let (line, text) = line.map_err(|source| unreadable(file, &source))?;
        match parse_line(text.trim()) {
            Ok((id, game, goal)) => {
                positions.push(TestPosition { file: file.to_owned(), line, id, game, goal });
            }
            Err(fault) => bad.add(file, line, &fault),
        }
    }
    Ok(lines.foreign())
}

fn parse_line(line: &str) -> anyhow::Result<(String, Game, Goal)> {
    let record = EpdRecord::read(line)?;
    let position = position_from_fen(&record.fen)?;
    let ends = [(position.is_checkmate(), "checkmate"), (position.is_stalemate(), "stalemate")];
    if let Some((_, end)) = ends.iter().find(|(is_over, _)| *is_over) {
        bail!("the game is already over by {end}");
    }
    let goal = Goal::read(&record, &position)?;
    let id = record.text("id").unwrap_or_default().to_owned();
    Ok((id, Game::new(position), goal))
}

/// The goal for an engine in a position. At least one of the four is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Goal {
    /// `bm`.
    best: Vec<Move>,
    /// `am`.
    avoid: Vec<Move>,
    /// Full moves within which the side to move gives mate (`dm 3`, `bm #3`), or is mated if it is negative; never 0.
    mate: Option<i32>,
    /// Moves that earn points (`c0` to `c9`).
    points: Vec<(Move, u32)>,
}

/// Operations that may hold points as `Nf3=10, e4=5`.
const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
/// More points than any suite gives for a move; their sum stays far from overflowing.
const MAX_POINTS: u32 = 1_000_000;

impl Goal {
    fn read(record: &EpdRecord<'_>, position: &Chess) -> anyhow::Result<Goal> {
        let goal = Goal {
            best: all_moves("bm", record, position)?,
            avoid: all_moves("am", record, position)?,
            mate: mate(record)?,
            points: points(record, position)?,
        };
        if let Some(&both) = goal.best.iter().find(|mv| goal.avoid.contains(mv)) {
            bail!(
                "{} is both the best move (bm) and one to avoid (am); remove it from one of them",
                san(both, position)
            );
        }
        if goal == Goal::default() {
            bail!(
                "there is nothing to solve; add the best move (bm Nf3;), a move to avoid (am Nf3;), a mate (dm 3;) or \
                 points (c0 \"Nf3=10, e4=5\";)"
            );
        }
        Ok(goal)
    }

    /// True if a move solves the position: `bm` and `am` decide; where there is neither, the most
    /// points; where there are none, a mate in time as `score` (from the side to move).
    fn is_reached(&self, mv: Move, score: Option<GivenScore>) -> bool {
        if !self.best.is_empty() || !self.avoid.is_empty() {
            return (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv);
        }
        if let Some(most) = self.max_points() {
            return self.points_of(mv) == most;
        }
        let moves = score.and_then(GivenScore::mate_moves);
        self.mate
            .zip(moves)
            .is_some_and(|(mate, moves)| mate.signum() == moves.signum() && moves.unsigned_abs() <= mate.unsigned_abs())
    }

    fn points_of(&self, mv: Move) -> u32 {
        self.points.iter().find(|(earning, _)| *earning == mv).map_or(0, |(_, points)| *points)
    }

    /// The most that a move earns; `None` if the position gives no points.
    fn max_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    /// The goal in words: `bm Nf3 e4`, `dm 3`.
    fn text(&self, position: &Chess) -> String {
        let mut parts = Vec::new();
        parts.extend(operation("bm", &self.best, position));
        parts.extend(operation("am", &self.avoid, position));
        parts.extend(self.mate.map(|moves| format!("dm {moves}")));
        if parts.is_empty() {
            let text = |&(mv, points)| format!("{}={points}", san(mv, position));
            parts.extend(self.points.iter().map(text));
        }
        parts.join(", ")
    }
}

/// `bm Nf3 e4`; `None` without moves.
fn operation(code: &str, moves: &[Move], position: &Chess) -> Option<String> {
    let names = moves.iter().map(|&mv| san(mv, position)).collect::<Vec<_>>();
    (!moves.is_empty()).then(|| format!("{code} {}", names.join(" ")))
}

/// The words of an operand that may be moves; not numbers of moves or signs that stand alone.
fn move_words(operand: &str) -> impl Iterator<Item = &str> {
    let is_sign = |word: &str| word.chars().all(|c| "+#!?=".contains(c));
    words(operand)
        .map(|word| {
            let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
            bare.strip_prefix('.').map_or(word, |bare| bare.trim_start_matches('.'))
        })
        .filter(move |word| !is_sign(word))
}

/// A number of moves to mate as `word` gives it: `5` or `#5`, or `#-1` if the side to move is mated; never 0.
fn mate_moves(word: &str) -> anyhow::Result<i32> {
    let moves = word.trim_start_matches('#').parse().ok();
    moves
        .filter(|&moves: &i32| moves != 0 && moves.unsigned_abs() < 10_000)
        .with_context(|| format!("{word:?} is not a number of moves to mate; write dm 3; or bm #3;"))
}

fn words(operand: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    unquoted(operand).split(is_between).filter(|word| !word.is_empty())
}

/// The moves of all operations of a code, each once.
fn all_moves(code: &str, record: &EpdRecord<'_>, position: &Chess) -> anyhow::Result<Vec<Move>> {
    let mut moves = Vec::new();
    for operand in record.operands(code) {
        if move_words(operand).next().is_none() {
            bail!("{code} names no legal move; write {code} Nf3;");
        }
        for word in move_words(operand).filter(|word| code != "bm" || !word.starts_with('#')) {
            let mv = read_move(code, word, position)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    Ok(moves)
}

fn read_move(code: &str, word: &str, position: &Chess) -> anyhow::Result<Move> {
    moves::read(word, position).map_err(|fault| anyhow!("{code}: {fault}"))
}

/// The mate of the last `dm`, or else of a `bm #5`.
fn mate(record: &EpdRecord<'_>) -> anyhow::Result<Option<i32>> {
    if let Some(operand) = record.operands("dm").last() {
        return mate_moves(unquoted(operand)).map(Some);
    }
    let words = record.operands("bm").flat_map(move_words);
    words.filter(|word| word.starts_with('#')).map(mate_moves).last().transpose()
}

/// Points as `c0 "Nf3=10, e4=5"` (in any of `c0` to `c9`), or as numbers in `c8` with the moves in
/// `c9` or `c7`. A comment that is neither is a comment.
fn points(record: &EpdRecord<'_>, position: &Chess) -> anyhow::Result<Vec<(Move, u32)>> {
    let mut points = Vec::new();
    for code in COMMENTS {
        for (mv, number) in record.operands(code).filter_map(assignments).flatten() {
            points.push((read_move(code, mv, position)?, number_of(code, number)?));
        }
    }
    if !points.is_empty() {
        return Ok(points);
    }
    let last = |code| record.operands(code).last();
    let numbers: Vec<&str> = last("c8").map_or(Vec::new(), |operand| words(operand).collect());
    let moves = ["c9", "c7"].into_iter().find_map(|code| Some((code, last(code)?)));
    let Some((code, moves)) = moves.filter(|_| numbers.iter().all(|number| is_amount(number))) else {
        return Ok(points);
    };
    let moves: Vec<&str> = words(moves).collect();
    let (of, has) = (numbers.len(), moves.len());
    if of > 0 && of != has {
        bail!("c8 has points for {of} moves, and {code} has {has} moves; give each its points");
    }
    let pairs = moves.into_iter().zip(numbers);
    let pairs = pairs.map(|(mv, number)| Ok((read_move(code, mv, position)?, number_of("c8", number)?)));
    pairs.collect()
}

/// `Nf3=10, e8=Q=5`, if the whole operand is like that.
fn assignments(operand: &str) -> Option<Vec<(&str, &str)>> {
    let parts = unquoted(operand).split(',');
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    let pairs = parts.map(|part| {
        let (mv, number) = part.rsplit_once('=')?;
        let (mv, number) = (mv.trim(), number.trim());
        let is_pair = !mv.is_empty() && !mv.contains(char::is_whitespace) && is_amount(number);
        is_pair.then_some((mv, number))
    });
    pairs.collect::<Option<Vec<_>>>()
}

/// True if points are meant, be they in range or not.
fn is_amount(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn number_of(code: &str, text: &str) -> anyhow::Result<u32> {
    let number = text.parse().ok().filter(|&number| number <= MAX_POINTS);
    number.with_context(|| format!("{code}: {text:?} is not a number of points from 0 to {MAX_POINTS}"))
}
