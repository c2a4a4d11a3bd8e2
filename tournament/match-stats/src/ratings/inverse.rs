//! The inverse of a curvature.
//!
//! It has no entries that are 0: as many numbers as players squared. Where the factor is sparse it is
//! not kept; columns are solved for when they are wanted. Where the factor is full, that would cost
//! twice the cube of the players, and the whole inverse costs a third of it.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_inverse::invert_lower_triangular;
use faer::{Accum, Mat};
use rayon::prelude::*;

use super::curvature::{Curvature, Factor, Pattern, parallelism, regular};

/// Of a factor with at least such a share of all places the inverse is cheaper.
const FULL: f64 = 0.25;
/// Columns that are solved for together.
pub(super) const COLUMNS: usize = 64;

/// An inverse, as it is or by the factor of what it is the inverse of.
#[derive(Debug)]
pub(super) enum Inverse {
    Whole(Mat<f64>),
    Factor(Factor),
}

impl Inverse {
    pub(super) fn new(curvature: Curvature) -> Self {
        if is_full(curvature.pattern()) {
            Self::whole(curvature)
        } else {
            Self::Factor(curvature.factor())
        }
    }

    /// Bytes that it takes to have it.
    pub(super) fn bytes(pattern: &Pattern) -> u64 {
        let numbers = if is_full(pattern) {
            // The matrix, and the inverse of its factor.
            2 * pattern.rows() as u64 * pattern.rows() as u64
        } else {
            pattern.factor_entries() as u64
        };
        numbers * size_of::<f64>() as u64
    }

    fn whole(curvature: Curvature) -> Self {
        let (mut matrix, scale) = curvature.into_dense();
        let (rows, by) = (matrix.nrows(), parallelism(matrix.nrows()));
        let scratch = cholesky_in_place_scratch::<f64>(rows, by, Default::default());
        let memory = &mut MemBuffer::new(scratch);
        let stack = MemStack::new(memory);
        let factor = cholesky_in_place(matrix.as_mut(), regular(), by, stack, Default::default());
        if factor.is_err() {
            // There were no numbers in it.
            matrix.fill(f64::NAN);
        }
        let mut lower = Mat::zeros(rows, rows);
        invert_lower_triangular(lower.as_mut(), matrix.as_ref(), by);
        // The factor has done its duty, and its place is taken by the inverse's lower triangle.
        triangular::matmul(
            matrix.as_mut(),
            BlockStructure::TriangularLower,
            Accum::Replace,
            lower.transpose(),
            BlockStructure::TriangularUpper,
            lower.as_ref(),
            BlockStructure::TriangularLower,
            1.0,
            by,
        );
        drop(lower);
        for j in 0..rows {
            for i in j..rows {
                let value = matrix[(i, j)] * scale[i] * scale[j];
                matrix[(i, j)] = value;
                matrix[(j, i)] = value;
            }
        }
        Self::Whole(matrix)
    }

    pub(super) fn rows(&self) -> usize {
        match self {
            Self::Whole(matrix) => matrix.nrows(),
            Self::Factor(factor) => factor.rows(),
        }
    }

    /// The columns in these places.
    pub(super) fn columns(&self, places: &[usize]) -> Mat<f64> {
        match self {
            Self::Whole(matrix) => {
                Mat::from_fn(matrix.nrows(), places.len(), |i, j| matrix[(i, places[j])])
            }
            Self::Factor(factor) => {
                let mut columns = Mat::zeros(factor.rows(), places.len());
                for (column, &place) in places.iter().enumerate() {
                    columns[(place, column)] = 1.0;
                }
                factor.solve(columns.as_mut());
                columns
            }
        }
    }

    /// The products with some columns.
    pub(super) fn times(&self, mut columns: Mat<f64>) -> Mat<f64> {
        match self {
            Self::Whole(matrix) => {
                let mut product = Mat::zeros(columns.nrows(), columns.ncols());
                let by = parallelism(columns.nrows());
                matmul(product.as_mut(), Accum::Replace, matrix, &columns, 1.0, by);
                product
            }
            Self::Factor(factor) => {
                factor.solve(columns.as_mut());
                columns
            }
        }
    }

