//! Logistic regression with a ridge, by Newton's method.
//!
//! The coefficients b maximise the likelihood of the results under an expected score of
//! `1 / (1 + exp(-x.b))`, a draw being half a win and half a loss, less a penalty of
//! `pull_j / 2 * (b_j - towards_j)^2` for each coefficient. Both are smooth and concave, so there is one maximum.
//! Sums are made in blocks of fixed size: they do not depend on threads.

use std::collections::BTreeMap;

use match_stats::matrix::{Cholesky, Matrix, inverse, product, zeros};
use rayon::prelude::*;

use super::data::{Data, dot};

const BLOCK: usize = 4096;
/// Newton's method takes ten steps or so.
const MAX_STEPS: usize = 100;
/// A step that gains less than this share of the loss is the last.
const ENOUGH: f64 = 1e-12;
/// The share of a step's promise that it must keep (Armijo).
const KEPT: f64 = 1e-4;
const HALVINGS: usize = 40;

/// A quadratic penalty on the coefficients.
#[derive(Debug, Clone)]
pub struct Ridge {
    /// The strength of the pull on each; 0 is none.
    pub pulls: Vec<f64>,
    /// The value that each is pulled towards.
    pub towards: Vec<f64>,
}

impl Ridge {
    /// No penalty, for this many coefficients.
    #[must_use]
    pub fn none(columns: usize) -> Ridge {
        Ridge { pulls: vec![0.0; columns], towards: vec![0.0; columns] }
    }

    fn penalty(&self, b: &[f64]) -> f64 {
        let pulls = (0..b.len()).map(|j| self.pulls[j] * (b[j] - self.towards[j]).powi(2));
        0.5 * pulls.sum::<f64>()
    }

    fn add_curvature(&self, b: &[f64], slope: &mut [f64], curvature: &mut Matrix) {
        for (j, &pull) in self.pulls.iter().enumerate() {
            slope[j] += pull * (b[j] - self.towards[j]);
            curvature[j][j] += pull;
        }
    }
}

/// Coefficients and their covariance.
#[derive(Debug, Clone)]
pub struct LogisticFit {
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// Their covariance, with the game as the cluster.
    pub covariance: Matrix,
}

/// The coefficients that fit best, from `start` on.
#[must_use]
pub fn fit(data: &Data, ridge: &Ridge, start: &[f64]) -> Vec<f64> {
    let mut b = start.to_vec();
    let mut loss = total_loss(data, ridge, &b);
    for _ in 0..MAX_STEPS {
        let (slope, curvature) = derivatives(data, ridge, &b);
        let step = Cholesky::new(&ridged(curvature)).solve(&slope);
        let Some((next, less)) = along(data, ridge, (&b, loss), (&slope, &step)) else {
            break;
        };
        let gain = loss - less;
        (b, loss) = (next, less);
        if gain <= ENOUGH * loss.abs() {
            break;
        }
    }
    b
}

/// [`fit`], with the covariance of the coefficients.
#[must_use]
pub fn fit_with_errors(data: &Data, ridge: &Ridge, start: &[f64]) -> LogisticFit {
    fitted(data, ridge, start, false)
}

/// [`fit`], with the covariance of the coefficients if the pulls are prior knowledge of them: each is
/// normally distributed around what it is pulled towards, with a variance of 1 / pull. A coefficient that the
/// data do not determine is as uncertain as that.
#[must_use]
pub fn fit_with_prior(data: &Data, ridge: &Ridge, start: &[f64]) -> LogisticFit {
    fitted(data, ridge, start, true)
}

fn fitted(data: &Data, ridge: &Ridge, start: &[f64], with_prior: bool) -> LogisticFit {
    let coefficients = fit(data, ridge, start);
    let (_, curvature) = derivatives(data, ridge, &coefficients);
    let mut meat = meat(data, &coefficients);
    if with_prior {
        for (j, pull) in ridge.pulls.iter().enumerate() {
            meat[j][j] += pull;
        }
    }
    // The sandwich.
    let bread = inverse(&ridged(curvature));
    LogisticFit { covariance: product(&product(&bread, &meat), &bread), coefficients }
}

