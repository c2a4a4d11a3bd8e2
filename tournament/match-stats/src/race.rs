//! Many matches against one opponent, with pairs spent on those that are still undecided.
//!
//! Every candidate has its interim analyses ("looks") after the same numbers of pairs, each twice the one before. One
//! whose interval decides it is finished; the others play on to the next look, until the last. Each look spends its share of the
//! 5 %. A candidate's course depends on nothing but its own pairs in their order, so it is the same after every
//! stop.

use statrs::distribution::{Continuous, ContinuousCDF, Normal};

use crate::elo::{elo_from_score, score_interval};
use crate::functions::{TAIL, bisect, phi};
use crate::{ImpossibleTest, Interval, Pentanomial, ensure};

/// The pairs at which candidates are looked at, and the indifference zone.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    elo: f64,
    looks: Vec<usize>,
    spending: Spending,
}

/// The verdict on a candidate's Elo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaceVerdict {
    /// It is above 0.
    Above,
    /// It is below 0.
    Below,
    /// It is nearer to 0 than the stated Elo, whatever its sign.
    Small,
    /// None of these.
    Open,
}

/// The progress of a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    /// The number of pairs that it is to have.
    pub goal: usize,
    /// The verdict after the pairs that count, the first `goal` of them.
    pub verdict: RaceVerdict,
    /// The pairs that count.
    pub pairs: Pentanomial,
}

impl Race {
    /// A race with looks after `first` pairs, twice as many, and so on, the last after `most`, without one shortly before
    /// it; a difference below `elo` is of no consequence.
    ///
    /// # Errors
    /// If the Elo or the numbers of pairs are out of range.
    pub fn new(elo: f64, first: usize, most: usize) -> Result<Race, ImpossibleTest> {
        ensure((0.1..=1000.0).contains(&elo), || {
            format!("an Elo of {elo} cannot be reached past; choose one from 0.1 to 1000")
        })?;
        ensure(first >= 4 && most >= first, || {
            format!(
                "{first} pairs at first and {most} at most are not a race; the first must be 4 or more, and not more than all"
            )
        })?;
        let doubled = |&look: &usize| look.checked_mul(2);
        let before = std::iter::successors(Some(first), doubled).take_while(|&look| look <= most - most.div_ceil(10));
        let looks: Vec<usize> = before.chain([most]).collect();
        let shares: Vec<f64> = looks.iter().map(|&look| look as f64 / most as f64).collect();
        Ok(Race { elo, looks, spending: Spending::new(&shares) })
    }

    /// The numbers of pairs after which candidates are looked at.
    pub fn looks(&self) -> &[usize] {
        &self.looks
    }

    /// The look at which a candidate has these pairs; between two the one before.
    fn look(&self, pairs: Pentanomial) -> usize {
        let later = self.looks.iter().filter(|&&look| look as u64 <= pairs.pairs());
        later.count().saturating_sub(1)
    }

    /// The Elo with the interval on which verdicts are based: 95 %, all looks together. `None` without pairs.
    pub fn interval(&self, pairs: Pentanomial) -> Option<Interval<Option<f64>>> {
        let scores = score_interval(&pairs.0, self.spending.tail(self.look(pairs)))?;
        Some(scores.map(elo_from_score))
    }

    /// The two-sided p-value of a difference from 0, all looks together: at most 5 % where that interval excludes 0.
    /// `None` without pairs.
    pub fn p_value(&self, pairs: Pentanomial) -> Option<f64> {
        let los = pairs.estimate()?.los;
        Some(self.spending.p_value(self.look(pairs), los.min(1.0 - los)))
    }

    /// The verdict on a candidate after these pairs, at one of the looks.
    pub fn verdict(&self, pairs: Pentanomial) -> RaceVerdict {
        let Interval { low, high, .. } = self.interval(pairs).unwrap_or(Interval::UNKNOWN);
        match (low, high) {
            (Some(low), _) if low > 0.0 => RaceVerdict::Above,
            (_, Some(high)) if high < 0.0 => RaceVerdict::Below,
            (Some(low), Some(high)) if low > -self.elo && high < self.elo => RaceVerdict::Small,
            _ => RaceVerdict::Open,
        }
    }

    /// The progress of a candidate, by its half points in each of its pairs in order, 0 to 4 each.
    pub fn course(&self, half_points: &[u8]) -> Course {
        let mut course = Course { goal: 0, verdict: RaceVerdict::Open, pairs: Pentanomial::default() };
        for &look in &self.looks {
            for &points in half_points.iter().take(look).skip(course.goal) {
                course.pairs.0[usize::from(points.min(4))] += 1;
            }
            course.goal = look;
            if half_points.len() < look {
                break;
            }
            course.verdict = self.verdict(course.pairs);
            if course.verdict != RaceVerdict::Open {
                break;
            }
        }
        course
    }
}

/// Below this a probability is rounding.
const LEAST: f64 = 1e-12;
/// The last point of the density, an even number for Simpson's rule.
const LAST: usize = 200;

