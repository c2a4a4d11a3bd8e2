//! The logistic Elo scale, and an estimate from counts.
//!
//! A score s (points per game, 0 to 1) is `-400 log10(1/s - 1)` Elo; its interval is carried over end by end. Fishtest and
//! fastchess take the variance of the results seen, and 1.96 of its errors; here it is the variance at the tested score, and
//! Student's quantile, so that intervals of few pairs and of strong favourites keep their coverage.

use super::Interval;
use super::distribution::Distribution;
use super::functions::{MIN_FREEDOM, TAIL, Z95, below, bisect, quantile, t95};

/// Elo of a score, from the scoring side; `None` at and beyond 0 and 1, where Elo is unbounded.
pub fn elo_from_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// Expected score, 0 to 1, of an engine this many Elo stronger than its opponent.
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
    /// which it is near Elo between equals. `None` if the results have no variance. The interval is fishtest's, for
    /// comparison: it takes the standard deviation as known and is too narrow beyond 40 Elo.
    pub nelo: Interval<Option<f64>>,
    /// The same with the interval that holds at any advantage; an end is `None` if there is none.
    pub nelo_delta: Interval<Option<f64>>,
    /// Likelihood of superiority, 0 to 1: the probability of being the stronger one. It is never
    /// surer than as many results would be that are all on one side.
    pub los: f64,
}

impl Estimate {
    /// From counts of equally spaced results, the worst (score 0) first and the best (score 1)
    /// last, each of them from `games` games. `None` if all counts are 0.
    ///
    /// If all results are the same, the likelihood of superiority is Laplace's, 1 - 2^-(n+1) after n results above one half.
    pub(super) fn from_counts(counts: &[u64], games: f64) -> Option<Self> {
        let scores = score_interval(counts, TAIL)?;
        let n = counts.iter().sum::<u64>() as f64;
        let varies = !counts.contains(&(n as u64));
        let (nelo, nelo_delta) = if varies { nelo(counts, games) } else { (Interval::UNKNOWN, Interval::UNKNOWN) };
        let los = match scores.value {
            0.5 => 0.5,
            _ if varies => ScoreTest::new(counts).superiority(),
            score => score.round(),
        };
        let wrong = all_on_one_side(n);
        Some(Self {
            score: scores.value,
            elo: scores.map(elo_from_score),
            nelo,
            nelo_delta,
            los: los.clamp(wrong, 1.0 - wrong),
        })
    }
}

/// The score of counts with an interval that leaves out `tail` of the outcomes at either end, 0.025 in an
/// [`Estimate`]; `None` if all counts are 0.
///
/// If all results are the same, the sample's variance is 0 and would claim certainty. Then the
/// interval reaches as far as results that have not been seen could pull the score, if they
/// are as frequent as n results without one allow (Clopper and Pearson: p = 1 - 0.025^(1/n)).
pub(super) fn score_interval(counts: &[u64], tail: f64) -> Option<Interval> {
    let n = counts.iter().sum::<u64>();
    if n == 0 {
        return None;
    }
    let test = ScoreTest::new(counts);
    if !counts.contains(&n) {
        return Some(test.interval(tail));
    }
    let (score, unseen) = (test.score, 1.0 - tail.powf(1.0 / n as f64));
    let (low, high) = (score * (1.0 - unseen), score + (1.0 - score) * unseen);
    Some(Interval { value: score, low, high })
}

/// The largest share that results may have of which none is seen among n, at 95 %. (Clopper and Pearson, two-sided.)
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
/// Nearly all wins have hardly any variance, and the results that would pull the score down are the rare ones. So each score
/// is tested with the variance that results would have if it were the true one, as Wilson (1927) does for a share, where that
/// is larger than the one seen. The results under another mean are those seen, exponentially tilted.
struct ScoreTest {
    seen: Distribution,
    score: f64,
    variance: f64,
    /// The number of results, and of games in each.
    n: f64,
    games: f64,
    /// Degrees of freedom of Student's distribution.
    freedom: f64,
}

impl ScoreTest {
    /// Of counts, the worst result (0) first and the best (1) last.
    fn new(counts: &[u64]) -> Self {
        let best = (counts.len() - 1) as f64;
        let n = counts.iter().sum::<u64>() as f64;
        let sum: f64 = counts.iter().zip(0..).map(|(&count, i)| f64::from(i) * count as f64).sum();
        let seen = Distribution::with_unseen(counts, UNSEEN);
        let freedom = (n - 1.0).max(MIN_FREEDOM);
        Self { score: sum / best / n, variance: seen.variance(), n, games: best / 2.0, freedom, seen }
    }

