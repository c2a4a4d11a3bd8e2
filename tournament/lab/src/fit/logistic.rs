//! Logistic regression with a ridge, by Newton's method.
//!
//! The coefficients b maximise the likelihood of the results under an expected score of
//! `1 / (1 + exp(-x.b))`, a draw being half a win and half a loss, less a penalty of
//! `pull_j / 2 * (b_j - towards_j)^2` for each coefficient. Both are smooth and concave, so there is one maximum.
//! Sums are made in blocks of fixed size: they do not depend on threads.

use std::collections::BTreeMap;

use match_stats::matrix::{Cholesky, Matrix, inverse, product, zeros};
use rayon::prelude::*;

use super::{Data, dot, expected, log_loss};

const BLOCK: usize = 4096;
/// Newton's method takes ten steps or so.
const MAX_STEPS: usize = 100;
/// A step that gains less than this share of the loss is the last.
const ENOUGH: f64 = 1e-12;
/// The share of a step's promise that it must keep (Armijo).
const KEPT: f64 = 1e-4;
const HALVINGS: usize = 40;

#[derive(Debug, Clone)]
pub(super) struct Ridge {
    pub(super) pulls: Vec<f64>,
    pub(super) towards: Vec<f64>,
}

impl Ridge {
    pub(super) fn none(columns: usize) -> Ridge {
        Ridge { pulls: vec![0.0; columns], towards: vec![0.0; columns] }
    }
}

#[derive(Debug, Clone)]
pub(super) struct LogisticFit {
    pub(super) coefficients: Vec<f64>,
    /// With the game as the cluster.
    pub(super) covariance: Matrix,
}

impl LogisticFit {
    /// A coefficient relative to the first, with its standard error (the delta method); `shared` is their covariance.
    pub(super) fn ratio(&self, column: usize, shared: f64) -> (f64, f64) {
        let (b, covariance) = (&self.coefficients, &self.covariance);
        let ratio = b[column] / b[0];
        let variance = covariance[column][column] - 2.0 * ratio * shared + ratio * ratio * covariance[0][0];
        (ratio, variance.max(0.0).sqrt() / b[0].abs())
    }
}

pub(super) fn fit_freely(data: &Data) -> Vec<f64> {
    fit(data, &Ridge::none(data.columns), &vec![0.0; data.columns])
}

