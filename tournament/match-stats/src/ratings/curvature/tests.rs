use super::*;
use crate::matrix::zeros;

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
    let largest = right.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    rest.fold(0.0, f64::max) < 1e-9 * largest
}

#[test]
fn a_factor_solves_and_gradients_come_as_near_as_is_wanted() {
    let (matrix, curvature) = of_a_ring(60);
    let right: Vec<f64> = (0..60).map(|i| f64::from(i % 7) - 2.0).collect();
    let curvature = curvature();
    assert!(solved(&matrix, &curvature.solve(&right), &right));
    // As Newton's method does: the remainder is solved for again.
    let (mut x, mut rest) = (vec![0.0; 60], right.clone());
    for _ in 0..4 {
        let step = curvature.follow_gradients(&curvature.rescaled(&rest));
        let step = curvature.rescaled(&step);
        x.iter_mut().zip(&step).for_each(|(x, step)| *x += step);
        for (i, rest) in rest.iter_mut().enumerate() {
            let product: f64 = matrix[i].iter().zip(&x).map(|(a, x)| a * x).sum();
            *rest = right[i] - product;
        }
    }
    assert!(solved(&matrix, &x, &right));
}

/// A path of thousands, whose ends hardly depend on each other, is the hardest case for gradients.
#[test]
fn gradients_find_their_way_along_a_path() {
    const ROWS: usize = 3000;
    let (mut places, mut numbers) = (Vec::new(), Vec::new());
    for i in 0..ROWS {
        let both = [(i, i, 2.0), (i, (i + 1) % ROWS, -1.0), ((i + 1) % ROWS, i, -1.0)];
        for (i, j, number) in both.into_iter().filter(|&(i, j, _)| i.abs_diff(j) < 2) {
            places.push((i, j));
            numbers.push(number);
        }
    }
    let curvature = Arc::new(Pattern::new(ROWS, &places)).with(&numbers);
    let mut right = vec![0.0; ROWS];
    right[0] = 1.0;
    // Straight from 1 at the beginning to 0 behind the end.
    let x = curvature.solve(&right);
    for (i, x) in x.iter().enumerate() {
        let expected = (ROWS - i) as f64 / (ROWS + 1) as f64;
        assert!((x - expected).abs() < 0.01, "{i}: {x} {expected}");
    }
}

#[test]
fn rounding_makes_no_matrix_singular() {
    let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let pattern = Arc::new(Pattern::new(2, &places));
    let x = pattern.with(&[3.0, -3.0, -3.0, 3.0]).solve(&[1.0, -1.0]);
    assert!(x.iter().all(|x| x.is_finite()), "{x:?}");
}