/// The loss of a result (White's points) where a prediction was made in logistic units: the negative
/// logarithm of the likelihood.
#[must_use]
pub fn log_loss(prediction: f64, result: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    let soft = prediction.max(0.0) + (-prediction.abs()).exp().ln_1p();
    soft - result * prediction
}

/// The expected score of a prediction in logistic units.
#[must_use]
pub fn expected(prediction: f64) -> f64 {
    1.0 / (1.0 + (-prediction).exp())
}

fn total_loss(data: &Data, ridge: &Ridge, b: &[f64]) -> f64 {
    let blocks = data.results().par_chunks(BLOCK).enumerate();
    let sums: Vec<f64> = blocks
        .map(|(block, results)| {
            let rows = results.iter().enumerate();
            rows.map(|(at, &result)| log_loss(dot(data.row(block * BLOCK + at), b), result)).sum()
        })
        .collect();
    sums.iter().sum::<f64>() + ridge.penalty(b)
}

fn derivatives(data: &Data, ridge: &Ridge, b: &[f64]) -> (Vec<f64>, Matrix) {
    let n = data.columns();
    let blocks = data.results().par_chunks(BLOCK).enumerate();
    let parts: Vec<(Vec<f64>, Matrix)> = blocks
        .map(|(block, results)| {
            let (mut slope, mut curvature) = (vec![0.0; n], zeros(n, n));
            for (at, &result) in results.iter().enumerate() {
                let row = data.row(block * BLOCK + at);
                let score = expected(dot(row, b));
                let weight = score * (1.0 - score);
                for (i, &x) in row.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                    slope[i] += (score - result) * x;
                    let out = curvature[i][..=i].iter_mut();
                    out.zip(row).for_each(|(out, y)| *out += weight * x * y);
                }
            }
            (slope, curvature)
        })
        .collect();
    let (mut slope, mut curvature) = (vec![0.0; n], zeros(n, n));
    for (part_slope, part) in &parts {
        for i in 0..n {
            slope[i] += part_slope[i];
            for j in 0..=i {
                curvature[i][j] += part[i][j];
            }
        }
    }
    let below = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    below.for_each(|(i, j)| curvature[j][i] = curvature[i][j]);
    ridge.add_curvature(b, &mut slope, &mut curvature);
    (slope, curvature)
}

/// A column that is always zero has no curvature; a little keeps it where it is.
fn ridged(mut matrix: Matrix) -> Matrix {
    let most = (0..matrix.len()).map(|i| matrix[i][i]).fold(0.0, f64::max);
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-12 * most.max(1e-300);
    }
    matrix
}

/// Line search along a step; `None` if no part of it pays.
fn along(
    data: &Data,
    ridge: &Ridge,
    (b, loss): (&[f64], f64),
    (slope, step): (&[f64], &[f64]),
) -> Option<(Vec<f64>, f64)> {
    let mut share = 1.0;
    for _ in 0..HALVINGS {
        let next: Vec<f64> = b.iter().zip(step).map(|(b, s)| b - share * s).collect();
        let promise: f64 = (0..b.len()).map(|j| slope[j] * (b[j] - next[j])).sum();
        let less = total_loss(data, ridge, &next);
        if less <= loss - KEPT * promise && less < loss {
            return Some((next, less));
        }
        share /= 2.0;
    }
    None
}

/// The sum of the squared slopes of the games.
fn meat(data: &Data, b: &[f64]) -> Matrix {
    let n = data.columns();
    let mut slopes: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (index, &result) in data.results().iter().enumerate() {
        let row = data.row(index);
        let error = expected(dot(row, b)) - result;
        let of_game = slopes.entry(data.games()[index]);
        let of_game = of_game.or_insert_with(|| vec![0.0; n]);
        for (sum, x) in of_game.iter_mut().zip(row) {
            *sum += error * x;
        }
    }
    let mut meat = zeros(n, n);
    for slope in slopes.values() {
        let nonzero = meat.iter_mut().zip(slope).filter(|(_, x)| **x != 0.0);
        for (row, x) in nonzero {
            row.iter_mut().zip(slope).for_each(|(m, y)| *m += x * y);
        }
    }
    meat
}

#[cfg(test)]
mod tests;
