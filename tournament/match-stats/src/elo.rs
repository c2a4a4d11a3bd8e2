//! The logistic Elo scale, and an estimate from counts.
//!
//! A score s (points per game, 0 to 1) is `-400 log10(1/s - 1)` Elo. An interval of the score (see
//! `ScoreTest`) is carried over end by end. Fishtest and fastchess take the variance of the results
//! seen, and 1.96 of its errors; here it is the variance at the tested score, and Student's quantile, so that
//! intervals of few pairs and of strong favourites keep their coverage. For many results between equals it is
//! the same.

use super::Interval;
use super::functions::{TAIL, Z95, below, bisect, quantile, t95};

/// Elo of a score, from the scoring side; `None` at and beyond 0 and 1, where Elo is unbounded.
#[must_use]
pub fn elo_from_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// Expected score, 0 to 1, of an engine this many Elo stronger than its opponent.
#[must_use]
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// An estimate of strength from counts of results, from the first engine's side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Logistic Elo; what is unbounded (at score 0 or 1) is `None`.
    pub elo: Interval<Option<f64>>,
    /// Normalised Elo: the advantage in standard deviations of a game's result, on a scale on
    /// which it is near Elo between equals. (Van den Bergh, "Normalized Elo".) `None` if the
    /// results have no variance. The interval is fishtest's, for comparison: it assumes that the standard
    /// deviation is known and is too narrow beyond 40 Elo (see the simulations in
    /// docs/statistics.md).
    pub nelo: Interval<Option<f64>>,
    /// The same with the interval that holds at any advantage (see `nelo_ends`); an end is `None`
    /// if there is none.
    pub nelo_delta: Interval<Option<f64>>,
    /// Likelihood of superiority, 0 to 1: the probability of being the stronger one. It is never
    /// surer than as many results would be that are all on one side.
    pub los: f64,
}

impl Estimate {
    /// From counts of equally spaced results, the worst (score 0) first and the best (score 1)
    /// last, each of them from `games` games. `None` if all counts are 0.
    ///
    /// The interval of the score has Student's quantile with n - 1 degrees of freedom and, as the likelihood of
    /// superiority has, the variance that results have at the tested score.
    ///
    /// If all results are the same, the sample's variance is 0 and would claim certainty. Then the
    /// interval reaches as far as results that have not been seen could pull the score, if they
    /// are as frequent as n results without one allow (Clopper and Pearson: p = 1 - 0.025^(1/n)),
    /// and the likelihood of superiority is Laplace's, 1 - 2^-(n+1) after n results above one half.
    #[must_use]
    pub(super) fn from_counts(counts: &[u64], games: f64) -> Option<Self> {
        let n = counts.iter().sum::<u64>() as f64;
        if n == 0.0 {
            return None;
        }
        let seen = Moments::new(counts, 0.0);
        let score = seen.mean;
        if counts.contains(&(n as u64)) {
            return Some(Self::without_variance(score, n));
        }
        let test = ScoreTest::new(counts);
        let advantage = (score - 0.5) / seen.variance.sqrt();
        let ends = nelo_interval(counts);
        let of_game = |advantage: f64| advantage / games.sqrt() * NELO_SCALE;
        let nelo = of_game(advantage);
        let nelo_error = of_game(Z95 / n.sqrt());
        let wrong = all_on_one_side(n);
        let los = below(test.errors_above(0.5), test.freedom());
        let scores = test.interval(t95(test.freedom()));
        Some(Self {
            score,
            elo: scores.map(elo_from_score),
            nelo: Interval::about(nelo, nelo_error).map(Some),
            nelo_delta: Interval {
                value: Some(nelo),
                // The estimate itself is always within.
                low: ends.map(|(low, _)| of_game(low).min(nelo)),
                high: ends.map(|(_, high)| of_game(high).max(nelo)),
            },
            los: los.clamp(wrong, 1.0 - wrong),
        })
    }

    fn without_variance(score: f64, n: f64) -> Self {
        let unseen = unseen_share(n);
        let wrong = all_on_one_side(n);
        let scores = pulled(score, unseen);
        Self {
            score,
            elo: scores.map(elo_from_score),
            nelo: Interval::UNKNOWN,
            nelo_delta: Interval::UNKNOWN,
            los: match score {
                s if s > 0.5 => 1.0 - wrong,
                s if s < 0.5 => wrong,
                _ => 0.5,
            },
        }
    }
}

