//! A distribution on a few scores, and the one nearest to it that has a given strength: of all distributions on the same
//! scores with the wanted property, the one under which the observed frequencies are the most probable. This is what makes a
//! sequential test "generalised": nothing is assumed about how often engines draw. (Van den Bergh, the papers behind fishtest.)

/// The value that replaces a count of 0 in a likelihood ratio, which is undefined at 0: the
/// convention of fishtest and fastchess.
const ZERO_COUNT: f64 = 1e-3;
/// Newton's steps towards a tilted distribution; it takes five to ten.
const MAX_STEPS: usize = 100;
/// The share of the way to a bracket that a step may go. Probabilities have poles at the first
/// brackets; a step that lands beside one would be followed by steps too small to come back.
const STRIDE: f64 = 0.9;
/// Means closer than this are the same: their likelihoods differ by rounding alone.
const NEAR: f64 = 1e-6;
/// Rounds of the fixed point for a normalised advantage; it takes three to eight.
const MAX_ROUNDS: usize = 50;
/// Probabilities that change by less than this have settled.
const SETTLED: f64 = 1e-12;

/// Scores (points per game, 0 to 1, in rising order) and their probabilities, all above 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Distribution {
    points: Vec<(f64, f64)>,
}

impl Distribution {
    /// From counts of equally spaced scores, the worst (0) first and the best (1) last, and the
    /// number of results. Counts of 0 are replaced by [`ZERO_COUNT`].
    pub(super) fn from_counts(counts: &[u64]) -> (Self, f64) {
        let regular = |&count: &u64| if count == 0 { ZERO_COUNT } else { count as f64 };
        let regular: Vec<f64> = counts.iter().map(regular).collect();
        (Self::weighted(&regular), regular.iter().sum())
    }

    /// From counts, plus `unseen` results spread evenly over all kinds.
    ///
    /// Few results underestimate the spread of results: the rare ones are missing, and the variance is small just where
    /// the mean is off. A tenth or a fifth of a single result replaces them, and is negligible among hundreds. (As Agresti
    /// and Coull do for a share, 1998, with two results of either kind.)
    pub(super) fn with_unseen(counts: &[u64], unseen: f64) -> Self {
        let each = unseen / counts.len() as f64;
        Self::weighted(&counts.iter().map(|&count| count as f64 + each).collect::<Vec<_>>())
    }

    /// From weights of equally spaced scores, such as their probabilities.
    pub(super) fn weighted(weights: &[f64]) -> Self {
        let best = (weights.len() - 1) as f64;
        let total: f64 = weights.iter().sum();
        let points = weights.iter().enumerate();
        Self { points: points.map(|(i, weight)| (i as f64 / best, weight / total)).collect() }
    }

    pub(super) fn mean(&self) -> f64 {
        self.points.iter().map(|(x, p)| x * p).sum()
    }

    pub(super) fn variance(&self) -> f64 {
        self.central(2)
    }

    /// The mean of this power of the distance from the mean.
    pub(super) fn central(&self, power: i32) -> f64 {
        let mean = self.mean();
        self.points.iter().map(|(x, p)| p * (x - mean).powi(power)).sum()
    }

    /// The mean of a number that each score has, in their order.
    pub(super) fn mean_of(&self, numbers: impl IntoIterator<Item = f64>) -> f64 {
        self.points.iter().zip(numbers).map(|((_, p), number)| p * number).sum()
    }

    /// Each score weighed by `exp(tilt * score)`: of the distributions with this mean the nearest in information
    /// (Kullback 1959; Efron 1981, who calls it exponential tilting).
    pub(super) fn tilted(&self, tilt: f64) -> Self {
        // The largest weight is 1, so that none overflows.
        let steepest = tilt.max(0.0);
        let weight = |&(x, p): &(f64, f64)| p * (tilt * x - steepest).exp();
        Self::weighted(&self.points.iter().map(weight).collect::<Vec<_>>())
    }

    /// The variance by which a normal mean as far from here as this one would have the likelihood
    /// that the nearest distribution with this mean has: the squared distance over twice the mean
    /// log-likelihood ratio. `None` if no distribution on these scores has the mean.
    pub(super) fn variance_towards(&self, mean: f64) -> Option<f64> {
        let distance = self.mean() - mean;
        if distance.abs() < NEAR {
            return Some(self.variance());
        }
        let ratio = self.mean_of(self.log_ratios(&self.with_mean(mean)?));
        Some(distance.powi(2) / (2.0 * ratio))
    }

