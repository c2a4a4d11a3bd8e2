//! Small dense matrices, with a row for each player. A thousand take seconds.

/// A matrix by rows.
pub type Matrix = Vec<Vec<f64>>;

/// A pivot is never smaller than this share of its diagonal element: rounding must not make a
/// root of a negative number.
const LEAST_PIVOT: f64 = 1e-14;

/// A matrix of zeros.
pub fn zeros(rows: usize, columns: usize) -> Matrix {
    vec![vec![0.0; columns]; rows]
}

/// A symmetric positive definite matrix as a lower triangle times its transpose (Cholesky).
pub struct Cholesky {
    lower: Matrix,
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
                lower[i][j] = if i == j {
                    rest.max(matrix[i][i].abs() * LEAST_PIVOT).sqrt()
                } else {
                    rest / lower[j][j]
                };
            }
        }
        Self { lower }
    }

    /// The x for which the matrix times x is `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for (i, row) in self.lower.iter().enumerate() {
            let known: f64 = row[..i].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[i] = (x[i] - known) / row[i];
        }
        for (i, row) in self.lower.iter().enumerate().rev() {
            x[i] /= row[i];
            let value = x[i];
            for (rest, a) in x[..i].iter_mut().zip(row) {
                *rest -= a * value;
            }
        }
        x
    }

    /// The inverse matrix.
    fn inverse(&self) -> Matrix {
        let n = self.lower.len();
        let unit = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>();
        (0..n).map(|i| self.solve(&unit(i))).collect()
    }
}

/// The inverse of a symmetric positive definite matrix.
pub fn inverse(matrix: &Matrix) -> Matrix {
    Cholesky::new(matrix).inverse()
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

/// The given rows and columns of a matrix, in the given order.
#[cfg(test)]
pub(crate) fn part(matrix: &Matrix, rows: &[usize], columns: &[usize]) -> Matrix {
    let row = |&i: &usize| columns.iter().map(|&j| matrix[i][j]).collect();
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        let matrix = vec![vec![4.0, -1.0, 0.5], vec![-1.0, 3.0, 0.25], vec![0.5, 0.25, 2.0]];
        for (i, row) in product(&inverse(&matrix), &matrix).iter().enumerate() {
            for (j, &x) in row.iter().enumerate() {
                assert!((x - f64::from(i == j)).abs() < 1e-12, "{i} {j} {x}");
            }
        }
        let solved = Cholesky::new(&matrix).solve(&[3.5, 2.25, 2.75]);
        assert!(solved.iter().all(|x| (x - 1.0).abs() < 1e-12), "{solved:?}");
    }

    #[test]
    fn product_and_part() {
        let a = vec![vec![1.0, 2.0, 3.0]];
        let b = vec![vec![1.0], vec![2.0], vec![3.0]];
        assert_eq!(product(&a, &b), [[14.0]]);
        assert_eq!(product(&b, &a)[2], [3.0, 6.0, 9.0]);
        assert_eq!(part(&product(&b, &a), &[2, 0], &[1]), [[6.0], [2.0]]);
    }
}
