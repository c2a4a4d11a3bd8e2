//! Dense matrices, with a row for each player. The inverse of two thousand rows takes seconds.

use rayon::prelude::*;

/// A matrix by rows.
pub type Matrix = Vec<Vec<f64>>;

/// Columns of an inverse that are computed together.
const LANES: usize = 8;

/// A pivot is never smaller than this share of its diagonal element: rounding must not make a
/// root of a negative number.
const MIN_PIVOT: f64 = 1e-14;

/// A matrix of zeros.
pub fn zeros(rows: usize, columns: usize) -> Matrix {
    vec![vec![0.0; columns]; rows]
}

/// A symmetric positive definite matrix as a lower triangle times its transpose (Cholesky).
pub struct Cholesky {
    pub(crate) lower: Matrix,
}

impl Cholesky {
    /// The triangle of a matrix; of one that rounding has made singular, that of one close to it.
    pub fn new(matrix: &Matrix) -> Self {
        let mut lower = zeros(matrix.len(), matrix.len());
        for i in 0..matrix.len() {
            for j in 0..=i {
                let (above, this) = lower.split_at(i);
                let row = if i == j { &this[0] } else { &above[j] };
                let known: f64 = this[0][..j].iter().zip(row).map(|(a, b)| a * b).sum();
                let rest = matrix[i][j] - known;
                lower[i][j] = if i == j { rest.max(matrix[i][i].abs() * MIN_PIVOT).sqrt() } else { rest / lower[j][j] };
            }
        }
        Self { lower }
    }

    /// The x for which the matrix times x is `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x: Vec<[f64; 1]> = right.iter().map(|&right| [right]).collect();
        self.solve_lanes(&mut x, 0);
        x.into_iter().map(|[x]| x).collect()
    }

    /// Replaces several right sides, one a lane, by the solutions. They are 0 before the row `first`, where the
    /// solutions are not computed.
    fn solve_lanes<const N: usize>(&self, x: &mut [[f64; N]], first: usize) {
        for (i, row) in self.lower.iter().enumerate().skip(first) {
            let mut known = [0.0; N];
            for (a, x) in row[first..i].iter().zip(&x[first..i]) {
                (0..N).for_each(|lane| known[lane] += a * x[lane]);
            }
            (0..N).for_each(|lane| x[i][lane] = (x[i][lane] - known[lane]) / row[i]);
        }
        for (i, row) in self.lower.iter().enumerate().skip(first).rev() {
            let value = x[i].map(|x| x / row[i]);
            x[i] = value;
            for (a, rest) in row[first..i].iter().zip(&mut x[first..i]) {
                (0..N).for_each(|lane| rest[lane] -= a * value[lane]);
            }
        }
    }
}

/// The inverse of a symmetric positive definite matrix.
pub fn inverse(matrix: &Matrix) -> Matrix {
    let (size, cholesky) = (matrix.len(), Cholesky::new(matrix));
    let columns = |first: usize| {
        let mut x = vec![[0.0; LANES]; size];
        (first..size.min(first + LANES)).for_each(|column| x[column][column - first] = 1.0);
        cholesky.solve_lanes(&mut x, first);
        x
    };
    let firsts: Vec<usize> = (0..size).step_by(LANES).collect();
    let blocks: Vec<Vec<[f64; LANES]>> = firsts.into_par_iter().map(columns).collect();
    // It is symmetric, and each block has the columns from its first on.
    let entry = |i: usize, j: usize| blocks[j / LANES][i][j % LANES];
    let row = |i: usize| (0..size).map(|j| entry(i.max(j), i.min(j))).collect();
    (0..size).map(row).collect()
}

/// The product of two matrices.
pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = b.first().map_or(0, Vec::len);
    let mut product = zeros(a.len(), columns);
    for (row, out) in a.iter().zip(&mut product) {
        for (x, b_row) in row.iter().zip(b) {
            for (y, o) in b_row.iter().zip(out.iter_mut()) {
                *o += x * y;
            }
        }
    }
    product
}