    /// The scores less `middle`.
    pub(super) fn offsets(&self, middle: f64) -> Vec<f64> {
        self.points.iter().map(|(x, _)| x - middle).collect()
    }

    /// The mean overshoot of a sum of these steps, one for each score, over a distant wall: half their mean square over
    /// their mean size. This is renewal theory (Feller 1971) for steps in one direction; sums of steps in both exceed a
    /// wall by 0.583 standard deviations if steps are normal (Siegmund 1985), where this formula gives 0.627, and by
    /// half a step if all have one size, where it is exact.
    pub(super) fn excess(&self, steps: &[f64]) -> f64 {
        let square = self.mean_of(steps.iter().map(|step| step * step));
        square / (2.0 * self.mean_of(steps.iter().map(|step| step.abs())))
    }

    /// The nearest distribution with this mean; `None` if no distribution on these scores has it.
    ///
    /// Its probabilities are `p / (1 + t (x - mean))`, with the t that gives the mean.
    pub(super) fn with_mean(&self, mean: f64) -> Option<Self> {
        self.balanced(&self.offsets(mean))
    }

    /// The nearest distribution whose mean lies this many of its standard deviations above one
    /// half; `None` if there is none near.
    ///
    /// The condition is not linear in the probabilities; each round replaces it by its tangent at
    /// the distribution of the round before.
    pub(super) fn with_advantage(&self, advantage: f64) -> Option<Self> {
        let mut found = Self::weighted(&vec![1.0; self.points.len()]);
        for _ in 0..MAX_ROUNDS {
            let (mean, deviation) = (found.mean(), found.variance().sqrt());
            let tangent = |x: f64| {
                let bend = 1.0 + ((mean - x) / deviation).powi(2);
                x - 0.5 - advantage * deviation * bend / 2.0
            };
            let offsets: Vec<f64> = self.points.iter().map(|&(x, _)| tangent(x)).collect();
            let next = self.balanced(&offsets)?;
            let mut both = next.points.iter().zip(&found.points);
            let is_settled = both.all(|((_, new), (_, old))| (new - old).abs() < SETTLED);
            found = next;
            if is_settled {
                break;
            }
        }
        Some(found)
    }

    /// The logarithm of how much likelier each score is here than in `other`.
    pub(super) fn log_ratios(&self, other: &Self) -> Vec<f64> {
        let both = self.points.iter().zip(&other.points);
        both.map(|(here, there)| (here.1 / there.1).ln()).collect()
    }

    /// The nearest distribution under which the mean of the offsets is 0: `p / (1 + t offset)`.
    /// `None` if the offsets have only one sign. Newton's method between brackets.
    fn balanced(&self, offsets: &[f64]) -> Option<Self> {
        let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
        let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        // Probabilities are positive between these, and the mean falls from +infinity to -.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut t = 0.0;
        for _ in 0..MAX_STEPS {
            let (mut mean, mut slope) = (0.0, 0.0);
            for ((_, p), offset) in self.points.iter().zip(offsets) {
                let share = offset / (1.0 + t * offset);
                mean += p * share;
                slope += p * share * share;
            }
            if mean > 0.0 {
                low = t;
            } else {
                high = t;
            }
            let newton = t + mean / slope;
            let next = newton.clamp(t + STRIDE * (low - t), t + STRIDE * (high - t));
            let done = (next - t).abs() <= SETTLED * (1.0 + t.abs()) * 1e-3;
            t = next;
            if done {
                break;
            }
        }
        let tilted = self.points.iter().zip(offsets);
        let points = tilted.map(|(&(x, p), offset)| (x, p / (1.0 + t * offset)));
        Some(Self { points: points.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few results of most kinds bring Newton's method close to a pole.
    #[test]
    fn tilting_gives_the_mean_whatever_was_counted() {
        const COUNTS: [u64; 5] = [0, 1, 4, 16, 90];
        for case in 1..5_usize.pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|place| COUNTS[case / 5_usize.pow(place) % 5]);
            let (found, _) = Distribution::from_counts(&counts);
            for mean in [0.4, 0.5, 0.514, 0.529, 0.6] {
                let tilted = found.with_mean(mean).unwrap();
                let sum: f64 = tilted.points.iter().map(|(_, p)| p).sum();
                let errors = [sum - 1.0, tilted.mean() - mean];
                assert!(errors.iter().all(|e| e.abs() < 1e-9), "{counts:?} {mean} {errors:?}");
            }
        }
        assert_eq!(Distribution::weighted(&[1.0, 2.0, 1.0]).with_advantage(1000.0), None);
    }
}
