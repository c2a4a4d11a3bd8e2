//! Many matches against one opponent, with pairs spent on those that are still undecided.
//!
//! Every candidate has its interim analyses ("looks") after the same numbers of pairs, each twice the one before. One
//! whose interval decides it is finished; the others play on to the next look, until the last. Each look spends its share of the
//! 5 %. A candidate's course depends on nothing but its own pairs in their order, so it is the same after every
//! stop.

use crate::elo::{elo_from_score, score_interval};
use crate::spending::Spending;
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
