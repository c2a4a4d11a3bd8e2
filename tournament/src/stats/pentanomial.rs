//! Pairs of games: the five scores that an opening played with both colours can have.
//!
//! The opening's own advantage falls out of a pair's score, so pairs vary less than games do, and
//! an interval from pairs is honest about games that depend on each other.

use super::Estimate;

/// Counts of pairs from the first engine's side, by its points in the pair: 0 (LL), 1/2 (LD, DL),
/// 1 (WL, LW, DD), 3/2 (WD, DW), 2 (WW).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by the first engine's half points in its two games, each 0, 1 or 2.
    pub fn add(&mut self, first: u8, second: u8) {
        self.0[usize::from(first.min(2) + second.min(2))] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The counts from the second engine's side.
    #[must_use]
    pub fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Share of the pairs in which both engines scored one point, 0 to 1; `None` without pairs.
    #[must_use]
    pub fn draw_ratio(self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.0[2] as f64 / self.pairs() as f64)
    }

    /// Pairs of more than one point for each pair of less; `None` if there is none of less.
    #[must_use]
    pub fn pairs_ratio(self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.0;
        (ll + ld > 0).then(|| (wd + ww) as f64 / (ll + ld) as f64)
    }

    /// Score, Elo and their intervals; `None` without pairs. The variance is that of a pair's
    /// score per game, and normalised Elo is of a game.
    #[must_use]
    pub fn estimate(self) -> Option<Estimate> {
        Estimate::from_counts(&self.0, 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!(
            (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
            "{found} {expected}"
        );
    }

    /// A case of fastchess's own tests, computed exactly.
    #[test]
    fn known_answer() {
        let e = Pentanomial([34, 54, 63, 64, 75]).estimate().unwrap();
        close(Some(e.score), 0.579_310_344_827_586_3);
        close(Some(e.standard_error.powi(2) * 290.0), 0.113_106_420_926_7);
        close(e.elo, 55.579_780_420_445_88);
        close(
            Some((e.elo_high.unwrap() - e.elo_low.unwrap()) / 2.0),
            27.653_429_506_393_45,
        );
        close(e.nelo, 57.935_599_938_124_33);
        close(
            Some(e.nelo_high.unwrap() - e.nelo.unwrap()),
            28.275_376_243_408_672,
        );
        close(Some(e.los), 0.999_970_393_008_431_3);
        let pairs = Pentanomial([34, 54, 63, 64, 75]);
        close(pairs.draw_ratio(), 0.217_241_379_310_344_82);
        close(pairs.pairs_ratio(), 1.579_545_454_545_454_5);
        assert_eq!(Pentanomial([0, 0, 3, 1, 0]).pairs_ratio(), None);
    }

    /// A run of fishtest's.
    #[test]
    fn known_answer_of_many_pairs() {
        let e = Pentanomial([10789, 19328, 33806, 19402, 10543])
            .estimate()
            .unwrap();
        close(e.elo, -0.773_577_335_916_542_3);
        close(
            Some((e.elo_high.unwrap() - e.elo_low.unwrap()) / 2.0),
            1.277_579_895_728_021_8,
        );
        close(Some(e.los), 0.117_658_858_032_775_1);
        close(e.nelo, -0.951_629_004_472_600_1);
    }

    #[test]
    fn symmetric_counts_are_even() {
        let e = Pentanomial([3, 7, 20, 7, 3]).estimate().unwrap();
        assert_eq!((e.score, e.elo, e.los), (0.5, Some(0.0), 0.5));
        close(e.elo_low, -e.elo_high.unwrap());
        let counts = Pentanomial([1, 2, 3, 4, 5]);
        let (a, b) = (
            counts.estimate().unwrap(),
            counts.reversed().estimate().unwrap(),
        );
        close(a.elo, -b.elo.unwrap());
        close(a.elo_high, -b.elo_low.unwrap());
    }

    #[test]
    fn degenerate_counts_are_finite_or_none() {
        assert_eq!(Pentanomial::default().estimate(), None);
        for position in 0..5 {
            for pairs in [1, 2, 50] {
                let mut counts = Pentanomial::default();
                counts.0[position] = pairs;
                let e = counts.estimate().unwrap();
                assert!(e.los > 0.0 && e.los < 1.0, "{counts:?} {e:?}");
                assert!(
                    e.elo_low
                        .is_none_or(|low| e.elo.is_none_or(|elo| low < elo))
                );
                assert!(
                    e.elo_high
                        .is_none_or(|high| e.elo.is_none_or(|elo| high > elo))
                );
                assert_eq!(e.elo_low.is_none(), position == 0);
                assert_eq!(e.elo_high.is_none(), position == 4);
                assert_eq!(e.nelo, None);
            }
        }
        // The interval would reach beyond a score of 1.
        let e = Pentanomial([0, 0, 0, 1, 9]).estimate().unwrap();
        assert!(e.elo.is_some() && e.elo_high.is_none() && e.elo_low.is_some());
    }

    #[test]
    fn counting() {
        let mut counts = Pentanomial::default();
        for (first, second) in [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (2, 1), (2, 2)] {
            counts.add(first, second);
        }
        assert_eq!(counts, Pentanomial([1, 2, 2, 1, 1]));
        assert_eq!(counts.pairs(), 7);
    }
}
