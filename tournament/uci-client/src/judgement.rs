//! The score of a position by a search that remembers nothing.

use crate::score::GivenScore;

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
