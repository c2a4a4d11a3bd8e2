//! The inverse of a curvature: as many numbers as players squared.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::parallel::prelude::*;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, Slice};

use super::curvature::{Curvature, Pattern};
use crate::matrix::{Matrix, inverse};

/// A matrix with at most this many rows is inverted row by row.
const SMALL: usize = 64;
/// Rows that are multiplied on one thread.
const ROWS: usize = 256;
/// Columns that are handled together.
pub(super) const COLUMNS: usize = 64;

/// An inverse.
#[derive(Debug)]
pub(super) struct Inverse(Array2<f64>);

impl Inverse {
    pub(super) fn new(curvature: Curvature) -> Self {
        let (mut matrix, scale) = curvature.into_dense();
        invert(matrix.view_mut());
        for ((i, j), value) in matrix.indexed_iter_mut() {
            *value *= scale[i] * scale[j];
        }
        Self(matrix)
    }

    /// The bytes that it takes to compute it: the matrix and intermediate products.
    pub(super) fn bytes(pattern: &Pattern) -> u64 {
        2 * (pattern.rows() as u64).pow(2) * size_of::<f64>() as u64
    }

    pub(super) fn rows(&self) -> usize {
        self.0.nrows()
    }

    /// The columns in these places.
    pub(super) fn columns(&self, places: &[usize]) -> Array2<f64> {
        self.0.select(Axis(1), places)
    }

    /// The products with some columns.
    pub(super) fn times(&self, columns: &Array2<f64>) -> Array2<f64> {
        product(&self.0.view(), &columns.view())
    }

    /// The entry in this row and column.
    pub(super) fn entry(&self, row: usize, column: usize) -> f64 {
        self.0[[row, column]]
    }
}

/// Replaces a symmetric positive definite matrix by its inverse, by halves: with `p` and `r` on the diagonal and `q`
/// below it, that of `r - q p^-1 q'` (Schur's complement) gives the rest by products, which take as much time as the
/// cube of the rows.
fn invert(mut matrix: ArrayViewMut2<'_, f64>) {
    let rows = matrix.nrows();
    if rows <= SMALL {
        let whole: Matrix = matrix.outer_iter().map(|row| row.to_vec()).collect();
        let inverted = inverse(&whole);
        matrix.indexed_iter_mut().for_each(|((i, j), value)| *value = inverted[i][j]);
        return;
    }
    let (first, second) = (0..rows / 2, rows / 2..rows);
    invert(block_mut(&mut matrix, first.clone(), first.clone()));
    let q = block(&matrix, second.clone(), first.clone()).to_owned();
    // q p^-1
    let moved = product(&q.view(), &block(&matrix, first.clone(), first.clone()));
    let complement = product(&moved.view(), &q.t());
    drop(q);
    let mut lower = block_mut(&mut matrix, second.clone(), second.clone());
    lower -= &complement;
    drop(complement);
    invert(lower.view_mut());
    let below = -product(&lower.view(), &moved.view());
    let more = product(&moved.t(), &below.view());
    let mut upper = block_mut(&mut matrix, first.clone(), first.clone());
    upper -= &more;
    block_mut(&mut matrix, first.clone(), second.clone()).assign(&below.t());
    block_mut(&mut matrix, second, first).assign(&below);
}

fn block<'m>(
    matrix: &'m ArrayViewMut2<'_, f64>,
    rows: Range<usize>,
    columns: Range<usize>,
) -> ArrayView2<'m, f64> {
    let mut block = matrix.view();
    block.slice_axis_inplace(Axis(0), Slice::from(rows));
    block.slice_axis_inplace(Axis(1), Slice::from(columns));
    block
}

fn block_mut<'m>(
    matrix: &'m mut ArrayViewMut2<'_, f64>,
    rows: Range<usize>,
    columns: Range<usize>,
) -> ArrayViewMut2<'m, f64> {
    let mut block = matrix.view_mut();
    block.slice_axis_inplace(Axis(0), Slice::from(rows));
    block.slice_axis_inplace(Axis(1), Slice::from(columns));
    block
}

fn product(a: &ArrayView2<'_, f64>, b: &ArrayView2<'_, f64>) -> Array2<f64> {
    let mut product = Array2::zeros((a.nrows(), b.ncols()));
    let rows = product.axis_chunks_iter_mut(Axis(0), ROWS).into_par_iter();
    rows.zip(a.axis_chunks_iter(Axis(0), ROWS))
        .for_each(|(mut product, a)| general_mat_mul(1.0, &a, b, 0.0, &mut product));
    product
}

#[cfg(test)]
mod tests {
    use super::super::curvature::tests::of_a_ring;
    use super::*;

    #[test]
    fn it_is_the_inverse() {
        for rows in [3, SMALL, 150, 2 * ROWS + 1] {
            let (matrix, curvature) = of_a_ring(rows);
            let found = Inverse::new(curvature());
            assert_eq!(found.rows(), rows);
            let right = Array2::from_shape_fn((rows, 1), |(i, _)| i as f64);
            let product = found.times(&right);
            let places = [rows - 1, 0, rows / 2];
            let columns = found.columns(&places);
            for (i, row) in inverse(&matrix).iter().enumerate() {
                for (column, &place) in places.iter().enumerate() {
                    assert!((columns[[i, column]] - row[place]).abs() < 1e-11);
                    assert!((found.entry(i, place) - row[place]).abs() < 1e-11);
                }
                let sum: f64 = row.iter().enumerate().map(|(j, x)| j as f64 * x).sum();
                assert!((product[[i, 0]] - sum).abs() < 1e-9 * sum);
            }
        }
    }
}