/// The Elo of the same counts with an interval that leaves out `tail` of the outcomes at either end, 0.025 in an
/// [`Estimate`]; `None` if all counts are 0.
pub(super) fn interval_of(counts: &[u64], tail: f64) -> Option<Interval<Option<f64>>> {
    let n = counts.iter().sum::<u64>() as f64;
    if n == 0.0 {
        return None;
    }
    if counts.contains(&(n as u64)) {
        let score = Moments::new(counts, 0.0).mean;
        let unseen = 1.0 - tail.powf(1.0 / n);
        return Some(pulled(score, unseen).map(elo_from_score));
    }
    let test = ScoreTest::new(counts);
    let scores = test.interval(quantile(tail, test.freedom()));
    Some(scores.map(elo_from_score))
}

/// A score as far as a share of results that were not seen may pull it.
fn pulled(score: f64, unseen: f64) -> Interval {
    Interval { value: score, low: score * (1.0 - unseen), high: score + (1.0 - score) * unseen }
}

/// The largest share that results may have of which none is seen among n, at 95 %. (Clopper and
/// Pearson, two-sided.)
pub(super) fn unseen_share(n: f64) -> f64 {
    1.0 - TAIL.powf(1.0 / n)
}

/// The probability of being the weaker one after n results that were all won: 2^-(n+1), by
/// Laplace's rule of succession for the share of results above one half. No n results are stronger evidence.
pub(super) fn all_on_one_side(n: f64) -> f64 {
    0.5_f64.powf(n + 1.0)
}

/// The pseudocount of unseen results, spread evenly over all kinds: the least by which simulated intervals of six and
/// of ten pairs hold the truth in 94 %.
const UNSEEN: f64 = 0.1;
/// Beyond this tilt only the best or the worst result is left.
const MAX_TILT: f64 = 400.0;

/// A test of the mean from which counts of equally spaced results may come.
///
/// An interval that takes its variance from the results seen is wrong for strong favourites: nearly all wins have hardly any
/// variance, and the results that would pull the score down are the rare ones. So each score is tested with the variance that
/// results would have if it were the true one, as Wilson (1927) does for a share, where that is larger than the one seen: the
/// interval has all scores of which the one seen is at most Student's quantile of such errors away. Where it is smaller, few
/// results would make it too small.
///
/// The results under another mean are those seen, each kind weighed by `exp(t x)`: the distribution with that mean that is
/// nearest in information (Kullback 1959; Efron 1981, who calls it exponential tilting).
struct ScoreTest {
    /// Scores from 0 to 1 and their probabilities.
    points: Vec<(f64, f64)>,
    score: f64,
    variance: f64,
    freedom: f64,
}

impl ScoreTest {
    /// Of counts that are not all of one kind, the worst result (0) first and the best (1) last.
    fn new(counts: &[u64]) -> Self {
        let best = (counts.len() - 1) as f64;
        let n = counts.iter().sum::<u64>() as f64;
        let each = UNSEEN / counts.len() as f64;
        let scored = counts.iter().enumerate();
        let points = scored.clone().map(|(i, &count)| {
            let probability = (count as f64 + each) / (n + UNSEEN);
            (i as f64 / best, probability)
        });
        let sum: f64 = scored.map(|(i, &count)| i as f64 * count as f64).sum();
        Self {
            points: points.collect(),
            score: sum / best / n,
            variance: Moments::new(counts, UNSEEN).variance,
            freedom: n - 1.0,
        }
    }

    /// Degrees of freedom of Student's distribution.
    fn freedom(&self) -> f64 {
        self.freedom
    }

    /// The distance of the score above another one, in its standard errors if that is the true one.
    fn errors_above(&self, score: f64) -> f64 {
        let tilt = bisect(-MAX_TILT, MAX_TILT, |tilt| Some(self.tilted(tilt).0 - score));
        let (_, error) = self.tilted(tilt.unwrap_or(0.0));
        (self.score - score) / error
    }

    /// The scores from which the one seen is at most `errors` standard errors away; the ends may lie beyond 0 and 1.
    fn interval(&self, errors: f64) -> Interval {
        // A score is the mean of one tilt, and its error is that tilt's: no search over means is needed.
        let end = |sign: f64| {
            let beyond = |tilt| {
                let (mean, error) = self.tilted(tilt);
                Some(mean - self.score - sign * errors * error)
            };
            let tilt = bisect(-MAX_TILT, MAX_TILT, beyond);
            let of_those_seen = || self.score + sign * errors * self.error(self.variance);
            tilt.map_or_else(of_those_seen, |tilt| self.tilted(tilt).0)
        };
        Interval { value: self.score, low: end(-1.0), high: end(1.0) }
    }

