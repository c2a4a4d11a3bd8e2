//! The zero of a function by bisection, which cannot fail between two signs.

/// Halvings of an interval: more than a double has bits.
const HALVINGS: usize = 100;

/// The zero of a monotone function between two ends; `None` if it has one sign at both.
pub fn bisect(mut low: f64, mut high: f64, function: impl Fn(f64) -> Option<f64>) -> Option<f64> {
    let (at_low, at_high) = (function(low)?, function(high)?);
    if at_low == 0.0 {
        return Some(low);
    }
    if at_high == 0.0 {
        return Some(high);
    }
    if at_low.signum() == at_high.signum() || at_low.is_nan() || at_high.is_nan() {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        match function(middle)? {
            0.0 => return Some(middle),
            value if value.signum() == at_low.signum() => low = middle,
            _ => high = middle,
        }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_found_and_missing_ones_are_not() {
        let root = bisect(0.0, 2.0, |x| Some(x * x - 2.0)).unwrap();
        assert!((root - 2_f64.sqrt()).abs() < 1e-14);
        assert!((bisect(0.0, 9.0, |x| Some(3.0 - x)).unwrap() - 3.0).abs() < 1e-14);
        assert_eq!(bisect(1.0, 2.0, |x| Some(x - 1.0)), Some(1.0));
        assert_eq!(bisect(1.0, 2.0, Some), None);
        assert_eq!(bisect(-1.0, 2.0, |_| None), None);
    }
}
