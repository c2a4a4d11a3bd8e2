//! The number of games that a test or an interval needs, for planning.

use super::distribution::Distribution;
use super::elo::{elo_from_score, score_from_elo};
use super::functions::{Z95, bisect};
use super::{Sample, Sprt};

/// The distribution of the results of two engines.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    distribution: Distribution,
    games_each: u64,
}

/// The expected outcome of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectedOutcome {
    /// Games until it stops, on the average.
    pub games: f64,
    /// Probability, 0 to 1, that it accepts H1.
    pub passes: f64,
}

impl Results {
    /// Of pairs of independent games, by their Elo and the share of games that are drawn, between 0 and 1.
    /// `None` if the score is impossible with this share of draws.
    #[must_use]
    pub fn independent(elo: f64, draw_ratio: f64) -> Option<Self> {
        let score = score_from_elo(elo);
        let (win, loss) = (score - draw_ratio / 2.0, 1.0 - score - draw_ratio / 2.0);
        if !(win > 0.0 && loss > 0.0 && draw_ratio > 0.0) {
            return None;
        }
        let game = [loss, draw_ratio, win];
        let mut pair = [0.0; 5];
        for (i, p) in game.iter().enumerate() {
            for (j, q) in game.iter().enumerate() {
                pair[i + j] += p * q;
            }
        }
        Some(Self::of_pairs(&pair))
    }

    /// By the chances of a pair's points: 0, 1/2, 1, 3/2, 2. All of them are above 0.
    #[must_use]
    pub fn of_pairs(chances: &[f64; 5]) -> Self {
        Self { distribution: Distribution::weighted(chances), games_each: 2 }
    }

    /// The distribution in an earlier match; `None` without results.
    #[must_use]
    pub fn as_in(sample: &Sample) -> Option<Self> {
        (sample.games() > 0).then(|| Self {
            distribution: Distribution::from_counts(&sample.counts()).0,
            games_each: sample.games_each(),
        })
    }

    /// The same, of engines `elo` apart; `None` beyond what is possible.
    #[must_use]
    pub fn at(&self, elo: f64) -> Option<Self> {
        Some(Self {
            distribution: self.distribution.with_mean(score_from_elo(elo))?,
            games_each: self.games_each,
        })
    }

    /// Their Elo.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        elo_from_score(self.distribution.mean())
    }

    /// The expected outcome of a test of them; `None` if its hypotheses are out of reach.
    #[must_use]
    pub fn expected(&self, sprt: &Sprt) -> Option<ExpectedOutcome> {
        let particle = sprt.particle(&self.distribution, self.games_each)?;
        Some(ExpectedOutcome {
            games: particle.mean_duration() * self.games_each as f64,
            passes: particle.ends_above(),
        })
    }

    /// Games after which the 95 % interval reaches `half_width` Elo to either side; `None` if it can
    /// never be so wide.
    #[must_use]
    pub fn games_for_width(&self, half_width: f64) -> Option<f64> {
        if half_width.is_nan() || half_width <= 0.0 {
            return None;
        }
        let mean = self.distribution.mean();
        let reach = mean.min(1.0 - mean);
        let error = bisect(0.0, reach * (1.0 - f64::EPSILON), |error| {
            let width = elo_from_score(mean + error)? - elo_from_score(mean - error)?;
            Some(width / 2.0 - half_width)
        })?;
        let results = self.distribution.variance() * (Z95 / error).powi(2);
        Some(results * self.games_each as f64)
    }
}
