//! Moments of a few kinds of results, equally spaced from 0 to 1.
//!
//! Few results underestimate the spread of results: the rare ones are missing, and the
//! variance is small just where the mean is off. A small pseudocount of unseen results,
//! spread evenly over all kinds, replaces them; it is a tenth or a fifth of a single result,
//! and negligible among hundreds. (As Agresti and Coull do for a share, 1998, with two results of
//! either kind.)

/// Mean and moments about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moments {
    /// The mean, 0 to 1.
    pub(super) mean: f64,
    /// The variance, divided by the number of results.
    pub(super) variance: f64,
    /// The third standardised moment; 0 if symmetric.
    pub(super) skewness: f64,
    /// The fourth standardised moment; 3 if normal.
    pub(super) kurtosis: f64,
}

impl Moments {
    /// Of counts, the worst result (0) first and the best (1) last, plus `unseen` results
    /// spread evenly over all kinds.
    pub(super) fn new(counts: &[u64], unseen: f64) -> Self {
        let best = (counts.len() - 1) as f64;
        let each = unseen / counts.len() as f64;
        let total: f64 = counts.iter().map(|&count| count as f64 + each).sum();
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            let kinds = counts.iter().enumerate();
            let weighted = kinds.map(|(i, &count)| (count as f64 + each) * value(i as f64 / best));
            weighted.sum::<f64>() / total
        };
        let mean = mean_of(&|x| x);
        let variance = mean_of(&|x| (x - mean).powi(2));
        Self {
            mean,
            variance,
            skewness: mean_of(&|x| (x - mean).powi(3)) / variance.powf(1.5),
            kurtosis: mean_of(&|x| (x - mean).powi(4)) / variance.powi(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand.
    #[test]
    fn of_three_kinds() {
        let m = Moments::new(&[1, 0, 3], 0.0);
        assert!((m.mean - 0.75).abs() < 1e-12 && (m.variance - 0.1875).abs() < 1e-12);
        // A share p has the skewness (1 - 2p) / sqrt(p (1 - p)) and the kurtosis 3 + (1 - 6p(1 -
        // p)) / (p (1 - p)).
        assert!((m.skewness + 0.5 / 0.1875_f64.sqrt()).abs() < 1e-12);
        assert!((m.kurtosis - (3.0 + (1.0 - 1.125) / 0.1875)).abs() < 1e-12);
        // Three more results, one of each kind: 2, 1, 4.
        let m = Moments::new(&[1, 0, 3], 3.0);
        assert!((m.mean - 4.5 / 7.0).abs() < 1e-12);
        assert!((m.variance - (4.25 / 7.0 - (4.5_f64 / 7.0).powi(2))).abs() < 1e-12);
    }
}
