//! The goals that solve a position.

use openings::epd::{EpdRecord, unquoted};
use shakmaty::{Chess, Move};

use crate::error::Fault;
use openings::moves::{self, san};
use players::player::GivenScore;

/// The goal for an engine in a position. At least one of the four is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Goal {
    /// `bm`.
    best: Vec<Move>,
    /// `am`.
    avoid: Vec<Move>,
    /// Full moves within which the side to move gives mate (`dm 3`, `bm #3`), or is mated if it is negative; never 0.
    pub(super) mate: Option<i32>,
    /// Moves that earn points (`c0` to `c9`).
    points: Vec<(Move, u32)>,
}

/// Operations that may hold points as `Nf3=10, e4=5`.
const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
/// More points than any suite gives for a move; their sum stays far from overflowing.
const MAX_POINTS: u32 = 1_000_000;

impl Goal {
    pub(super) fn read(record: &EpdRecord<'_>, position: &Chess) -> Result<Goal, Fault> {
        let goal = Goal {
            best: all_moves("bm", record, position)?,
            avoid: all_moves("am", record, position)?,
            mate: mate(record)?,
            points: points(record, position)?,
        };
        if let Some(&both) = goal.best.iter().find(|mv| goal.avoid.contains(mv)) {
            let both = san(both, position);
            let words =
                "is both the best move (bm) and one to avoid (am); remove it from one of them";
            return Err(format!("{both} {words}").into());
        }
        if goal == Goal::default() {
            return Err(
                "there is nothing to solve; add the best move (bm Nf3;), a move to avoid (am Nf3;), a mate (dm 3;) or \
                 points (c0 \"Nf3=10, e4=5\";)"
                    .into(),
            );
        }
        Ok(goal)
    }

    /// True if a move solves the position: `bm` and `am` decide; where there is neither, the most
    /// points; where there are none, a mate in time as `score` (from the side to move).
    pub(super) fn is_reached(&self, mv: Move, score: Option<GivenScore>) -> bool {
        if !self.best.is_empty() || !self.avoid.is_empty() {
            return (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv);
        }
        if let Some(most) = self.max_points() {
            return self.points_of(mv) == most;
        }
        let moves = score.and_then(GivenScore::mate_moves);
        self.mate.zip(moves).is_some_and(|(mate, moves)| {
            mate.signum() == moves.signum() && moves.unsigned_abs() <= mate.unsigned_abs()
        })
    }

    pub(super) fn points_of(&self, mv: Move) -> u32 {
        self.points.iter().find(|(earning, _)| *earning == mv).map_or(0, |(_, points)| *points)
    }

    /// The most that a move earns; `None` if the position gives no points.
    pub(super) fn max_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    /// The goal in words: `bm Nf3 e4`, `dm 3`.
    pub(super) fn text(&self, position: &Chess) -> String {
        let mut parts = Vec::new();
        for (code, moves) in [("bm", &self.best), ("am", &self.avoid)] {
            if !moves.is_empty() {
                let moves: Vec<_> = moves.iter().map(|&mv| san(mv, position)).collect();
                parts.push(format!("{code} {}", moves.join(" ")));
            }
        }
        parts.extend(self.mate.map(|moves| format!("dm {moves}")));
        if parts.is_empty() {
            let text = |&(mv, points)| format!("{}={points}", san(mv, position));
            parts.extend(self.points.iter().map(text));
        }
        parts.join(", ")
    }
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
fn mate_moves(word: &str) -> Result<i32, Fault> {
    let moves = word.trim_start_matches('#').parse().ok();
    moves.filter(|&moves: &i32| moves != 0 && moves.unsigned_abs() < 10_000).ok_or_else(|| {
        format!("{word:?} is not a number of moves to mate; write dm 3; or bm #3;").into()
    })
}

fn words(operand: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    unquoted(operand).split(is_between).filter(|word| !word.is_empty())
}

/// The moves of all operations of a code, each once.
fn all_moves(
    code: &'static str,
    record: &EpdRecord<'_>,
    position: &Chess,
) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for operand in record.operands(code) {
        if move_words(operand).next().is_none() {
            return Err(format!("{code} names no legal move; write {code} Nf3;").into());
        }
        for word in move_words(operand).filter(|word| code != "bm" || !word.starts_with('#')) {
            let mv = read(code, word, position)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    Ok(moves)
}

fn read(code: &'static str, word: &str, position: &Chess) -> Result<Move, Fault> {
    moves::read(word, position).map_err(|fault| format!("{code}: {fault}").into())
}

/// The mate of the last `dm`, or else of a `bm #5`.
fn mate(record: &EpdRecord<'_>) -> Result<Option<i32>, Fault> {
    if let Some(operand) = record.operands("dm").last() {
        return mate_moves(unquoted(operand)).map(Some);
    }
    let words = record.operands("bm").flat_map(move_words);
    words.filter(|word| word.starts_with('#')).map(mate_moves).last().transpose()
}

/// Points as `c0 "Nf3=10, e4=5"` (in any of `c0` to `c9`), or as numbers in `c8` with the moves in
/// `c9` or `c7`. A comment that is neither is a comment.
fn points(record: &EpdRecord<'_>, position: &Chess) -> Result<Vec<(Move, u32)>, Fault> {
    let mut points = Vec::new();
    for code in COMMENTS {
        for (mv, number) in record.operands(code).filter_map(assignments).flatten() {
            points.push((read(code, mv, position)?, number_of(code, number)?));
        }
    }
    if !points.is_empty() {
        return Ok(points);
    }
    let last = |code| record.operands(code).last();
    let numbers: Vec<&str> = last("c8").map_or(Vec::new(), |operand| words(operand).collect());
    let moves = ["c9", "c7"].into_iter().find_map(|code| Some((code, last(code)?)));
    let Some((code, moves)) = moves.filter(|_| numbers.iter().all(|number| is_amount(number)))
    else {
        return Ok(points);
    };
    let moves: Vec<&str> = words(moves).collect();
    let (of, has) = (numbers.len(), moves.len());
    if of > 0 && of != has {
        let words = format!("c8 has points for {of} moves, and {code} has {has} moves");
        return Err((words + "; give each its points").into());
    }
    let pairs = moves.into_iter().zip(numbers);
    let pairs = pairs.map(|(mv, number)| Ok((read(code, mv, position)?, number_of("c8", number)?)));
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

fn number_of(code: &'static str, text: &str) -> Result<u32, Fault> {
    let number = text.parse().ok().filter(|&number| number <= MAX_POINTS);
    number.ok_or_else(|| {
        format!("{code}: {text:?} is not a number of points from 0 to {MAX_POINTS}").into()
    })
}
