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

#[derive(Debug, Clone)]
pub(super) struct Ridge {
    /// The strength of the pull on each; 0 is none.
    pub(super) pulls: Vec<f64>,
    /// What each is pulled towards.
    pub(super) towards: Vec<f64>,
}

impl Ridge {
    pub(super) fn none(columns: usize) -> Ridge {
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

#[derive(Debug, Clone)]
pub(super) struct LogisticFit {
    pub(super) coefficients: Vec<f64>,
    /// With the game as the cluster.
    pub(super) covariance: Matrix,
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

pub(super) fn fit_with_errors(data: &Data, ridge: &Ridge, start: &[f64]) -> LogisticFit {
    fitted(data, ridge, start, false)
}

/// [`fit`], with the covariance of the coefficients if the pulls are prior knowledge of them: each is
/// normally distributed around what it is pulled towards, with a variance of 1 / pull. A coefficient that the
/// data do not determine is as uncertain as that.
pub(super) fn fit_with_prior(data: &Data, ridge: &Ridge, start: &[f64]) -> LogisticFit {
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
pub(super) fn log_loss(prediction: f64, result: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    let soft = prediction.max(0.0) + (-prediction.abs()).exp().ln_1p();
    soft - result * prediction
}

/// The expected score of a prediction in logistic units.
pub(super) fn expected(prediction: f64) -> f64 {
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
mod tests {
    use match_stats::random::uniform;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    fn number(random: &mut Pcg64Mcg) -> f64 {
        4.0 * uniform(random) - 2.0
    }

    /// `games` games of three positions with one result each, by these coefficients.
    fn played(games: usize, truth: &[f64], seed: u64) -> Data {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut data = Data::new(truth.len());
        for game in 0..games {
            let common: Vec<f64> = truth.iter().map(|_| number(&mut random)).collect();
            let won = uniform(&mut random) < expected(dot(&common, truth));
            for _ in 0..3 {
                data.push(&common, f64::from(u8::from(won)), game);
            }
        }
        data
    }

    #[test]
    fn known_coefficients_are_recovered_within_their_errors() {
        let truth = [1.2, -0.4, 0.0, 0.7];
        let mut inside = 0;
        for seed in 0..20 {
            let data = played(2_000, &truth, seed);
            let fitted = fit_with_errors(&data, &Ridge::none(4), &[0.0; 4]);
            for (j, truth) in truth.iter().enumerate() {
                let error = fitted.covariance[j][j].sqrt();
                // As of 2,000 games, not of 6,000 positions.
                assert!((0.04..0.09).contains(&error), "{error}");
                inside += usize::from((fitted.coefficients[j] - truth).abs() < 2.0 * error);
            }
        }
        assert!((71..=80).contains(&inside), "{inside} of 80 within two errors");
    }

    #[test]
    fn a_strong_ridge_leaves_what_it_pulls_towards_and_a_weak_one_the_results() {
        let data = played(500, &[1.0, 0.2, 0.9], 2);
        let ridge = |strength| Ridge {
            pulls: vec![0.0, strength, strength],
            towards: vec![0.0, 0.5, -0.1],
        };
        let b = fit(&data, &ridge(1e9), &[0.1; 3]);
        assert!((b[1] - 0.5).abs() < 1e-3 && (b[2] + 0.1).abs() < 1e-3);
        let free = fit(&data, &Ridge::none(3), &[0.0; 3]);
        let loose = fit(&data, &ridge(1e-9), &[0.0; 3]);
        for (a, b) in free.iter().zip(&loose) {
            assert!((a - b).abs() < 1e-5);
        }
    }

    #[test]
    fn a_pull_on_the_first_decides_where_results_say_nothing_and_yields_where_they_do() {
        // Two columns that are the same: only their sum is known.
        let alone = played(2_000, &[0.7], 5);
        let mut twice = Data::new(2);
        for index in 0..alone.len() {
            let x = alone.row(index)[0];
            twice.push(&[x, x], alone.results()[index], alone.games()[index]);
        }
        let sum = fit(&alone, &Ridge::none(1), &[0.0])[0];
        let pulled = |strength, columns| {
            let mut ridge = Ridge::none(columns);
            (ridge.pulls[0], ridge.towards[0]) = (strength, 0.3);
            ridge
        };
        let b = fit(&twice, &pulled(0.01, 2), &[0.0; 2]);
        assert!((b[0] - 0.3).abs() < 1e-3 && (b[0] + b[1] - sum).abs() < 1e-3, "{b:?} {sum}");
        // Where results determine it, a pull counts in proportion to its strength.
        assert!((fit(&alone, &pulled(1e9, 1), &[0.0])[0] - 0.3).abs() < 1e-4);
        assert!((fit(&alone, &pulled(0.01, 1), &[0.0])[0] - sum).abs() < 1e-3);
        // What was known beforehand is all that is known of the first.
        let error = fit_with_prior(&twice, &pulled(4.0, 2), &[0.0; 2]).covariance[0][0].sqrt();
        assert!((error - 0.5).abs() < 0.01, "{error}");
    }

    #[test]
    fn a_column_of_zeros_stays_where_it_is_and_threads_change_nothing() {
        let mut data = Data::new(2);
        for index in 0..3 * BLOCK {
            let x = (index % 7) as f64 - 3.0;
            data.push(&[x, 0.0], f64::from(u8::from(x > 0.5 || index % 5 == 0)), index);
        }
        let b = fit(&data, &Ridge::none(2), &[0.0; 2]);
        assert!(b[0] > 0.1 && b[1] == 0.0, "{b:?}");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(pool.install(|| fit(&data, &Ridge::none(2), &[0.0; 2])), b);
    }

    #[test]
    fn losses() {
        assert!((log_loss(0.0, 1.0) - 2.0_f64.ln()).abs() < 1e-12);
        assert!((log_loss(0.0, 0.5) - 2.0_f64.ln()).abs() < 1e-12);
        for x in [-800.0, -3.0, 0.2, 800.0] {
            let loss = log_loss(x, 0.25);
            assert!(loss.is_finite() && (loss - log_loss(-x, 0.75)).abs() < 1e-9, "{x}");
        }
    }

    #[test]
    fn a_coefficient_of_which_nothing_is_known_is_as_uncertain_as_before() {
        let mut data = Data::new(2);
        for game in 0..400 {
            let x = if game % 2 == 0 { 1.0 } else { -1.0 };
            // Three of four as expected; the second column is always 0.
            let result = f64::from(u8::from((x > 0.0) == (game % 8 < 6)));
            data.push(&[x, 0.0], result, game);
        }
        let mut ridge = Ridge::none(2);
        ridge.pulls[1] = 4.0;
        let found = fit_with_prior(&data, &ridge, &[0.0; 2]);
        assert_eq!(found.coefficients[1], 0.0);
        assert!((found.covariance[1][1] - 0.25).abs() < 1e-9, "{found:?}");
        assert_eq!(fit_with_errors(&data, &ridge, &[0.0; 2]).covariance[1][1], 0.0);
        // The other one is the textbook's: 1 / (n p (1 - p)).
        assert!((found.covariance[0][0] - 1.0 / (400.0 * 0.1875)).abs() < 1e-3, "{found:?}");
    }
}
