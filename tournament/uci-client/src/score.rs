//! Scores as players give them.

use engine_core::score::{Score, Value};

/// A score from the side to move, as the player gave it: the output of other programs is not bound to what a
/// [`Score`] of our own search can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenScore {
    /// Centipawns.
    Cp(i32),
    /// Full moves to mate: positive if the side to move gives it, negative if it is mated. Never 0: a side
    /// that has a move to make is not mated yet.
    Mate(i32),
}

impl GivenScore {
    /// A mate in this many full moves, negative if the side to move is mated. `mate 0`, by which the protocol
    /// means that the side to move is mated, is -1 where that side still has a move to make.
    #[must_use]
    pub fn mate(moves: i32) -> GivenScore {
        GivenScore::Mate(if moves == 0 { -1 } else { moves })
    }

    /// Centipawns from the side to move; `None` for a mate.
    #[must_use]
    pub fn cp(self) -> Option<i32> {
        match self {
            GivenScore::Cp(cp) => Some(cp),
            GivenScore::Mate(_) => None,
        }
    }

    /// Full moves to mate, negative if the side to move is mated; `None` if it is no mate.
    #[must_use]
    pub fn mate_moves(self) -> Option<i32> {
        match self {
            GivenScore::Cp(_) => None,
            GivenScore::Mate(moves) => Some(moves),
        }
    }

    /// The same score from the other side.
    #[must_use]
    pub fn reversed(self) -> GivenScore {
        match self {
            GivenScore::Cp(cp) => GivenScore::Cp(cp.saturating_neg()),
            GivenScore::Mate(moves) => GivenScore::Mate(moves.saturating_neg()),
        }
    }
}

impl From<Score> for GivenScore {
    fn from(score: Score) -> GivenScore {
        match (score.cp(), score.mate_moves()) {
            (Some(cp), _) => GivenScore::Cp(cp),
            (None, moves) => GivenScore::mate(moves.unwrap_or(0)),
        }
    }
}

impl From<Value> for GivenScore {
    fn from(value: Value) -> GivenScore {
        GivenScore::Cp(value.cp())
    }
}

/// The largest score of a [`Judgement`], in centipawns; mates have it too.
pub const LARGEST_SCORE: i32 = 2000;

/// The score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// In centipawns within [`LARGEST_SCORE`].
    pub score: i32,
    /// The points expected by the player's own account of wins, draws and losses, from 0 to 1;
    /// `None` if it gives none.
    pub expected: Option<f64>,
}

impl Judgement {
    /// A score as a search gives it.
    #[must_use]
    pub fn new(score: GivenScore, expected: Option<f64>) -> Judgement {
        let score = match score {
            GivenScore::Cp(cp) => cp.clamp(-LARGEST_SCORE, LARGEST_SCORE),
            GivenScore::Mate(moves) => LARGEST_SCORE * moves.signum(),
        };
        Judgement { score, expected }
    }

    /// The same to the other side.
    #[must_use]
    pub fn reversed(self) -> Judgement {
        Judgement { score: -self.score, expected: self.expected.map(|share| 1.0 - share) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_a_search_are_kept() {
        for (score, expected) in [
            (Score::from(Value::clamped(-35)), GivenScore::Cp(-35)),
            (Score::mate_in(1), GivenScore::Mate(1)),
            (Score::mate_in(3), GivenScore::Mate(2)),
            (Score::mated_in(2), GivenScore::Mate(-1)),
            (Score::mated_in(4), GivenScore::Mate(-2)),
            (Score::mated_in(0), GivenScore::Mate(-1)),
        ] {
            assert_eq!(GivenScore::from(score), expected);
        }
    }

    #[test]
    fn the_other_side_counts_the_same_moves() {
        for moves in [1, 2, 5, 300, -1, -300] {
            let reversed = GivenScore::Mate(moves).reversed();
            assert_eq!(reversed, GivenScore::Mate(-moves));
        }
        assert_eq!(GivenScore::Cp(i32::MIN).reversed(), GivenScore::Cp(i32::MAX));
    }
}
