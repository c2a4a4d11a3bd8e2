//! The curvature of a likelihood, a symmetric positive definite matrix that has an entry where two
//! players have met, and the solution of systems with it.
//!
//! A Cholesky factor fills in: between those who met one who was eliminated before them. With an
//! order of elimination that avoids it (approximate minimum degree) a gauntlet, leagues or a ladder
//! have hardly more entries in the factor than in the matrix. Where many met many at random, half
//! of all places are filled whatever the order, and the factor costs the cube of the players; but
//! there conjugate gradients converge in some tens of steps, as nobody is far from anybody.

use std::sync::Arc;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::matrix_free::IdentityPrecond;
use faer::matrix_free::conjugate_gradient::{
    CgParams, conjugate_gradient, conjugate_gradient_scratch,
};
use faer::sparse::linalg::cholesky::{
    LltRef, SymbolicCholesky, SymmetricOrdering, factorize_symbolic_cholesky,
};
use faer::sparse::{Argsort, Pair, SparseColMat, SymbolicSparseColMat};
use faer::{Conj, Mat, MatMut, Par, Side};

/// A pivot is never smaller than this share of its diagonal element: rounding must not make a
/// matrix singular.
const LEAST_PIVOT: f64 = 1e-14;
/// A factor with no more entries than this costs next to nothing.
const SMALL_FACTOR: usize = 1_000_000;
/// A factor with more entries than so many for each of the matrix costs more than conjugate gradients.
const MOST_FILL: usize = 10;
/// Conjugate gradients end at this share of the right side: Newton's next step finds the rest.
const RESIDUAL: f64 = 1e-4;
const MOST_GRADIENTS: usize = 5000;
/// Smaller matrices are left to one thread.
const PARALLEL_FROM: usize = 1000;

/// Where a matrix has entries, and what its factor will be like.
#[derive(Debug)]
pub(super) struct Pattern {
    entries: SymbolicSparseColMat<usize>,
    order: Argsort<usize>,
    cholesky: SymbolicCholesky<usize>,
}

/// A curvature, scaled so that its diagonal is 1.
pub(super) struct Curvature {
    pattern: Arc<Pattern>,
    scaled: SparseColMat<usize, f64>,
    /// What its rows, and its columns, were multiplied by.
    scale: Vec<f64>,
}

/// The Cholesky factor of a curvature.
#[derive(Debug)]
pub(super) struct Factor {
    pattern: Arc<Pattern>,
    values: Vec<f64>,
    scale: Vec<f64>,
}

impl Pattern {
    /// Of so many rows and with entries in these places, in both triangles and on the whole diagonal;
    /// what is given for one place is added up.
    pub(super) fn new(rows: usize, places: &[(usize, usize)]) -> Self {
        let pairs: Vec<_> = places.iter().map(|&(i, j)| Pair::new(i, j)).collect();
        let (entries, order) = SymbolicSparseColMat::try_new_from_indices(rows, rows, &pairs)
            .expect("places lie within their matrix");
        let cholesky = factorize_symbolic_cholesky(
            entries.as_ref(),
            Side::Lower,
            SymmetricOrdering::Amd,
            Default::default(),
        )
        .expect("the places of a factor are few enough to be counted");
        Self {
            entries,
            order,
            cholesky,
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.cholesky.nrows()
    }

    /// Numbers in the factor.
    pub(super) fn factor_entries(&self) -> usize {
        self.cholesky.len_val()
    }

    /// Whether the factor is worth its price where a single system is to be solved.
    fn is_worth_a_factor(&self) -> bool {
        let most = MOST_FILL * self.entries.compute_nnz();
        self.factor_entries() <= most.max(SMALL_FACTOR)
    }

    /// The matrix with these numbers in the places of the pattern.
    pub(super) fn with(self: &Arc<Self>, numbers: &[f64]) -> Curvature {
        let mut scaled = SparseColMat::new_from_argsort(self.entries.clone(), &self.order, numbers)
            .expect("there is a number for each place");
        let mut scale = vec![1.0; self.rows()];
        for (j, scale) in scale.iter_mut().enumerate() {
            let diagonal = scaled.get(j, j).copied().unwrap_or(1.0);
            *scale = diagonal.max(f64::MIN_POSITIVE).sqrt().recip();
        }
        for j in 0..self.rows() {
            let rows = self.entries.row_idx_of_col_raw(j);
            for (value, &i) in scaled.val_of_col_mut(j).iter_mut().zip(rows) {
                *value *= scale[i] * scale[j];
            }
        }
        Curvature {
            pattern: Arc::clone(self),
            scaled,
            scale,
        }
    }
}

impl Curvature {
    pub(super) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The x for which the matrix times x is `right`, or nearly so: see [`RESIDUAL`].
    pub(super) fn solve(self, right: &[f64]) -> Vec<f64> {
        let mut x = Mat::from_fn(right.len(), 1, |i, _| right[i]);
        let found = (!self.pattern.is_worth_a_factor()).then(|| self.follow_gradients(&x));
        match found.flatten() {
            Some(found) => x = found,
            None => self.factor().solve(x.as_mut()),
        }
        x.col_as_slice(0).to_vec()
    }