    /// The entries in these rows and columns.
    pub(super) fn entries(&self, wanted: &[(usize, usize)]) -> Vec<f64> {
        match self {
            Self::Whole(matrix) => wanted.iter().map(|&place| matrix[place]).collect(),
            Self::Factor(_) => self.entries_by_columns(wanted),
        }
    }

    fn entries_by_columns(&self, wanted: &[(usize, usize)]) -> Vec<f64> {
        let block = |index: usize| wanted[index].1 / COLUMNS;
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        order.sort_by_key(|&index| block(index));
        let blocks: Vec<&[usize]> = order.chunk_by(|&a, &b| block(a) == block(b)).collect();
        let of_block = |indices: &&[usize]| -> Vec<f64> {
            let first = block(indices[0]) * COLUMNS;
            let places: Vec<usize> = (first..self.rows().min(first + COLUMNS)).collect();
            let columns = self.columns(&places);
            let entry = |&index: &usize| columns[(wanted[index].0, wanted[index].1 - first)];
            indices.iter().map(entry).collect()
        };
        let found: Vec<Vec<f64>> = blocks.par_iter().map(of_block).collect();
        let mut entries = vec![0.0; wanted.len()];
        for (&index, entry) in order.iter().zip(found.into_iter().flatten()) {
            entries[index] = entry;
        }
        entries
    }
}

/// Whether a factor would have nearly all places.
fn is_full(pattern: &Pattern) -> bool {
    let rows = pattern.rows() as f64;
    pattern.factor_entries() as f64 >= FULL * rows * rows
}

#[cfg(test)]
mod tests {
    use super::super::curvature::tests::of_a_ring;
    use super::*;
    use crate::matrix::inverse;

    #[test]
    fn whole_or_by_the_factor_it_is_the_inverse() {
        const ROWS: usize = 150;
        let (matrix, curvature) = of_a_ring(ROWS);
        let expected = inverse(&matrix);
        let ways = [
            Inverse::whole(curvature()),
            Inverse::Factor(curvature().factor()),
            Inverse::new(curvature()),
        ];
        assert!(matches!(ways[2], Inverse::Factor(_)));
        let wanted: Vec<(usize, usize)> = (0..ROWS).map(|i| (i * 7 % ROWS, ROWS - 1 - i)).collect();
        for way in ways {
            assert_eq!(way.rows(), ROWS);
            let places = [149, 3, 70];
            let columns = way.columns(&places);
            let right = Mat::from_fn(ROWS, 1, |i, _| i as f64);
            let product = way.times(right);
            for i in 0..ROWS {
                for (column, &place) in places.iter().enumerate() {
                    assert!((columns[(i, column)] - expected[i][place]).abs() < 1e-12);
                }
                let sum: f64 = expected[i]
                    .iter()
                    .enumerate()
                    .map(|(j, x)| j as f64 * x)
                    .sum();
                assert!((product[(i, 0)] - sum).abs() < 1e-9 * sum);
            }
            for (&(i, j), entry) in wanted.iter().zip(way.entries(&wanted)) {
                assert!((entry - expected[i][j]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_full_factor_makes_the_inverse_whole() {
        let places: Vec<(usize, usize)> = (0..9).map(|place| (place / 3, place % 3)).collect();
        let pattern = std::sync::Arc::new(Pattern::new(3, &places));
        assert_eq!(Inverse::bytes(&pattern), 2 * 9 * 8);
        let inverse = Inverse::new(pattern.with(&[4.0, 1.0, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 2.0]));
        let Inverse::Whole(inverse) = inverse else {
            panic!("nothing is sparse about it")
        };
        // By hand: the determinant is 18.
        assert!((inverse[(0, 0)] * 18.0 - 5.0).abs() < 1e-12);
        assert!((inverse[(0, 2)] * 18.0 - 1.0).abs() < 1e-12);
    }
}
