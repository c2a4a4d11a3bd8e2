//! Significant differences among players, all pairs judged together: two-sided p-values from the likelihoods of superiority,
//! so that verdicts and LOS never contradict each other, with Holm's correction, which needs no assumption on how ratings
//! depend on each other.
//!
//! For many tests or estimates at once: p-values adjusted for their number, and estimates shrunk. [`holm`] keeps the
//! probability of any false verdict (Holm 1979), however the tests depend on each other; [`false_discovery`] the expected share
//! of false verdicts among those that are made (Benjamini and Hochberg 1995), for tests that are independent or positively
//! dependent, as matches against one opponent are. [`shrunk`] removes the selection bias of a sorted list, whose first is there
//! because it is large and because it was lucky (James and Stein 1961; Efron and Morris 1975; Paule and Mandel 1982; Morris
//! 1983).

use std::collections::HashSet;

use super::functions::{Z95, bisect};
use super::{Interval, Ratings};

/// The probability that any of the verdicts on a field is wrong (the family-wise error rate), if
/// all players in it are equal.
pub const FAMILY_WISE_ERROR: f64 = 0.05;

/// Two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The one that is higher in the order of the field.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Elo of `a` above `b`, with the interval of this difference alone.
    pub elo: Interval,
    /// Probability, 0 to 1, that `a` is the stronger one.
    pub los: f64,
    /// Probability, 0 to 1, that `b` is.
    pub los_of_b: f64,
    /// The two-sided p-value, 0 to 1, adjusted for the number of differences in the field.
    pub p_adjusted: f64,
}

impl Difference {
    /// The two-sided p-value of this difference alone, 0 to 1.
    pub fn p(&self) -> f64 {
        (2.0 * self.los.min(self.los_of_b)).min(1.0)
    }

    /// True if the two differ significantly.
    pub fn is_significant(&self) -> bool {
        self.p_adjusted <= FAMILY_WISE_ERROR
    }
}

/// Terms of all sums that the differences of a field may take: some ten seconds.
const MAX_TERMS: u64 = 10_000_000_000;

/// All differences between the players of `field`, in that order; players that have not met, not
/// even by way of others, have none. Each interval is from the covariance of the two ratings: what they share, such as
/// the anchor's uncertainty, cancels. `None` if there are no intervals, or the players and their games are
/// too many: 10^10 terms, as of 450 players of a list of 100,000 meetings, take some ten seconds.
pub fn differences(ratings: &Ratings, field: &[usize]) -> Option<Vec<Difference>> {
    let covariance = ratings.covariance.as_ref()?;
    let count = (field.len() * field.len().saturating_sub(1) / 2) as u64;
    let terms = covariance.clusters.len().max(field.len()) as u64;
    if terms.saturating_mul(count) > MAX_TERMS {
        return None;
    }
    let pairs = field.iter().enumerate().flat_map(|(place, &a)| {
        let others = field[place + 1..].iter();
        others.map(move |&b| (a, b)).filter(|&(a, b)| ratings.are_comparable(a, b))
    });
    let pairs: Vec<(usize, usize)> = pairs.collect();
    let spreads = covariance.between(&pairs);
    let found = pairs.into_iter().zip(spreads).map(|((a, b), spread)| {
        let elo = ratings.players[a].elo.value - ratings.players[b].elo.value;
        let [los, los_of_b] = [elo, -elo].map(|elo| spread.above_zero(elo));
        Difference { a, b, elo: spread.about(elo), los, los_of_b, p_adjusted: 1.0 }
    });
    let mut found: Vec<Difference> = found.collect();
    let adjusted = holm(&found.iter().map(Difference::p).collect::<Vec<_>>());
    found.iter_mut().zip(adjusted).for_each(|(difference, p)| difference.p_adjusted = p);
    Some(found)
}

/// The letters, one for each group; they limit the number of groups.
const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The groups of the players of `field`, a letter each, in that order: those who share one do not differ significantly
/// in `differences`, which are those of the same field (a compact letter display; Piepho 2004), nor do players who have not
/// met, not even by way of others. `None` if there are more groups than letters.
///
/// Every letter is a largest group of players no two of whom differ. They are found by inserting and absorbing, here a player
/// at a time; Piepho's last step, sweeping, which would remove redundant letters, is left out.
pub fn field_groups(field: &[usize], differences: &[Difference]) -> Option<Vec<String>> {
    let differ = differences.iter().filter(|d| d.is_significant());
    let differ: HashSet<[usize; 2]> = differ.flat_map(|d| [[d.a, d.b], [d.b, d.a]]).collect();
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    for (place, &player) in field.iter().enumerate() {
        groups = inserted(&groups, place, |other| differ.contains(&[player, field[other]]));
        // One more player never leaves fewer groups, so the check is never too early.
        if groups.len() > ALPHABET.len() {
            return None;
        }
    }
    groups.sort();
    let mut letters = vec![String::new(); field.len()];
    for (group, letter) in groups.iter().zip(ALPHABET.chars()) {
        group.iter().for_each(|&player| letters[player].push(letter));
    }
    Some(letters)
}

