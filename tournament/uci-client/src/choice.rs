//! Several moves of a position with their scores.

use shakmaty::Move;

use crate::score::GivenScore;

/// The largest score of a [`Choice`], in centipawns; mates have it too.
pub const DECIDED: i32 = 2000;

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// From the side to move, in centipawns within [`DECIDED`].
    pub score: i32,
    /// The points expected by the player's own account of wins, draws and losses, from 0 to 1, for
    /// the side to move; `None` if it gives none.
    pub expected: Option<f64>,
}

impl Choice {
    /// A move with a score as a search tells it.
    #[must_use]
    pub fn new(mv: Move, score: GivenScore, expected: Option<f64>) -> Choice {
        let score = match score {
            GivenScore::Cp(cp) => cp.clamp(-DECIDED, DECIDED),
            GivenScore::Mate(moves) => DECIDED * moves.signum(),
        };
        Choice {
            mv,
            score,
            expected,
        }
    }
}
