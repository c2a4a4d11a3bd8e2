//! Holm's correction: many tests at once, and still at most 5 % of such families with any false
//! verdict.
//!
//! The smallest of m p-values is multiplied by m, the next by m - 1, and so on, and none may come
//! out smaller than one before it (Holm 1979). It holds however the tests depend on each other, and
//! takes p-values as they are, whatever distribution they come from; it finds at least as much as
//! Bonferroni's correction.

/// The p-values, 0 to 1, adjusted for their number, in the order in which they came: to reject all
/// that are at most alpha is wrong anywhere with a probability of at most alpha.
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

#[cfg(test)]
mod tests {
    use super::holm;

    /// Worked by hand: 0.01 · 4, 0.02 · 3, 0.03 · 2 (not below 0.06), 0.6 · 1.
    #[test]
    fn known_answer() {
        let adjusted = holm(&[0.03, 0.6, 0.01, 0.02]);
        for (found, expected) in adjusted.iter().zip([0.06, 0.6, 0.04, 0.06]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        // No probability is above 1, and no test needs no correction.
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
        assert_eq!(holm(&[0.04]), [0.04]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
