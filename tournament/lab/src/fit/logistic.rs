//! Logistic regression with bounds and a ridge, by Newton's method.
//!
//! The coefficients b maximise the likelihood of the results under an expected score of
//! `1 / (1 + exp(-x.b))`, a draw being half a win and half a loss, less a penalty of
//! `pull_j / 2 * (b_j - factor * b_0)^2` for each coefficient that is pulled towards a multiple of
//! the first, and for the first if it is pulled towards a value. Both are smooth and concave, and a bound leaves them so: there is one maximum, and the
//! projected Newton method (Bertsekas 1982, "Projected Newton methods for optimization problems with
//! simple constraints") finds it. Sums are made in blocks of fixed size: they do not depend on threads.

use std::collections::BTreeMap;

use match_stats::matrix::{Cholesky, Matrix, inverse, part, product, zeros};
use rayon::prelude::*;

use super::data::{Data, dot};

/// Rows that are summed together.
const BLOCK: usize = 4096;
/// Newton's method takes ten steps or so.
const MOST_STEPS: usize = 100;
/// A step that gains less than this share of the loss is the last.
const ENOUGH: f64 = 1e-12;
/// The share of a step's promise that it must keep (Armijo).
const KEPT: f64 = 1e-4;
/// Halvings of a step before it is given up.
const HALVINGS: usize = 40;

/// What is asked of the coefficients beside the likelihood.
#[derive(Debug, Clone)]
pub struct Wishes {
    /// The least that each may be; `None`: anything.
    pub least: Vec<Option<f64>>,
    /// How strongly each is pulled towards `factor` times the first: 0 is not at all.
    pub pulls: Vec<f64>,
    /// That multiple.
    pub factor: f64,
    /// What the first is pulled towards, if it is.
    pub first: Option<Pull>,
}

/// A pull towards a value.
#[derive(Debug, Clone, Copy)]
pub struct Pull {
    /// How strong.
    pub strength: f64,
    /// The value.
    pub towards: f64,
}

impl Wishes {
    /// Nothing, for so many coefficients.
    #[must_use]
    pub fn none(columns: usize) -> Wishes {
        Wishes {
            least: vec![None; columns],
            pulls: vec![0.0; columns],
            factor: 0.0,
            first: None,
        }
    }

    fn penalty(&self, b: &[f64]) -> f64 {
        let pulls = (1..b.len()).map(|j| self.pulls[j] * (b[j] - self.factor * b[0]).powi(2));
        let first = self
            .first
            .map_or(0.0, |first| first.strength * (b[0] - first.towards).powi(2));
        0.5 * (pulls.sum::<f64>() + first)
    }

    fn add_curvature(&self, b: &[f64], slope: &mut [f64], curvature: &mut Matrix) {
        for (j, &pull) in self.pulls.iter().enumerate().skip(1) {
            let distance = pull * (b[j] - self.factor * b[0]);
            slope[j] += distance;
            slope[0] -= self.factor * distance;
            curvature[j][j] += pull;
            curvature[j][0] -= self.factor * pull;
            curvature[0][j] -= self.factor * pull;
            curvature[0][0] += self.factor * self.factor * pull;
        }
        if let Some(first) = self.first {
            slope[0] += first.strength * (b[0] - first.towards);
            curvature[0][0] += first.strength;
        }
    }

    /// How strongly each coefficient is pulled.
    fn strength(&self, j: usize) -> f64 {
        match self.first {
            Some(first) if j == 0 => first.strength,
            _ => self.pulls[j],
        }
    }

    fn project(&self, b: &mut [f64]) {
        for (value, least) in b.iter_mut().zip(&self.least) {
            if let Some(least) = least {
                *value = value.max(*least);
            }
        }
    }

    /// The coefficients that are not held at their bound by a `slope` that pushes against it.
    fn free(&self, b: &[f64], slope: &[f64]) -> Vec<usize> {
        let held = |j: usize| self.least[j].is_some_and(|least| b[j] <= least && slope[j] > 0.0);
        (0..b.len()).filter(|&j| !held(j)).collect()
    }
}

/// Coefficients and how sure they are.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// Their covariance, with the game as the cluster; zero for those that are held at their bound.
    pub covariance: Matrix,
}

