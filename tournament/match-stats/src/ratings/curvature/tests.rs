use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::matrix::{Matrix, zeros};
use crate::random::below;

/// A ring, each of which also knows the last, as a dense matrix and as a curvature.
pub(in super::super) fn of_a_ring(rows: usize) -> (Matrix, impl Fn() -> Curvature) {
    let mut matrix = zeros(rows, rows);
    let (mut places, mut numbers) = (Vec::new(), Vec::new());
    let mut add = |i: usize, j: usize, number: f64| {
        matrix[i][j] += number;
        places.push((i, j));
        numbers.push(number);
    };
    for i in 0..rows {
        for (j, weight) in [((i + 1) % rows, 0.2 + i as f64 / 9.0), (rows - 1, 0.01)] {
            if i != j {
                add(i, j, -weight);
                add(j, i, -weight);
                add(i, i, weight);
                add(j, j, weight);
            }
        }
        add(i, i, 0.1);
    }
    let pattern = Arc::new(Pattern::new(rows, &places));
    (matrix, move || pattern.with(&numbers))
}

fn solved(matrix: &Matrix, x: &[f64], right: &[f64]) -> bool {
    let rest = matrix.iter().zip(right).map(|(row, right)| {
        let product: f64 = row.iter().zip(x).map(|(a, x)| a * x).sum();
        (product - right).abs()
    });
    let largest = right
        .iter()
        .fold(0.0_f64, |largest, x| largest.max(x.abs()));
    rest.fold(0.0, f64::max) < 1e-9 * largest
}

#[test]
fn a_factor_solves_and_gradients_come_as_near_as_is_wanted() {
    let (matrix, curvature) = of_a_ring(60);
    let right: Vec<f64> = (0..60).map(|i| f64::from(i % 7) - 2.0).collect();
    let exact = curvature().solve(&right);
    assert!(solved(&matrix, &exact, &right));
    // As Newton's method does: what is left over is solved for again.
    let (mut x, mut rest) = (vec![0.0; 60], right.clone());
    for _ in 0..4 {
        let step = curvature()
            .follow_gradients(&Mat::from_fn(60, 1, |i, _| rest[i]))
            .unwrap();
        for (i, x) in x.iter_mut().enumerate() {
            *x += step[(i, 0)];
        }
        for (i, rest) in rest.iter_mut().enumerate() {
            let product: f64 = matrix[i].iter().zip(&x).map(|(a, x)| a * x).sum();
            *rest = right[i] - product;
        }
    }
    assert!(solved(&matrix, &x, &right));
}

#[test]
fn rounding_makes_no_matrix_singular() {
    let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let pattern = Arc::new(Pattern::new(2, &places));
    let x = pattern.with(&[3.0, -3.0, -3.0, 3.0]).solve(&[1.0, -1.0]);
    assert!(x.iter().all(|x| x.is_finite()), "{x:?}");
}

/// A path fills nothing in, whatever it is numbered like; many who met at random nearly everything.
#[test]
fn a_factor_is_worth_its_price_where_it_stays_sparse() {
    let symmetric = |pairs: Vec<(usize, usize)>, rows: usize| {
        let both = pairs.into_iter().flat_map(|(i, j)| [(i, j), (j, i)]);
        let places: Vec<_> = both.chain((0..rows).map(|i| (i, i))).collect();
        Pattern::new(rows, &places)
    };
    let number = |i: usize| i * 7919 % 5003;
    let path = (0..5002).map(|i| (number(i), number(i + 1))).collect();
    let path = symmetric(path, 5003);
    assert!(path.is_worth_a_factor() && path.factor_entries() < 20_000);
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut somebody = || below(&mut random, 2003) as usize;
    let anybody = (0..10_000).map(|_| (somebody(), somebody())).collect();
    let anybody = symmetric(anybody, 2003);
    assert!(!anybody.is_worth_a_factor() && anybody.factor_entries() > 1_000_000);
}