/// The looks of a two-sided test at 5 %, each of which may spend a share of the error rate.
///
/// The share is that of Lan and DeMets (1983), shaped like the bounds of O'Brien and Fleming (1979): next to nothing at first,
/// so that the last look is nearly as good as a single one. The bounds are exact for normal results: the density of those that
/// go on is integrated from look to look (Armitage, McPherson and Rowe 1969).
#[derive(Debug, Clone, PartialEq)]
struct Spending {
    looks: Vec<Look>,
}

#[derive(Debug, Clone, PartialEq)]
struct Look {
    /// The share of all data, and that of the look before.
    share: f64,
    before: f64,
    /// The bound in standard errors.
    bound: f64,
    /// What is spent at either side before this look.
    spent: f64,
    /// Sums at the look before that come to this one, and their density times Simpson's weights; none for the first.
    density: Vec<(f64, f64)>,
}

impl Spending {
    /// Looks after these shares of all data, in rising order, the last 1.
    fn new(shares: &[f64]) -> Self {
        let mut looks: Vec<Look> = Vec::new();
        for &share in shares {
            let (before, spent, density) = looks.last().map_or((0.0, 0.0, Vec::new()), Look::onward);
            let mut look = Look { share, before, bound: 0.0, spent, density };
            let tail = (spent_by(share) - spent).max(LEAST);
            // A tail falls with the bound, and no bound of interest is outside of these.
            look.bound = bisect(0.0, 10.0, |bound| Some(look.beyond(bound) - tail)).unwrap_or(10.0);
            looks.push(look);
        }
        Self { looks }
    }

    /// The tail of a single look with the bound of this one.
    fn tail(&self, look: usize) -> f64 {
        self.looks.get(look).map_or(TAIL, |look| phi(-look.bound))
    }

    /// The two-sided p-value of a result that ended at this look, as far from 0 as a single one with this tail: results that
    /// ended earlier are farther out.
    fn p_value(&self, look: usize, tail: f64) -> f64 {
        let Some(look) = self.looks.get(look) else { return 2.0 * tail };
        let away = Normal::standard().inverse_cdf(1.0 - tail.clamp(LEAST, 0.5));
        (2.0 * (look.spent + look.beyond(away))).min(1.0)
    }
}

/// What is spent at either side after this share of all data.
fn spent_by(share: f64) -> f64 {
    let last = Normal::standard().inverse_cdf(1.0 - TAIL / 2.0);
    2.0 * phi(-last / share.sqrt())
}

impl Look {
    /// The probability of coming here and lying beyond `bound` standard errors, on one side.
    fn beyond(&self, bound: f64) -> f64 {
        if self.density.is_empty() {
            return phi(-bound);
        }
        let (reach, step) = (bound * self.share.sqrt(), (self.share - self.before).sqrt());
        self.density.iter().map(|(x, weight)| weight * phi((x - reach) / step)).sum()
    }

    /// What the next look begins with: this share, what is spent, and the density of the results within the bound.
    fn onward(&self) -> (f64, f64, Vec<(f64, f64)>) {
        let step = Normal::new(0.0, (self.share - self.before).sqrt()).unwrap_or_else(|_| Normal::standard());
        let reach = self.bound * self.share.sqrt();
        let width = 2.0 * reach / LAST as f64;
        let point = |at: usize| {
            let x = -reach + width * at as f64;
            let weight = match at {
                0 | LAST => 1.0,
                _ if at % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let density = if self.density.is_empty() {
                step.pdf(x)
            } else {
                self.density.iter().map(|(from, weight)| weight * step.pdf(x - from)).sum()
            };
            (x, density * weight * width / 3.0)
        };
        (self.share, self.spent + self.beyond(self.bound), (0..=LAST).map(point).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lan and DeMets 1983, O'Brien and Fleming's shape, as in Jennison and Turnbull (2000) and in the R package gsDesign.
    #[test]
    fn known_bounds() {
        for (looks, expected) in [
            (1, &[1.9600][..]),
            (2, &[2.9626, 1.9686]),
            (3, &[3.7103, 2.5114, 1.9930]),
            (4, &[4.3326, 2.9631, 2.3590, 2.0141]),
            (5, &[4.8769, 3.3570, 2.6803, 2.2898, 2.0310]),
        ] {
            let shares: Vec<f64> = (1..=looks).map(|look| f64::from(look) / f64::from(looks)).collect();
            for (look, expected) in Spending::new(&shares).looks.iter().zip(expected) {
                assert!((look.bound - expected).abs() < 1e-4, "{looks}: {} {expected}", look.bound);
            }
        }
    }

    #[test]
    fn a_result_at_the_bound_of_a_look_has_what_is_spent_until_then() {
        let shares = [0.1, 0.2, 0.4, 0.8, 1.0];
        let spending = Spending::new(&shares);
        for (look, share) in shares.into_iter().enumerate() {
            let p = spending.p_value(look, spending.tail(look));
            assert!((p - 2.0 * spent_by(share)).abs() < 1e-9, "{look}: {p}");
        }
        // At the last look nothing was spent that could not be seen.
        assert!((spending.p_value(4, 0.5) - 1.0).abs() < 0.03);
    }
}
