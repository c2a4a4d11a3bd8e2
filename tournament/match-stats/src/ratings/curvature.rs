//! The curvature of a likelihood, a symmetric positive definite matrix that has an entry where two
//! players have met, and the solution of systems with it.

use std::sync::Arc;

use ndarray::Array2;

use crate::matrix::{Cholesky, Matrix};

/// A matrix with at most this many rows is solved by its Cholesky factor, at next to no cost.
const SMALL: usize = 200;
/// Conjugate gradients end at this share of the right side: Newton's next step finds the rest.
const RESIDUAL: f64 = 1e-4;
/// The limit of their steps for each row: a long ladder takes one or two.
const MOST_STEPS: usize = 10;

/// The sparsity pattern of a matrix.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The index of the first entry of each row, and at last the number of entries.
    starts: Vec<usize>,
    /// The columns of the entries, row by row.
    columns: Vec<usize>,
    /// The index among the entries of each place given to [`Pattern::new`].
    slots: Vec<usize>,
}

/// A curvature, scaled so that its diagonal is 1.
pub(super) struct Curvature {
    pattern: Arc<Pattern>,
    values: Vec<f64>,
    /// The factors of its rows, and of its columns.
    scale: Vec<f64>,
}

impl Pattern {
    /// The pattern with `rows` rows and entries in `places`, in both triangles and on the whole diagonal;
    /// values for a place given twice are summed.
    pub(super) fn new(rows: usize, places: &[(usize, usize)]) -> Self {
        let mut sorted = places.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let before = |row: usize| sorted.partition_point(|&(i, _)| i < row);
        let slot = |place| sorted.binary_search(place).unwrap_or_else(|slot| slot);
        Self {
            starts: (0..=rows).map(before).collect(),
            slots: places.iter().map(slot).collect(),
            columns: sorted.into_iter().map(|(_, column)| column).collect(),
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The entries of a row: their places among all, and their columns.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let entries = self.starts[row]..self.starts[row + 1];
        entries.map(|slot| (slot, self.columns[slot]))
    }

    /// The matrix with these numbers in the places of the pattern.
    pub(super) fn with(self: &Arc<Self>, numbers: &[f64]) -> Curvature {
        let mut values = vec![0.0; self.columns.len()];
        for (&slot, number) in self.slots.iter().zip(numbers) {
            values[slot] += number;
        }
        let diagonal = |row: usize| {
            let entry = self.row(row).find(|&(_, column)| column == row);
            entry.map_or(1.0, |(slot, _)| values[slot])
        };
        let scale = |row| f64::max(diagonal(row), f64::MIN_POSITIVE).sqrt().recip();
        let scale: Vec<f64> = (0..self.rows()).map(scale).collect();
        for row in 0..self.rows() {
            for (slot, column) in self.row(row) {
                values[slot] *= scale[row] * scale[column];
            }
        }
        Curvature { pattern: Arc::clone(self), values, scale }
    }
}

impl Curvature {
    /// The x for which the matrix times x is `right`, or nearly so: see [`RESIDUAL`].
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let right = self.rescaled(right);
        let x = if right.len() <= SMALL {
            self.factor().solve(&right)
        } else {
            self.follow_gradients(&right)
        };
        self.rescaled(&x)
    }

    fn rescaled(&self, numbers: &[f64]) -> Vec<f64> {
        let both = numbers.iter().zip(&self.scale);
        both.map(|(number, scale)| number * scale).collect()
    }

    fn factor(&self) -> Cholesky {
        let rows = self.scale.len();
        let mut matrix: Matrix = vec![vec![0.0; rows]; rows];
        for (i, row) in matrix.iter_mut().enumerate() {
            for (slot, j) in self.pattern.row(i) {
                row[j] = self.values[slot];
            }
        }
        Cholesky::new(&matrix)
    }

    /// By conjugate gradients (Hestenes and Stiefel 1952); the scaling is what is called a Jacobi preconditioner.
    fn follow_gradients(&self, right: &[f64]) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut x = vec![0.0; right.len()];
        let mut rest = right.to_vec();
        let mut direction = rest.clone();
        let mut length = dot(&rest, &rest);
        let enough = RESIDUAL * RESIDUAL * length;
        for _ in 0..MOST_STEPS * right.len() {
            let image = self.times(&direction);
            let along = dot(&direction, &image);
            // A matrix with NaN ends here.
            if length <= enough || along.is_nan() || along <= 0.0 {
                break;
            }
            let step = length / along;
            for (x, d) in x.iter_mut().zip(&direction) {
                *x += step * d;
            }
            for (rest, i) in rest.iter_mut().zip(&image) {
                *rest -= step * i;
            }
            let next = dot(&rest, &rest);
            for (d, rest) in direction.iter_mut().zip(&rest) {
                *d = rest + next / length * *d;
            }
            length = next;
        }
        x
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let row = |row| {
            let entries = self.pattern.row(row);
            entries.map(|(slot, j)| self.values[slot] * x[j]).sum()
        };
        (0..x.len()).map(row).collect()
    }

    /// The whole scaled matrix, and the scale.
    pub(super) fn into_dense(self) -> (Array2<f64>, Vec<f64>) {
        let rows = self.scale.len();
        let mut matrix = Array2::zeros((rows, rows));
        for i in 0..rows {
            for (slot, j) in self.pattern.row(i) {
                matrix[[i, j]] = self.values[slot];
            }
        }
        (matrix, self.scale)
    }
}

#[cfg(test)]
pub(super) mod tests;
