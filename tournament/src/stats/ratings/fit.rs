//! Maximum likelihood by Newton's method, on the natural logistic scale.

use super::super::matrix::{Matrix, inverse, zeros};
use super::PairingResult;

/// Steps are at most this long, in natural units (350 Elo): a first step from far away must not
/// leave the region in which the curvature means anything.
const MAX_STEP: f64 = 2.0;
/// Shorter than any rating is printed: 2e-9 Elo.
const TOLERANCE: f64 = 1e-11;
const MAX_ITERATIONS: usize = 200;

/// The games of two engines.
pub(super) struct Edge {
    pub(super) a: usize,
    pub(super) b: usize,
    pairs: f64,
    /// Points per game of the first engine, 0 to 1.
    pub(super) score: f64,
    /// Variance of a pair's points per game; not 0 even if all pairs are the same.
    variance: f64,
}

/// A normal distribution of every rating.
#[derive(Clone, Copy)]
pub(super) struct Prior {
    pub(super) centre: f64,
    /// One over the variance.
    pub(super) precision: f64,
}

impl Edge {
    /// `None` if they have not met.
    pub(super) fn new(result: &PairingResult) -> Option<Self> {
        assert_ne!(result.a, result.b, "an engine does not play itself");
        let estimate = result.penta.estimate()?;
        let pairs = result.penta.pairs() as f64;
        Some(Self {
            a: result.a,
            b: result.b,
            pairs,
            score: estimate.score,
            variance: estimate.standard_error.powi(2) * pairs,
        })
    }

    /// Expected points per game of the first engine.
    fn expected(&self, theta: &[f64]) -> f64 {
        1.0 / (1.0 + (theta[self.b] - theta[self.a]).exp())
    }

    /// Points of the first engine beyond those expected: the gradient of the likelihood.
    fn surplus(&self, theta: &[f64]) -> f64 {
        2.0 * self.pairs * (self.score - self.expected(theta))
    }

    /// The curvature of the likelihood in the difference of the two.
    pub(super) fn information(&self, theta: &[f64]) -> f64 {
        let p = self.expected(theta);
        2.0 * self.pairs * p * (1.0 - p)
    }

    /// Sum over the pairs of the squares of points scored minus points expected.
    pub(super) fn squared_residuals(&self, theta: &[f64]) -> f64 {
        let bias = self.score - self.expected(theta);
        // A pair has two games: twice its points per game, four times their square.
        4.0 * self.pairs * (self.variance + bias * bias)
    }

    fn log_likelihood(&self, theta: &[f64]) -> f64 {
        let d = theta[self.a] - theta[self.b];
        // ln p = -ln(1 + e^-d) and ln (1 - p) = -ln(1 + e^d), without overflow.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        -2.0 * self.pairs * (self.score * softplus(-d) + (1.0 - self.score) * softplus(d))
    }
}

/// Moves the free ratings to the maximum, the others staying where they are.
pub(super) fn maximise(theta: &mut [f64], free: &[usize], edges: &[&Edge], prior: Option<Prior>) {
    for _ in 0..MAX_ITERATIONS {
        let gradient = gradient(theta, free, edges, prior);
        let inverse = inverse(&curvature(theta, free, edges, prior));
        let mut step: Vec<f64> = inverse
            .iter()
            .map(|row| row.iter().zip(&gradient).map(|(x, g)| x * g).sum())
            .collect();
        let longest = step.iter().fold(0.0_f64, |max, s| max.max(s.abs()));
        let scale = f64::min(1.0, MAX_STEP / longest.max(TOLERANCE));
        step.iter_mut().for_each(|s| *s *= scale);
        advance(theta, free, &step, |theta| {
            objective(theta, free, edges, prior)
        });
        if longest < TOLERANCE {
            return;
        }
    }
}

/// Takes the step, or the half, or the quarter: the first that does not lose likelihood.
fn advance(theta: &mut [f64], free: &[usize], step: &[f64], objective: impl Fn(&[f64]) -> f64) {
    let start = theta.to_vec();
    let before = objective(&start);
    let mut part = 1.0;
    while part > TOLERANCE {
        for (&engine, s) in free.iter().zip(step) {
            theta[engine] = start[engine] + part * s;
        }
        // Near the maximum the change is below the rounding of the sum.
        if objective(theta) >= before - 1e-12 * before.abs() {
            return;
        }
        part /= 2.0;
    }
    theta.copy_from_slice(&start);
}

fn objective(theta: &[f64], free: &[usize], edges: &[&Edge], prior: Option<Prior>) -> f64 {
    let likelihood: f64 = edges.iter().map(|edge| edge.log_likelihood(theta)).sum();
    let square = |p: Prior, e: usize| p.precision * (theta[e] - p.centre).powi(2) / 2.0;
    let penalty = prior.map_or(0.0, |p| free.iter().map(|&e| square(p, e)).sum());
    likelihood - penalty
}

fn gradient(theta: &[f64], free: &[usize], edges: &[&Edge], prior: Option<Prior>) -> Vec<f64> {
    let mut all = vec![0.0; theta.len()];
    for edge in edges {
        let surplus = edge.surplus(theta);
        all[edge.a] += surplus;
        all[edge.b] -= surplus;
    }
    let pull = |e: usize| prior.map_or(0.0, |p| p.precision * (p.centre - theta[e]));
    free.iter().map(|&e| all[e] + pull(e)).collect()
}

/// The negative second derivative of the (penalised) likelihood in the free ratings.
pub(super) fn curvature(
    theta: &[f64],
    free: &[usize],
    edges: &[&Edge],
    prior: Option<Prior>,
) -> Matrix {
    let mut matrix = zeros(free.len(), free.len());
    let place = |engine: usize| free.iter().position(|&e| e == engine);
    for edge in edges {
        let information = edge.information(theta);
        let (a, b) = (place(edge.a), place(edge.b));
        for i in [a, b].into_iter().flatten() {
            matrix[i][i] += information;
        }
        if let (Some(a), Some(b)) = (a, b) {
            matrix[a][b] -= information;
            matrix[b][a] -= information;
        }
    }
    if let Some(prior) = prior {
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += prior.precision;
        }
    }
    matrix
}
