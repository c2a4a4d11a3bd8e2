//! Many tests at once: p-values adjusted for their number.
//!
//! [`holm`] keeps the probability of any false verdict: the smallest of m p-values is multiplied by m, the
//! next by m - 1, and so on, and none may come out smaller than one before it (Holm 1979). It holds however
//! the tests depend on each other, takes p-values as they are, whatever distribution they come from, and
//! is at least as powerful as Bonferroni's correction.
//!
//! [`false_discovery`] keeps the expected share of false verdicts among those that are made: of m p-values
//! the k-th smallest is multiplied by m / k, and none may come out larger than one after it (Benjamini and
//! Hochberg 1995). It is more powerful, and holds for tests that are independent or positively dependent,
//! as matches against one opponent are.

/// The p-values, 0 to 1, adjusted for their number, in the given order: rejecting all that are at
/// most alpha makes any error with a probability of at most alpha.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, &test) in order.iter().enumerate() {
        let tests_left = (p_values.len() - rank) as f64;
        least = least.max(p_values[test] * tests_left).min(1.0);
        adjusted[test] = least;
    }
    adjusted
}

/// The p-values, 0 to 1, adjusted for their number, in the given order: of all that are at most alpha,
/// a share of at most alpha is expected to be wrong.
#[must_use]
pub fn false_discovery(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut most = 1.0_f64;
    for (rank, &test) in order.iter().enumerate().rev() {
        let share = p_values.len() as f64 / (rank + 1) as f64;
        most = most.min(p_values[test] * share);
        adjusted[test] = most;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::{false_discovery, holm};

    /// Worked by hand: 0.6 · 4/4, 0.03 · 4/3, 0.02 · 4/2, 0.01 · 4 (not above 0.04).
    #[test]
    fn known_shares() {
        let adjusted = false_discovery(&[0.03, 0.6, 0.01, 0.02]);
        for (found, expected) in adjusted.iter().zip([0.04, 0.6, 0.04, 0.04]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(false_discovery(&[0.04]), [0.04]);
        assert_eq!(false_discovery(&[]), [0.0; 0]);
    }

    /// Worked by hand: 0.01 · 4, 0.02 · 3, 0.03 · 2 (not below 0.06), 0.6 · 1.
    #[test]
    fn known_answer() {
        let adjusted = holm(&[0.03, 0.6, 0.01, 0.02]);
        for (found, expected) in adjusted.iter().zip([0.06, 0.6, 0.04, 0.06]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        // No probability is above 1, and no tests need no correction.
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
        assert_eq!(holm(&[0.04]), [0.04]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
