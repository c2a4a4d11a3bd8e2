//! The goals that solve a position.

use openings::epd::{EpdRecord, unquoted};
use shakmaty::{Chess, Move};

use openings::moves::{self, MoveFault, san};
use players::player::GivenScore;

/// The goal for an engine in a position. At least one of the four is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goal {
    /// The best moves (`bm`).
    pub best: Vec<Move>,
    /// Moves to avoid (`am`).
    pub avoid: Vec<Move>,
    /// Full moves within which the side to move gives mate (`dm 3`, `bm #3`), or is mated if it is negative; never 0.
    pub mate: Option<i32>,
    /// Moves that earn points, each with its points (`c0` to `c9`).
    pub points: Vec<(Move, u32)>,
}

/// The fault in the goal of a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum GoalFault {
    #[error(
        "there is nothing to solve; add the best move (bm Nf3;), a move to avoid (am Nf3;), a mate \
         (dm 3;) or points (c0 \"Nf3=10, e4=5\";)"
    )]
    Missing,
    #[error("{0} names no move; write {0} Nf3;")]
    Empty(&'static str),
    #[error("{code}: {fault}")]
    Move { code: &'static str, fault: MoveFault },
    #[error("{0} is both the best move (bm) and one to avoid (am); remove it from one of them")]
    Contradiction(String),
    #[error("{0:?} is not a number of moves to mate; write dm 3; or bm #3;")]
    Mate(String),
    #[error("c8 has points for {points} moves, and {code} has {moves} moves; give each its points")]
    Points { points: usize, code: &'static str, moves: usize },
    #[error("{code}: {text:?} is not a number of points from 0 to 1000000")]
    TooMany { code: &'static str, text: String },
}

/// Operations that may hold points as `Nf3=10, e4=5`.
const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
/// More points than any suite gives for a move; their sum stays far from overflowing.
const MAX_POINTS: u32 = 1_000_000;

impl Goal {
    /// Reads the goal of a line, whose position is `position`.
    ///
    /// # Errors
    /// If there is none, or it makes no sense.
    pub fn read(record: &EpdRecord<'_>, position: &Chess) -> Result<Goal, GoalFault> {
        let goal = Goal {
            best: all_moves("bm", record, position)?,
            avoid: all_moves("am", record, position)?,
            mate: mate(record)?,
            points: points(record, position)?,
        };
        if let Some(&both) = goal.best.iter().find(|mv| goal.avoid.contains(mv)) {
            return Err(GoalFault::Contradiction(san(both, position)));
        }
        if goal == Goal::default() {
            return Err(GoalFault::Missing);
        }
        Ok(goal)
    }

    /// True if a move solves the position: `bm` and `am` decide; where there is neither, the most
    /// points; where there are none, a mate in time as `score` (from the side to move).
    #[must_use]
    pub fn is_reached(&self, mv: Move, score: Option<GivenScore>) -> bool {
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

    /// The points of a move; 0 if it earns none.
    #[must_use]
    pub fn points_of(&self, mv: Move) -> u32 {
        let of = self.points.iter().find(|(earning, _)| *earning == mv);
        of.map_or(0, |&(_, points)| points)
    }

    /// The most that a move earns; `None` if the position gives no points.
    #[must_use]
    pub fn max_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    /// The goal in words: `bm Nf3 e4`, `dm 3`.
    #[must_use]
    pub fn text(&self, position: &Chess) -> String {
        let mut parts = Vec::new();
        for (code, moves) in [("bm", &self.best), ("am", &self.avoid)] {
            if !moves.is_empty() {
                let moves: Vec<_> = moves.iter().map(|&mv| san(mv, position)).collect();
                parts.push(format!("{code} {}", moves.join(" ")));
            }
        }
        parts.extend(self.mate.map(|moves| format!("dm {moves}")));
        if parts.is_empty() {
            let points = self.points.iter();
            let points = points.map(|&(mv, points)| format!("{}={points}", san(mv, position)));
            parts.extend(points);
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

/// The mate that a word is: `#5`, or `#-1` if the side to move is mated.
fn mate_of(word: &str) -> Option<Result<i32, GoalFault>> {
    let moves = word.strip_prefix('#')?;
    Some(mate_moves(moves).ok_or_else(|| GoalFault::Mate(word.to_owned())))
}

/// A number of moves to mate, which is not 0.
fn mate_moves(text: &str) -> Option<i32> {
    let moves: Option<i32> = text.parse().ok();
    moves.filter(|&moves| moves != 0 && moves.unsigned_abs() < 10_000)
}

fn words(operand: &str) -> impl Iterator<Item = &str> {
    let parts = unquoted(operand).split(|c: char| c.is_whitespace() || c == ',');
    parts.filter(|word| !word.is_empty())
}

/// The moves of all operations of a code, each once.
fn all_moves(
    code: &'static str,
    record: &EpdRecord<'_>,
    position: &Chess,
) -> Result<Vec<Move>, GoalFault> {
    let mut moves = Vec::new();
    for operand in record.operands(code) {
        if move_words(operand).next().is_none() {
            return Err(GoalFault::Empty(code));
        }
        for word in move_words(operand).filter(|word| code != "bm" || mate_of(word).is_none()) {
            let mv = read(code, word, position)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    Ok(moves)
}

fn read(code: &'static str, word: &str, position: &Chess) -> Result<Move, GoalFault> {
    moves::read(word, position).map_err(|fault| GoalFault::Move { code, fault })
}

/// The mate of the last `dm`, or else of a `bm #5`.
fn mate(record: &EpdRecord<'_>) -> Result<Option<i32>, GoalFault> {
    if let Some(operand) = record.operands("dm").last() {
        let moves = mate_moves(unquoted(operand).trim_start_matches('#'));
        return moves.map(Some).ok_or_else(|| GoalFault::Mate(operand.to_owned()));
    }
    let words = record.operands("bm").flat_map(move_words);
    words.filter_map(mate_of).last().transpose()
}

/// Points as `c0 "Nf3=10, e4=5"` (in any of `c0` to `c9`), or as numbers in `c8` with the moves in
/// `c9` or `c7`. A comment that is neither is a comment.
fn points(record: &EpdRecord<'_>, position: &Chess) -> Result<Vec<(Move, u32)>, GoalFault> {
    let mut points = Vec::new();
    for code in COMMENTS {
        for (mv, number) in record.operands(code).filter_map(assignments).flatten() {
            points.push((read(code, mv, position)?, number_of(code, number)?));
        }
    }
    if !points.is_empty() {
        return Ok(points);
    }
    let Some(numbers) = record.operands("c8").last().and_then(numbers) else {
        return Ok(points);
    };
    let moves = ["c9", "c7"].into_iter().find_map(|code| {
        let operand = record.operands(code).last()?;
        Some((code, words(operand).collect::<Vec<_>>()))
    });
    let Some((code, moves)) = moves else {
        return Ok(points);
    };
    if moves.len() != numbers.len() {
        return Err(GoalFault::Points { points: numbers.len(), code, moves: moves.len() });
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

fn numbers(operand: &str) -> Option<Vec<&str>> {
    let numbers: Vec<&str> = words(operand).collect();
    (!numbers.is_empty() && numbers.iter().all(|number| is_amount(number))).then_some(numbers)
}

/// True if points are meant, be they in range or not.
fn is_amount(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn number_of(code: &'static str, text: &str) -> Result<u32, GoalFault> {
    let number = text.parse().ok().filter(|&number| number <= MAX_POINTS);
    number.ok_or_else(|| GoalFault::TooMany { code, text: text.to_owned() })
}

#[cfg(test)]
mod tests;
