//! The normal distribution.

use statrs::distribution::{ContinuousCDF, Normal};

/// Two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The normal distribution's probability below x.
pub(crate) fn phi(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// The quantile above which `tail` of the normal distribution lies.
pub(crate) fn above(tail: f64) -> f64 {
    Normal::standard().inverse_cdf(1.0 - tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_leaves_a_fortieth_above_it() {
        assert!((phi(Z95) - 0.975).abs() < 1e-9);
        assert!((phi(-1.0) - 0.158_655_253_931_457).abs() < 1e-9);
    }
}