    /// The probability that the true score is above one half.
    fn superiority(&self) -> f64 {
        let tilt = bisect(-MAX_TILT, MAX_TILT, |tilt| Some(self.tilted(tilt).0 - 0.5));
        let (_, error) = self.tilted(tilt.unwrap_or(0.0));
        below((self.score - 0.5) / error, self.freedom)
    }

    /// The scores from which the one seen is at most as many standard errors away as leave out `tail`; the ends may lie
    /// beyond 0 and 1.
    fn interval(&self, tail: f64) -> Interval {
        let errors = quantile(tail, self.freedom);
        // A score is the mean of one tilt, and its error is that tilt's: no search over means is needed.
        let end = |sign: f64| {
            let beyond = |tilt| {
                let (mean, error) = self.tilted(tilt);
                Some(mean - self.score - sign * errors * error)
            };
            let tilt = bisect(-MAX_TILT, MAX_TILT, beyond);
            let of_those_seen = || self.score + sign * errors * self.error(self.score, self.variance);
            tilt.map_or_else(of_those_seen, |tilt| self.tilted(tilt).0)
        };
        Interval { value: self.score, low: end(-1.0), high: end(1.0) }
    }

    /// The mean of the tilted results, and its standard error.
    fn tilted(&self, tilt: f64) -> (f64, f64) {
        let tilted = self.seen.tilted(tilt);
        (tilted.mean(), self.error(tilted.mean(), tilted.variance()))
    }

    /// The standard error at a mean. Of few results it is that of games without draws in part, as in ratings.
    fn error(&self, mean: f64, variance: f64) -> f64 {
        let without_draws = mean * (1.0 - mean) / self.games;
        let missing = self.freedom - (self.n - 1.0);
        ((self.n * variance.max(self.variance) + missing * without_draws) / (self.freedom * self.n)).sqrt()
    }
}

/// Elo per unit of the advantage of a game: 800 / ln 10, by which it is near Elo between equals.
pub(crate) const NELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The pseudocount of unseen results: a deviation suffers more than a mean from the
/// rare results missing among few, the more so the greater the advantage. The least by which simulated
/// intervals of twenty pairs hold the truth in 94 %, at up to 250 Elo.
const UNSEEN_OF_ADVANTAGE: f64 = 0.2;

/// Normalised Elo of counts of equally spaced results, the worst first, that are not all of one kind, each of them from
/// `games` games: with fishtest's interval, and with the one of [`nelo_ends`], whose ends are `None` if it has none: few
/// results of which hardly any differs.
fn nelo(counts: &[u64], games: f64) -> (Interval<Option<f64>>, Interval<Option<f64>>) {
    let n = counts.iter().sum::<u64>() as f64;
    let of_game = |advantage: f64| advantage / games.sqrt() * NELO_SCALE;
    let advantage = |of: &Distribution| (of.mean() - 0.5) / of.variance().sqrt();
    let nelo = of_game(advantage(&Distribution::with_unseen(counts, 0.0)));
    let all = Distribution::with_unseen(counts, UNSEEN_OF_ADVANTAGE);
    let standardised = |power: i32| all.central(power) / all.variance().powf(f64::from(power) / 2.0);
    let ends = nelo_ends(advantage(&all), standardised(3), standardised(4), n);
    let delta = Interval {
        value: Some(nelo),
        // The estimate itself is always within.
        low: ends.map(|(low, _)| of_game(low).min(nelo)),
        high: ends.map(|(_, high)| of_game(high).max(nelo)),
    };
    (Interval::about(nelo, of_game(Z95 / n.sqrt())).map(Some), delta)
}

/// The interval of an advantage, in standard deviations, by the skewness and the kurtosis of n results.
///
/// By the delta method the estimate of an advantage a has the variance
/// `(1 - a skewness + a^2 (kurtosis - 1)/4) / n`: that of the mean, of the deviation, and of both
/// together. The interval holds the advantages from which the estimate is at most Student's
/// quantile of such deviations away, each with its own variance; they lie between the roots of a quadratic equation.
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