/// The largest groups with one player more: each old group as it is, and with the new player in place of
/// those that differ from it, without groups that lie within another.
fn inserted(groups: &[Vec<usize>], player: usize, differs_from: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let alike = group.iter().filter(|&&other| !differs_from(other));
        let with: Vec<usize> = alike.copied().chain([player]).collect();
        if with.len() <= group.len() {
            found.push(group.clone());
        }
        found.push(with);
    }
    found.sort();
    found.dedup();
    let within = |inner: &[usize], outer: &[usize]| {
        inner.len() < outer.len() && inner.iter().all(|e| outer.binary_search(e).is_ok())
    };
    let is_whole = |group: &&Vec<usize>| !found.iter().any(|other| within(group, other));
    found.iter().filter(is_whole).cloned().collect()
}

/// The p-values, 0 to 1, adjusted for their number, in the given order: rejecting all that are at
/// most alpha makes any error with a probability of at most alpha.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, test) in rising(p_values).into_iter().enumerate() {
        let tests_left = (p_values.len() - rank) as f64;
        least = least.max(p_values[test] * tests_left).min(1.0);
        adjusted[test] = least;
    }
    adjusted
}

/// The p-values, 0 to 1, adjusted for their number, in the given order: of all that are at most alpha,
/// a share of at most alpha is expected to be wrong.
pub fn false_discovery(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![1.0; p_values.len()];
    let mut most = 1.0_f64;
    for (rank, test) in rising(p_values).into_iter().enumerate().rev() {
        let share = p_values.len() as f64 / (rank + 1) as f64;
        most = most.min(p_values[test] * share);
        adjusted[test] = most;
    }
    adjusted
}

fn rising(p_values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    order
}

/// The fewest estimates that determine the scatter.
const MIN_ESTIMATES: usize = 5;

/// An estimate and its standard error, above 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
}

/// The shrunken estimates with their 95 % intervals, in order; `None` for fewer than five.
pub fn shrunk(all: &[Measurement]) -> Option<Vec<Interval>> {
    if all.len() < MIN_ESTIMATES {
        return None;
    }
    let scatter = scatter(all);
    let (mean, variance_of_mean) = mean(all, scatter);
    let freedom = all.len() as f64 - 3.0;
    let each = all.iter().map(|one| {
        let error = one.standard_error.powi(2);
        // A certain estimate is not shrunk.
        let pull = freedom / (freedom + 2.0) * error / (error + scatter);
        let off = one.value - mean;
        let variance = (1.0 - pull) * error + pull.powi(2) * variance_of_mean + 2.0 / freedom * (pull * off).powi(2);
        Interval::about(one.value - pull * off, Z95 * variance.sqrt())
    });
    Some(each.collect())
}

/// The variance of the truths: that which makes the weighted squares about the mean as many as there are degrees of
/// freedom; 0 if the errors alone make more of them.
fn scatter(all: &[Measurement]) -> f64 {
    let freedom = all.len() as f64 - 1.0;
    let excess = |scatter: f64| {
        let (mean, _) = mean(all, scatter);
        let square = |one: &Measurement| (one.value - mean).powi(2) / (one.standard_error.powi(2) + scatter);
        Some(all.iter().map(square).sum::<f64>() - freedom)
    };
    // With this one all squares together are fewer than their number.
    let most: f64 = all.iter().map(|one| one.value.powi(2)).sum();
    bisect(0.0, most, excess).unwrap_or(0.0)
}

/// The mean of the truths and its variance, for this scatter.
fn mean(all: &[Measurement], scatter: f64) -> (f64, f64) {
    let weight = |one: &Measurement| 1.0 / (one.standard_error.powi(2) + scatter);
    let weights: f64 = all.iter().map(weight).sum();
    let sum: f64 = all.iter().map(|one| weight(one) * one.value).sum();
    (sum / weights, 1.0 / weights)
}
