//! Mates that engines announce in positions whose mate is known.

use players::player::GivenScore;
use serde::Serialize;

use super::reader::TestPosition;
use super::solve::Attempt;

/// The mates that an engine announced at the end of its search in positions whose mate is known, counted as by
/// matetrack (<https://github.com/vondele/matetrack>).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Mates {
    /// Positions whose mate is known.
    pub positions: usize,
    /// A mate of the right side, in any number of moves.
    pub found: usize,
    /// One in exactly as many moves as the suite gives.
    pub best: usize,
    /// One in fewer moves: the suite or the engine is wrong.
    pub shorter: usize,
    /// A mate of the wrong side.
    pub wrong: usize,
}

impl Mates {
    /// The mates in all positions of a suite; `None` if it has none.
    pub(super) fn of(positions: &[TestPosition], attempts: &[Attempt]) -> Option<Self> {
        let mut mates = Self::default();
        for (test, attempt) in positions.iter().zip(attempts) {
            if let Some(known) = test.goal.mate {
                mates.add(known, attempt.score.and_then(GivenScore::mate_moves));
            }
        }
        (mates.positions > 0).then_some(mates)
    }

    /// One more position, with the full moves to mate from the side to move, negative if it is mated.
    fn add(&mut self, known: i32, announced: Option<i32>) {
        self.positions += 1;
        let Some(moves) = announced else { return };
        if moves.signum() != known.signum() {
            self.wrong += 1;
            return;
        }
        self.found += 1;
        self.best += usize::from(moves == known);
        self.shorter += usize::from(moves.unsigned_abs() < known.unsigned_abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_announced_is_found_best_shorter_or_wrong() {
        let mut mates = Mates::default();
        for (known, announced) in [
            (3, Some(3)),
            (3, Some(5)),
            (3, Some(2)),
            (3, Some(-3)),
            (3, None),
            (-2, Some(-2)),
            (-2, Some(2)),
            (-2, Some(-1)),
        ] {
            mates.add(known, announced);
        }
        let expected = Mates { positions: 8, found: 5, best: 2, shorter: 2, wrong: 2 };
        assert_eq!(mates, expected);
    }
}
