//! The logistic Elo scale, and an estimate from counts.
//!
//! A score s (points per game, 0 to 1) is `-400 log10(1/s - 1)` Elo. An interval of the score (see
//! `score_test`) is carried over end by end. Fishtest and fastchess take the variance of the results
//! seen, and 1.96 of its errors; here it is the variance at the tested score, and Student's quantile, so that
//! intervals of few pairs and of strong favourites keep their coverage. For many results between equals it is
//! the same.

use super::Interval;
use super::moments::Moments;
use super::normal::Z95;
use super::normalised::{self, NELO_SCALE};
use super::score_test::ScoreTest;
use super::student;

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
    /// The same with the interval that holds at any advantage (see `normalised`); an end is `None`
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
        let ends = normalised::interval(counts);
        let of_game = |advantage: f64| advantage / games.sqrt() * NELO_SCALE;
        let nelo = of_game(advantage);
        let nelo_error = of_game(Z95 / n.sqrt());
        let wrong = all_on_one_side(n);
        let los = student::below(test.errors_above(0.5), test.freedom());
        let scores = test.interval(student::t95(test.freedom()));
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
    let scores = test.interval(student::quantile(tail, test.freedom()));
    Some(scores.map(elo_from_score))
}

/// A score as far as a share of results that were not seen may pull it.
fn pulled(score: f64, unseen: f64) -> Interval {
    Interval { value: score, low: score * (1.0 - unseen), high: score + (1.0 - score) * unseen }
}

/// The largest share that results may have of which none is seen among n, at 95 %. (Clopper and
/// Pearson, two-sided.)
pub(super) fn unseen_share(n: f64) -> f64 {
    1.0 - student::TAIL.powf(1.0 / n)
}

/// The probability of being the weaker one after n results that were all won: 2^-(n+1), by
/// Laplace's rule of succession for the share of results above one half. No n results are stronger evidence.
pub(super) fn all_on_one_side(n: f64) -> f64 {
    0.5_f64.powf(n + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        assert_eq!(elo_from_score(0.5), Some(0.0));
        for elo in [-800.0, -35.0, 0.0, 1.0, 191.0] {
            let back = elo_from_score(score_from_elo(elo)).unwrap();
            assert!((back - elo).abs() < 1e-9, "{elo} {back}");
        }
        // Ten to one is 400 Elo by definition.
        assert!((elo_from_score(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
        for score in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(elo_from_score(score), None);
        }
    }
}