    /// The mean of the tilted results, and its standard error.
    fn tilted(&self, tilt: f64) -> (f64, f64) {
        // The largest weight is 1, so that none overflows.
        let steepest = if tilt > 0.0 { tilt } else { 0.0 };
        let weights = self.points.iter();
        let weights = weights.map(|&(x, p)| (x, p * (tilt * x - steepest).exp()));
        let total: f64 = weights.clone().map(|(_, weight)| weight).sum();
        let mean = weights.clone().map(|(x, weight)| weight * x).sum::<f64>() / total;
        let squares = weights.map(|(x, weight)| weight * (x - mean).powi(2));
        (mean, self.error(squares.sum::<f64>() / total))
    }

    fn error(&self, variance: f64) -> f64 {
        (variance.max(self.variance) / self.freedom).sqrt()
    }
}

/// Elo per unit of the advantage of a game: 800 / ln 10, by which it is near Elo between equals.
pub(crate) const NELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The pseudocount of unseen results (see [`Moments`]): a deviation suffers more than a mean from the
/// rare results missing among few, the more so the greater the advantage. The least by which simulated
/// intervals of twenty pairs hold the truth in 94 %, at up to 250 Elo.
const UNSEEN_OF_ADVANTAGE: f64 = 0.2;

/// The 95 % interval of an advantage (the mean above one half, in standard deviations) that counts
/// of equally spaced results show, the worst first. `None` if it has no ends: few results of which
/// hardly any differs.
fn nelo_interval(counts: &[u64]) -> Option<(f64, f64)> {
    let n = counts.iter().sum::<u64>() as f64;
    let moments = Moments::new(counts, UNSEEN_OF_ADVANTAGE);
    let advantage = (moments.mean - 0.5) / moments.variance.sqrt();
    nelo_ends(advantage, moments.skewness, moments.kurtosis, n)
}

/// The interval by the skewness and the kurtosis of n results.
///
/// Normalised Elo: an advantage in standard deviations. The score above one half over the standard deviation of a game decides
/// how many games it takes to see an advantage. (Van den Bergh, "Normalized Elo".) Both are estimated, and they depend on each
/// other; an interval that treats the deviation as known is right near 0 only.
///
/// By the delta method the estimate of an advantage a has the variance
/// `(1 - a skewness + a^2 (kurtosis - 1)/4) / n`: that of the mean, of the deviation, and of both
/// together. The interval holds the advantages from which the estimate is at most Student's
/// quantile of such deviations away, each with its own variance, as in Wilson's interval of a
/// share; they lie between the roots of a quadratic equation.
fn nelo_ends(advantage: f64, skewness: f64, kurtosis: f64, n: f64) -> Option<(f64, f64)> {
    let reach = t95(n - 1.0).powi(2) / (n - 1.0);
    let square = 1.0 - reach * (kurtosis - 1.0) / 4.0;
    if square.is_nan() || square <= 0.0 {
        return None;
    }
    let middle = (advantage - reach * skewness / 2.0) / square;
    let product = (advantage.powi(2) - reach) / square;
    let half_width = (middle.powi(2) - product).max(0.0).sqrt();
    Some((middle - half_width, middle + half_width))
}

/// Mean and moments about it, of a few kinds of results, equally spaced from 0 to 1.
///
/// Few results underestimate the spread of results: the rare ones are missing, and the variance is small just where the
/// mean is off. A small pseudocount of unseen results, spread evenly over all kinds, replaces them; it is a tenth or a fifth
/// of a single result, and negligible among hundreds. (As Agresti and Coull do for a share, 1998, with two results of either
/// kind.)
#[derive(Debug, Clone, Copy, PartialEq)]
struct Moments {
    mean: f64,
    /// The variance, divided by the number of results.
    variance: f64,
    /// The third standardised moment; 0 if symmetric.
    skewness: f64,
    /// The fourth standardised moment; 3 if normal.
    kurtosis: f64,
}

impl Moments {
    /// Of counts, the worst result (0) first and the best (1) last, plus `unseen` results
    /// spread evenly over all kinds.
    fn new(counts: &[u64], unseen: f64) -> Self {
        let best = (counts.len() - 1) as f64;
        let each = unseen / counts.len() as f64;
        let total: f64 = counts.iter().map(|&count| count as f64 + each).sum();
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            let kinds = counts.iter().enumerate();
            let weighted = kinds.map(|(i, &count)| (count as f64 + each) * value(i as f64 / best));
            weighted.sum::<f64>() / total
        };
        let mean = mean_of(&|x| x);
        let variance = mean_of(&|x| (x - mean).powi(2));
        Self {
            mean,
            variance,
            skewness: mean_of(&|x| (x - mean).powi(3)) / variance.powf(1.5),
            kurtosis: mean_of(&|x| (x - mean).powi(4)) / variance.powi(2),
        }
    }
}
