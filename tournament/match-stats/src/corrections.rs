//! Many tests or estimates at once: p-values adjusted for their number, and estimates shrunk.
//!
//! [`holm`] keeps the probability of any false verdict (Holm 1979), however the tests depend on each other;
//! [`false_discovery`] the expected share of false verdicts among those that are made (Benjamini and Hochberg 1995), for tests
//! that are independent or positively dependent, as matches against one opponent are. [`shrunk`] removes the selection bias of
//! a sorted list, whose first is there because it is large and because it was lucky (James and Stein 1961; Efron and Morris
//! 1975; Paule and Mandel 1982; Morris 1983).

use super::Interval;
use super::functions::{Z95, bisect};

/// The p-values, 0 to 1, adjusted for their number, in the given order: rejecting all that are at
/// most alpha makes any error with a probability of at most alpha.
#[must_use]
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
#[must_use]
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
#[must_use]
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
        let variance = (1.0 - pull) * error
            + pull.powi(2) * variance_of_mean
            + 2.0 / freedom * (pull * off).powi(2);
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
        let square =
            |one: &Measurement| (one.value - mean).powi(2) / (one.standard_error.powi(2) + scatter);
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
