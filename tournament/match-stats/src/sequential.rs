//! A match that ends as soon as a sequential test of it does.

use super::in_order::InOrder;
use super::sprt::{Decision, Leg};
use super::{Pentanomial, Sample, Sprt};

/// A sequential test of a match under way. What it says depends on the finished beginning of the schedule
/// alone: neither the number of threads nor a stop changes it.
#[derive(Debug, Clone)]
pub struct SequentialMatch {
    leg: Leg,
    pairs: Pentanomial,
    order: InOrder,
}

impl SequentialMatch {
    /// A test without results.
    #[must_use]
    pub fn new(sprt: Sprt) -> Self {
        Self {
            leg: Leg::new(sprt),
            pairs: Pentanomial::default(),
            order: InOrder::default(),
        }
    }

    /// Takes in a finished game by its place in the schedule, from 0, with the half points of the first
    /// engine, 0, 1 or 2. The order does not matter; games after the end of the test do not count.
    pub fn add(&mut self, game: usize, half_points: u8) {
        self.order.add(game, half_points);
        while let Some([first, second]) = self.order.next_pair() {
            if !self.is_decided() {
                self.pairs.add(first, second);
                self.leg.look(&Sample::Pairs(self.pairs));
            }
        }
    }

    /// The test as it stands.
    #[must_use]
    pub fn leg(&self) -> &Leg {
        &self.leg
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.leg.decision != Decision::Continue
    }

    /// The pairs that count, from the first engine's side.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::Model;

    fn half_points(game: usize) -> u8 {
        [2, 1, 2, 0, 1, 1, 2, 2][game % 8]
    }

    #[test]
    fn the_end_does_not_depend_on_the_order_of_games() {
        let sprt = Sprt::new((0.0, 50.0), (0.05, 0.05), Model::Logistic).unwrap();
        let (mut forward, mut mixed) = (SequentialMatch::new(sprt), SequentialMatch::new(sprt));
        for game in 0..2000 {
            forward.add(game, half_points(game));
            // Sixteen games at a time, the last of them first.
            let other = game ^ 15;
            mixed.add(other, half_points(other));
        }
        assert!(forward.is_decided());
        assert_eq!(forward.leg().decision, Decision::H1);
        assert_eq!(forward.pairs(), mixed.pairs());
        assert!(forward.leg().llr >= sprt.upper());
        // One pair less was not enough: nothing counts that was not needed.
        let mut last = SequentialMatch::new(sprt);
        let games = 2 * forward.pairs().pairs() as usize;
        for game in 0..games - 2 {
            last.add(game, half_points(game));
        }
        assert!(!last.is_decided());
    }
}