pub(super) fn fit(data: &Data, ridge: &Ridge, start: &[f64]) -> Vec<f64> {
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

/// [`fit`], with the covariance of the coefficients if the pulls are prior knowledge of them: each is
/// normally distributed around what it is pulled towards, with a variance of 1 / pull. A coefficient that the
/// data do not determine is as uncertain as that.
pub(super) fn fit_with_errors(data: &Data, ridge: &Ridge, start: &[f64]) -> LogisticFit {
    let coefficients = fit(data, ridge, start);
    let (_, curvature) = derivatives(data, ridge, &coefficients);
    let mut meat = meat(data, &coefficients);
    for (j, pull) in ridge.pulls.iter().enumerate() {
        meat[j][j] += pull;
    }
    // The sandwich.
    let bread = inverse(&ridged(curvature));
    LogisticFit { covariance: product(&product(&bread, &meat), &bread), coefficients }
}

fn total_loss(data: &Data, ridge: &Ridge, b: &[f64]) -> f64 {
    let blocks = data.results.par_chunks(BLOCK).enumerate();
    let sums = blocks.map(|(block, results)| -> f64 {
        let rows = results.iter().enumerate();
        rows.map(|(at, &result)| log_loss(dot(data.row(block * BLOCK + at), b), result)).sum()
    });
    let sums: Vec<f64> = sums.collect();
    let pulls = (0..b.len()).map(|j| ridge.pulls[j] * (b[j] - ridge.towards[j]).powi(2));
    sums.iter().sum::<f64>() + 0.5 * pulls.sum::<f64>()
}

fn derivatives(data: &Data, ridge: &Ridge, b: &[f64]) -> (Vec<f64>, Matrix) {
    let n = data.columns;
    let blocks = data.results.par_chunks(BLOCK).enumerate();
    let parts = blocks.map(|(block, results)| {
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
    });
    let parts: Vec<(Vec<f64>, Matrix)> = parts.collect();
    let (mut slope, mut curvature) = (vec![0.0; n], zeros(n, n));
    for (part_slope, part) in &parts {
        for i in 0..n {
            slope[i] += part_slope[i];
            for j in 0..=i {
                curvature[i][j] += part[i][j];
            }
        }
    }
    for (j, &pull) in ridge.pulls.iter().enumerate() {
        (0..j).for_each(|i| curvature[i][j] = curvature[j][i]);
        slope[j] += pull * (b[j] - ridge.towards[j]);
        curvature[j][j] += pull;
    }
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
    let n = data.columns;
    let mut slopes: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (index, (&result, game)) in data.results.iter().zip(&data.games).enumerate() {
        let row = data.row(index);
        let error = expected(dot(row, b)) - result;
        let of_game = slopes.entry(*game).or_insert_with(|| vec![0.0; n]);
        of_game.iter_mut().zip(row).for_each(|(sum, x)| *sum += error * x);
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
mod tests {
    use match_stats::random::uniform;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    /// `games` games of three positions with one result each, by these coefficients; each column is there `times`.
    fn played(games: usize, truth: &[f64], seed: u64, times: usize) -> Data {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut data = Data::new(truth.len() * times);
        for game in 0..games {
            let row: Vec<f64> = truth.iter().map(|_| 4.0 * uniform(&mut random) - 2.0).collect();
            let won = uniform(&mut random) < expected(dot(&row, truth));
            (0..3).for_each(|_| data.push(&row.repeat(times), f64::from(u8::from(won)), game));
        }
        data
    }

    fn fitted(data: &Data, pulls: &[f64], towards: &[f64]) -> LogisticFit {
        let ridge = Ridge { pulls: pulls.to_vec(), towards: towards.to_vec() };
        fit_with_errors(data, &ridge, &vec![0.0; pulls.len()])
    }

    #[test]
    fn known_coefficients_are_recovered_within_their_errors() {
        let truth = [1.2, -0.4, 0.0, 0.7];
        let mut inside = 0;
        for seed in 0..20 {
            let found = fitted(&played(2_000, &truth, seed, 1), &[0.0; 4], &[0.0; 4]);
            for (j, truth) in truth.iter().enumerate() {
                let error = found.covariance[j][j].sqrt();
                // As of 2,000 games, not of 6,000 positions.
                assert!((0.04..0.09).contains(&error), "{error}");
                inside += usize::from((found.coefficients[j] - truth).abs() < 2.0 * error);
            }
        }
        assert!((71..=80).contains(&inside), "{inside} of 80 within two errors");
    }

    #[test]
    fn a_strong_pull_leaves_what_it_pulls_towards_and_a_weak_one_the_results() {
        let data = played(500, &[1.0, 0.2, 0.9], 2, 1);
        let b = |strength| fitted(&data, &[0.0, strength, strength], &[0.0, 0.5, -0.1]).coefficients;
        let strong = b(1e9);
        assert!((strong[1] - 0.5).abs() < 1e-3 && (strong[2] + 0.1).abs() < 1e-3, "{strong:?}");
        assert!(fit_freely(&data).iter().zip(&b(1e-9)).all(|(a, b)| (a - b).abs() < 1e-5));
        // Where results say nothing the weakest decides: of two columns that are the same only the sum is known.
        let sum = fit_freely(&played(2_000, &[0.7], 5, 1))[0];
        let twice = played(2_000, &[0.7], 5, 2);
        let b = fitted(&twice, &[0.01, 0.0], &[0.3, 0.0]).coefficients;
        assert!((b[0] - 0.3).abs() < 1e-3 && (b[0] + b[1] - sum).abs() < 1e-3, "{b:?} {sum}");
        // What was known beforehand is all that is known of the first.
        let error = fitted(&twice, &[4.0, 0.0], &[0.3, 0.0]).covariance[0][0].sqrt();
        assert!((error - 0.5).abs() < 0.01, "{error}");
    }

    #[test]
    fn a_column_of_zeros_stays_where_it_is_and_threads_change_nothing() {
        let mut data = Data::new(2);
        for game in 0..4 * BLOCK {
            let x = if game % 2 == 0 { 1.0 } else { -1.0 };
            // Three of four as expected.
            data.push(&[x, 0.0], f64::from(u8::from((x > 0.0) == (game % 8 < 6))), game);
        }
        let found = fitted(&data, &[0.0, 4.0], &[0.0; 2]);
        assert!((found.coefficients[0] - 3.0_f64.ln()).abs() < 1e-9, "{found:?}");
        assert_eq!(found.coefficients[1], 0.0);
        // As uncertain as before, the other one the textbook's: 1 / (n p (1 - p)).
        let textbook = 1.0 / (4.0 * BLOCK as f64 * 0.1875);
        assert!((found.covariance[1][1] - 0.25).abs() < 1e-9, "{found:?}");
        assert!((found.covariance[0][0] / textbook - 1.0).abs() < 1e-3, "{found:?}");
        assert_eq!(fitted(&data, &[0.0; 2], &[0.0; 2]).covariance[1][1], 0.0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(pool.install(|| fit_freely(&data)), fit_freely(&data));
        for x in [-800.0, -3.0, 0.0, 0.2, 800.0] {
            let loss = log_loss(x, 0.25);
            assert!(loss.is_finite() && (loss - log_loss(-x, 0.75)).abs() < 1e-9, "{x}");
        }
    }
}
