//! The two kinds of number a search handles, which must not be mixed up.
//!
//! A [`Value`] is an evaluator's value of a position: centipawns, never a mate. A [`Score`] is
//! the result of a search: a value, or a mate in N plies. Both are from the side to move.

use std::ops::{Add, Neg};

/// The longest line from the root, in plies; deeper nodes return their static value.
pub const MAX_PLY: usize = 128;

/// The largest static value, in centipawns. Evaluators are clamped to it, so that a value can never be read as a mate.
pub const EVAL_MAX: i32 = 30_000;

/// The score of being mated at once is `-MATE`.
const MATE: i32 = 32_000;

/// Scores beyond this are mates within [`MAX_PLY`] plies.
const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;

/// A static evaluation: centipawns from the side to move, within ±[`EVAL_MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(i32);

impl Value {
    /// The value of `centipawns`, brought into ±[`EVAL_MAX`].
    #[inline]
    pub const fn clamped(centipawns: i32) -> Value {
        if centipawns > EVAL_MAX {
            Value(EVAL_MAX)
        } else if centipawns < -EVAL_MAX {
            Value(-EVAL_MAX)
        } else {
            Value(centipawns)
        }
    }

    /// Centipawns, from the side to move.
    #[inline]
    pub const fn cp(self) -> i32 {
        self.0
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl Add<i32> for Value {
    type Output = Value;

    /// The value with a margin in centipawns added; it stays a value.
    #[inline]
    fn add(self, margin: i32) -> Value {
        Value::clamped(self.0 + margin)
    }
}

/// A search score from the side to move: centipawns, or a mate in N plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// A drawn game.
    pub const DRAW: Score = Score(0);
    /// Above every score that a search can return.
    pub const INFINITE: Score = Score(MATE + 1);

    /// The side to move is mated `ply` plies from the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - MATE)
    }

    /// The side to move gives mate, which stands on the board `ply` plies from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// True if the score is a mate, for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_BOUND
    }

    /// Centipawns from the side to move; `None` for a mate.
    pub const fn cp(self) -> Option<i32> {
        if self.is_mate() { None } else { Some(self.0) }
    }

    /// Full moves to mate, negative when the side to move is mated; `None` if it is not a mate.
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((MATE - self.0 + 1) / 2)
        } else {
            Some(-((MATE + self.0) / 2))
        }
    }

    /// Plies to mate, for either side; `None` if it is not a mate.
    pub const fn mate_plies(self) -> Option<usize> {
        if self.is_mate() { Some((MATE - self.0.abs()) as usize) } else { None }
    }

    /// The greatest score below this one.
    #[inline]
    pub const fn just_below(self) -> Score {
        Score(self.0 - 1)
    }

    /// This score moved by `centipawns`, kept within ±[`Score::INFINITE`]: the edge of an aspiration window.
    pub fn shifted(self, centipawns: i32) -> Score {
        Score((self.0 + centipawns).clamp(-Score::INFINITE.0, Score::INFINITE.0))
    }

    /// The difference of this score to `other`, in centipawns; a mate is far away.
    #[inline]
    pub const fn above(self, other: Score) -> i32 {
        self.0 - other.0
    }

    /// As the transposition table keeps it: a mate counted from the node instead of the root.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        let from_node = if self.0 >= MATE_BOUND {
            self.0 + ply as i32
        } else if self.0 <= -MATE_BOUND {
            self.0 - ply as i32
        } else {
            self.0
        };
        from_node as i16
    }

    /// The reverse of [`Score::to_table`].
    #[inline]
    pub const fn from_table(stored: i16, ply: usize) -> Score {
        let stored = stored as i32;
        if stored >= MATE_BOUND {
            Score(stored - ply as i32)
        } else if stored <= -MATE_BOUND {
            Score(stored + ply as i32)
        } else {
            Score(stored)
        }
    }
}

impl From<Value> for Score {
    #[inline]
    fn from(value: Value) -> Score {
        Score(value.0)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// An alpha-beta window: scores at or below `alpha` and at or above `beta` are only bounds.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The score that the side to move already has elsewhere.
    pub alpha: Score,
    /// The score that the other side will not allow.
    pub beta: Score,
}

impl Window {
    /// Every score is exact.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The zero window that tests if the score reaches `beta`.
    #[inline]
    pub const fn zero(beta: Score) -> Window {
        Window { alpha: beta.just_below(), beta }
    }

    /// The same window from the other side.
    #[inline]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