    /// By conjugate gradients; the scaling is what is called a Jacobi preconditioner. `None` if they do not
    /// converge.
    fn follow_gradients(&self, right: &Mat<f64>) -> Option<Mat<f64>> {
        let rows = right.nrows();
        let (matrix, by) = (self.scaled.as_ref(), parallelism(rows));
        let mut right = right.clone();
        rescale(right.as_mut(), &self.scale);
        let mut x = Mat::zeros(rows, 1);
        let params = CgParams {
            rel_tolerance: RESIDUAL,
            max_iters: MOST_GRADIENTS,
            ..CgParams::default()
        };
        let scaled = IdentityPrecond { dim: rows };
        let scratch = conjugate_gradient_scratch(scaled, matrix, 1, by);
        let memory = &mut MemBuffer::new(scratch);
        let stack = MemStack::new(memory);
        let (into, right) = (x.as_mut(), right.as_ref());
        conjugate_gradient(into, scaled, matrix, right, params, |_| {}, by, stack).ok()?;
        rescale(x.as_mut(), &self.scale);
        Some(x)
    }

    /// The factor; of what has no numbers for its entries none either.
    pub(super) fn factor(self) -> Factor {
        let (cholesky, by) = (&self.pattern.cholesky, parallelism(self.scale.len()));
        let mut values = vec![0.0; cholesky.len_val()];
        let how = Default::default();
        let scratch = cholesky.factorize_numeric_llt_scratch::<f64>(by, how);
        let memory = &mut MemBuffer::new(scratch);
        let (matrix, stack) = (self.scaled.as_ref(), MemStack::new(memory));
        let factor = cholesky.factorize_numeric_llt(
            &mut values,
            matrix,
            Side::Lower,
            regular(),
            by,
            stack,
            how,
        );
        if factor.is_err() {
            values.fill(f64::NAN);
        }
        Factor {
            pattern: self.pattern,
            values,
            scale: self.scale,
        }
    }

    /// The whole scaled matrix, and the scale.
    pub(super) fn into_dense(self) -> (Mat<f64>, Vec<f64>) {
        (self.scaled.to_dense(), self.scale)
    }
}

impl Factor {
    pub(super) fn rows(&self) -> usize {
        self.scale.len()
    }

    /// Replaces each column by the x for which the matrix times x is that column.
    pub(super) fn solve(&self, mut columns: MatMut<'_, f64>) {
        let cholesky = &self.pattern.cholesky;
        let scratch = cholesky.solve_in_place_scratch::<f64>(columns.ncols(), Par::Seq);
        let factor = LltRef::new(cholesky, &self.values);
        rescale(columns.as_mut(), &self.scale);
        let memory = &mut MemBuffer::new(scratch);
        factor.solve_in_place_with_conj(
            Conj::No,
            columns.as_mut(),
            Par::Seq,
            MemStack::new(memory),
        );
        rescale(columns, &self.scale);
    }
}

/// Pivots that rounding has made too small are made larger.
pub(super) fn regular() -> LltRegularization<f64> {
    LltRegularization {
        dynamic_regularization_delta: LEAST_PIVOT,
        dynamic_regularization_epsilon: LEAST_PIVOT,
    }
}

/// How many threads work on a matrix with so many rows.
pub(super) fn parallelism(rows: usize) -> Par {
    if rows < PARALLEL_FROM {
        Par::Seq
    } else {
        Par::rayon(0)
    }
}

fn rescale(columns: MatMut<'_, f64>, scale: &[f64]) {
    for column in columns.col_iter_mut() {
        for (x, scale) in column.iter_mut().zip(scale) {
            *x *= scale;
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