/// The coefficients that fit best, from `start` on.
#[must_use]
pub fn fit(data: &Data, wishes: &Wishes, start: &[f64]) -> Vec<f64> {
    let mut b = start.to_vec();
    wishes.project(&mut b);
    let mut loss = total_loss(data, wishes, &b);
    for _ in 0..MOST_STEPS {
        let (slope, curvature) = derivatives(data, wishes, &b);
        let free = wishes.free(&b, &slope);
        let step = newton_step(&slope, &curvature, &free);
        let Some((next, less)) = along(data, wishes, (&b, loss), (&slope, &step)) else {
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

/// [`fit`], and how sure the coefficients are.
#[must_use]
pub fn fit_with_errors(data: &Data, wishes: &Wishes, start: &[f64]) -> Fitted {
    fitted(data, wishes, start, false)
}

/// [`fit`], and how sure the coefficients are if the pulls are what was known of them beforehand: each is
/// normally distributed around 0, the first around its value, with a variance of 1 / pull (`factor` is to be 0). A coefficient of which the data
/// say nothing is as uncertain as that.
#[must_use]
pub fn fit_with_prior(data: &Data, wishes: &Wishes, start: &[f64]) -> Fitted {
    fitted(data, wishes, start, true)
}

fn fitted(data: &Data, wishes: &Wishes, start: &[f64], with_prior: bool) -> Fitted {
    let coefficients = fit(data, wishes, start);
    let (slope, curvature) = derivatives(data, wishes, &coefficients);
    let free = wishes.free(&coefficients, &slope);
    let mut meat = meat(data, &coefficients, &free);
    if with_prior {
        for (at, &j) in free.iter().enumerate() {
            meat[at][at] += wishes.strength(j);
        }
    }
    Fitted {
        covariance: covariance(coefficients.len(), &meat, &curvature, &free),
        coefficients,
    }
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

fn total_loss(data: &Data, wishes: &Wishes, b: &[f64]) -> f64 {
    let blocks = data.results().par_chunks(BLOCK).enumerate();
    let sums: Vec<f64> = blocks
        .map(|(block, results)| {
            let rows = results.iter().enumerate();
            rows.map(|(at, &result)| log_loss(dot(data.row(block * BLOCK + at), b), result))
                .sum()
        })
        .collect();
    sums.iter().sum::<f64>() + wishes.penalty(b)
}

/// The first derivatives of the loss and the matrix of the second.
fn derivatives(data: &Data, wishes: &Wishes, b: &[f64]) -> (Vec<f64>, Matrix) {
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
    wishes.add_curvature(b, &mut slope, &mut curvature);
    (slope, curvature)
}

fn newton_step(slope: &[f64], curvature: &Matrix, free: &[usize]) -> Vec<f64> {
    let part = part(curvature, free, free);
    let right: Vec<f64> = free.iter().map(|&j| slope[j]).collect();
    let solved = Cholesky::new(&ridged(part)).solve(&right);
    let mut step = vec![0.0; slope.len()];
    for (&j, value) in free.iter().zip(solved) {
        step[j] = value;
    }
    step
}

/// A column that is always zero has no curvature; a little keeps it where it is.
fn ridged(mut matrix: Matrix) -> Matrix {
    let most = (0..matrix.len()).map(|i| matrix[i][i]).fold(0.0, f64::max);
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-12 * most.max(1e-300);
    }
    matrix
}

/// Goes along a step as far as it pays; `None` if it does not.
fn along(
    data: &Data,
    wishes: &Wishes,
    (b, loss): (&[f64], f64),
    (slope, step): (&[f64], &[f64]),
) -> Option<(Vec<f64>, f64)> {
    let mut share = 1.0;
    for _ in 0..HALVINGS {
        let mut next: Vec<f64> = b.iter().zip(step).map(|(b, s)| b - share * s).collect();
        wishes.project(&mut next);
        let promise: f64 = (0..b.len()).map(|j| slope[j] * (b[j] - next[j])).sum();
        let less = total_loss(data, wishes, &next);
        if less <= loss - KEPT * promise && less < loss {
            return Some((next, less));
        }
        share /= 2.0;
    }
    None
}

/// The sum of the squared slopes of the games.
fn meat(data: &Data, b: &[f64], free: &[usize]) -> Matrix {
    let mut slopes: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (index, &result) in data.results().iter().enumerate() {
        let row = data.row(index);
        let error = expected(dot(row, b)) - result;
        let of_game = slopes.entry(data.games()[index]);
        let of_game = of_game.or_insert_with(|| vec![0.0; free.len()]);
        for (sum, &j) in of_game.iter_mut().zip(free) {
            *sum += error * row[j];
        }
    }
    let mut meat = zeros(free.len(), free.len());
    for slope in slopes.values() {
        let spoken = meat.iter_mut().zip(slope).filter(|(_, x)| **x != 0.0);
        for (row, x) in spoken {
            row.iter_mut().zip(slope).for_each(|(m, y)| *m += x * y);
        }
    }
    meat
}

/// The sandwich: the inverse of the curvature around `meat`, of all `count` coefficients.
fn covariance(count: usize, meat: &Matrix, curvature: &Matrix, free: &[usize]) -> Matrix {
    let bread = inverse(&ridged(part(curvature, free, free)));
    let small = product(&product(&bread, meat), &bread);
    let mut whole = zeros(count, count);
    for (i, &row) in free.iter().enumerate() {
        for (j, &column) in free.iter().enumerate() {
            whole[row][column] = small[i][j];
        }
    }
    whole
}

#[cfg(test)]
mod tests;
