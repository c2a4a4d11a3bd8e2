//! A match that ends as soon as it has told what it is to tell: a sequential test has an answer, or the interval of its
//! Elo is narrow enough.
//!
//! That an interval which is looked at after every pair keeps what it promises when it is as narrow as was asked for is
//! Chow and Robbins, "On the asymptotic theory of fixed-width sequential confidence intervals" (1965); it needs some
//! pairs to know their spread by, so none ends before [`FEWEST`].

use super::in_order::InOrder;
use super::sprt::{Decision, Leg};
use super::{Pentanomial, Sample, Sprt};

/// A match is not ended by its interval before so many pairs.
pub const FEWEST: u64 = 50;

/// What ends a match.
#[derive(Debug, Clone)]
enum Ending {
    /// A sequential test.
    Test(Leg),
    /// An interval of the Elo that is narrower than so many.
    Narrow { width: f64, reached: bool },
}

/// A sequential test of a match under way. What it says depends on the finished beginning of the schedule
/// alone: neither the number of threads nor a stop changes it.
#[derive(Debug, Clone)]
pub struct SequentialMatch {
    ending: Ending,
    pairs: Pentanomial,
    order: InOrder,
}

impl SequentialMatch {
    /// A test without results.
    #[must_use]
    pub fn new(sprt: Sprt) -> Self {
        Self::ending(Ending::Test(Leg::new(sprt)))
    }

    /// A match without results that ends when the 95 % interval of its Elo is narrower than `width`.
    #[must_use]
    pub fn narrower_than(width: f64) -> Self {
        Self::ending(Ending::Narrow {
            width,
            reached: false,
        })
    }

    fn ending(ending: Ending) -> Self {
        Self {
            ending,
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
                self.look();
            }
        }
    }

    fn look(&mut self) {
        let sample = Sample::Pairs(self.pairs);
        match &mut self.ending {
            Ending::Test(leg) => leg.look(&sample),
            Ending::Narrow { width, reached } => {
                let elo = sample.estimate().map(|estimate| estimate.elo);
                let ends = elo.and_then(|elo| elo.low.zip(elo.high));
                let is_narrow = ends.is_some_and(|(low, high)| high - low < *width);
                *reached = is_narrow && self.pairs.pairs() >= FEWEST;
            }
        }
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        match &self.ending {
            Ending::Test(leg) => leg.decision != Decision::Continue,
            Ending::Narrow { reached, .. } => *reached,
        }
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
        assert_eq!(forward.pairs(), mixed.pairs());
        let llr = sprt.llr(&Sample::Pairs(forward.pairs())).unwrap();
        assert!(llr >= sprt.upper());
        // One pair less was not enough: nothing counts that was not needed.
        let mut last = SequentialMatch::new(sprt);
        let games = 2 * forward.pairs().pairs() as usize;
        for game in 0..games - 2 {
            last.add(game, half_points(game));
        }
        assert!(!last.is_decided());
    }

    #[test]
    fn an_interval_ends_a_match_at_the_first_pair_after_which_it_is_narrow() {
        let mut match_ = SequentialMatch::narrower_than(60.0);
        let mut game = 0;
        while !match_.is_decided() {
            match_.add(game, half_points(game));
            match_.add(game + 1, half_points(game + 1));
            game += 2;
        }
        let width = |pairs: &Pentanomial| {
            let elo = Sample::Pairs(*pairs).estimate().unwrap().elo;
            elo.high.unwrap() - elo.low.unwrap()
        };
        let pairs = match_.pairs();
        assert!(width(&pairs) < 60.0, "{}", width(&pairs));
        let mut before = Pentanomial::default();
        for pair in 0..pairs.pairs() as usize - 1 {
            before.add(half_points(2 * pair), half_points(2 * pair + 1));
        }
        assert!(width(&before) >= 60.0, "{}", width(&before));
        // What comes later does not count.
        match_.add(game, 2);
        match_.add(game + 1, 2);
        assert_eq!(match_.pairs(), pairs);
    }

    #[test]
    fn a_few_draws_are_no_narrow_interval() {
        let mut match_ = SequentialMatch::narrower_than(1000.0);
        for game in 0..2 * FEWEST as usize - 1 {
            match_.add(game, 1);
            assert!(!match_.is_decided(), "{game}");
        }
    }
}
