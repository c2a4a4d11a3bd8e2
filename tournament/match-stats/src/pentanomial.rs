//! Pairs of games: the five scores that an opening played with both colours can have.
//!
//! The opening's own advantage cancels in a pair's score, so pairs vary less than games do, and
//! an interval from pairs is valid for games that depend on each other.

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

    /// The number of pairs.
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
    /// score per game, and normalised Elo is of a game. Intervals hold from four pairs on.
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
        assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found} {expected}");
    }

    /// Intervals and LOS by another program, which searches the mean and integrates Student's distribution numerically.
    #[test]
    fn known_answer() {
        let e = Pentanomial([34, 54, 63, 64, 75]).estimate().unwrap();
        close(e.elo.low, 27.843_734_882);
        close(e.elo.high, 83.753_060_747_090_7);
        close(e.nelo_delta.low, 29.004_561_884_981_32);
        close(e.nelo_delta.high, 87.909_954_624_093_53);
        close(Some(e.los), 0.999_953_322_755);
        assert_eq!(Pentanomial([0, 0, 3, 1, 0]).pairs_ratio(), None);
    }

    /// The same program's figures for twenty pairs and for six.
    #[test]
    fn known_answers_of_few_pairs() {
        let e = Pentanomial([1, 3, 7, 6, 3]).estimate().unwrap();
        close(e.elo.low, -30.078_510_233);
        close(e.elo.high, 159.994_016_357_611_1);
        close(Some(e.los), 0.911_408_790_113);
        close(e.nelo_delta.low, -36.566_806_477_505_94);
        close(e.nelo_delta.high, 225.881_352_859_577_16);
        let e = Pentanomial([0, 0, 1, 2, 3]).estimate().unwrap();
        close(e.elo.low, 8.698_561_241);
        assert_eq!(e.elo.high, None);
        close(Some(e.los), 0.977_207_449_5);
        let e = Pentanomial([0, 0, 0, 1, 9]).estimate().unwrap();
        close(e.elo.low, 119.857_954_376);
        close(Some(e.los), 0.994_698_709_152);
    }

    /// A run of fishtest, with its interval and LOS, from which these differ by 2 parts in 100,000.
    #[test]
    fn known_answer_of_many_pairs() {
        let e = Pentanomial([10789, 19328, 33806, 19402, 10543]).estimate().unwrap();
        close(e.elo.value, -0.773_577_335_916_542_3);
        let reach = (e.elo.high.unwrap() - e.elo.low.unwrap()) / 2.0;
        close(Some(reach), 1.277_603_524_5);
        assert!((reach / 1.277_579_895_728_021_8 - 1.0).abs() < 2e-5);
        assert!((e.los - 0.117_658_858_032_775_1).abs() < 3e-6);
        close(e.nelo.value, -0.951_629_004_472_600_1);
    }

    /// With more pairs of the same kinds, intervals and LOS approach those by 1.96 and the normal
    /// distribution, as in fishtest and fastchess.
    #[test]
    fn with_many_pairs_it_is_the_normal_interval() {
        let mut last = [f64::INFINITY; 2];
        for times in [1, 10, 100, 1000, 100_000] {
            let e = Pentanomial([1, 3, 7, 6, 3].map(|count| count * times)).estimate().unwrap();
            // Mean and variance of these counts, by hand.
            let error = (0.070_468_75 / (20 * times) as f64).sqrt();
            let normal = |sign: f64| {
                let score = 0.5875 + sign * 1.959_963_984_540_054 * error;
                -400.0 * (1.0 / score - 1.0).log10()
            };
            let off = [
                (e.elo.low.unwrap() - normal(-1.0)).abs() / error,
                (e.elo.high.unwrap() - normal(1.0)).abs() / error,
            ];
            let probability = super::super::normal::phi(0.0875 / error);
            // With ten times as many pairs the variance at the lower end differs by a third as much.
            assert!(off[0] < last[0] / 3.0 && off[1] < last[1] / 5.0, "{off:?}");
            assert!((e.los - probability).abs() < 1.0 / (20 * times) as f64);
            last = off;
        }
    }

    /// No pairs are stronger evidence than pairs that are all won, so that one draw more never raises the certainty.
    #[test]
    fn few_pairs_are_never_nearly_certain() {
        for pairs in [2, 4, 20, 50] {
            let of = |counts| Pentanomial(counts).estimate().unwrap().los;
            let won = of([0, 0, 0, 0, pairs]);
            let mixed = of([0, 0, 0, 1, pairs - 1]);
            assert!(mixed <= won && won <= 1.0 - 0.5_f64.powi(pairs as i32 + 1));
            assert!((of([pairs - 1, 1, 0, 0, 0]) + mixed - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn symmetric_counts_are_even() {
        let e = Pentanomial([3, 7, 20, 7, 3]).estimate().unwrap();
        assert_eq!((e.score, e.elo.value, e.los), (0.5, Some(0.0), 0.5));
        close(e.elo.low, -e.elo.high.unwrap());
        let counts = Pentanomial([1, 2, 3, 4, 5]);
        let (a, b) = (counts.estimate().unwrap(), counts.reversed().estimate().unwrap());
        close(a.elo.value, -b.elo.value.unwrap());
        close(a.elo.high, -b.elo.low.unwrap());
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
                assert!(e.elo.low.is_none_or(|low| e.elo.value.is_none_or(|elo| low < elo)));
                assert!(e.elo.high.is_none_or(|high| e.elo.value.is_none_or(|elo| high > elo)));
                assert_eq!(e.elo.low.is_none(), position == 0);
                assert_eq!(e.elo.high.is_none(), position == 4);
                assert_eq!(e.nelo.value, None);
            }
        }
        // The interval would reach beyond a score of 1.
        let e = Pentanomial([0, 0, 0, 1, 9]).estimate().unwrap();
        assert!(e.elo.value.is_some() && e.elo.high.is_none() && e.elo.low.is_some());
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
