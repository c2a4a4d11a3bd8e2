//! Small dense matrices: as many rows as a tournament has engines.

/// A matrix by rows.
pub(super) type Matrix = Vec<Vec<f64>>;

/// A matrix of zeros.
pub(super) fn zeros(rows: usize, columns: usize) -> Matrix {
    vec![vec![0.0; columns]; rows]
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan. (Such a matrix needs
/// no exchange of rows.)
pub(super) fn inverse(matrix: &Matrix) -> Matrix {
    let n = matrix.len();
    let mut left = matrix.clone();
    let mut right = zeros(n, n);
    for (i, row) in right.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for pivot in 0..n {
        let scale = 1.0 / left[pivot][pivot];
        for side in [&mut left, &mut right] {
            side[pivot].iter_mut().for_each(|x| *x *= scale);
        }
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = left[row][pivot];
            for side in [&mut left, &mut right] {
                let pivot_row = side[pivot].clone();
                for (x, p) in side[row].iter_mut().zip(pivot_row) {
                    *x -= factor * p;
                }
            }
        }
    }
    right
}

/// The product of two matrices.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
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

/// The transposed matrix.
pub(super) fn transposed(matrix: &Matrix) -> Matrix {
    let mut transposed = zeros(matrix.first().map_or(0, Vec::len), matrix.len());
    for (i, row) in matrix.iter().enumerate() {
        for (j, &x) in row.iter().enumerate() {
            transposed[j][i] = x;
        }
    }
    transposed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        let matrix = vec![
            vec![4.0, -1.0, 0.5],
            vec![-1.0, 3.0, 0.25],
            vec![0.5, 0.25, 2.0],
        ];
        for (i, row) in product(&inverse(&matrix), &matrix).iter().enumerate() {
            for (j, &x) in row.iter().enumerate() {
                assert!((x - f64::from(i == j)).abs() < 1e-12, "{i} {j} {x}");
            }
        }
    }

    #[test]
    fn product_and_transposed() {
        let a = vec![vec![1.0, 2.0, 3.0]];
        let b = transposed(&a);
        assert_eq!(product(&a, &b), [[14.0]]);
        assert_eq!(product(&b, &a)[2], [3.0, 6.0, 9.0]);
    }
}
