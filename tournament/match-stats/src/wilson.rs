//! The interval of a share: positions solved, of those tried.

use super::Interval;
use super::normal::Z95;

/// The probability of a success, 0 to 1, after `successes` in `trials`, estimated by their share;
/// `None` without trials. The interval stays within 0 and 1 and is right for small numbers and for shares
/// near the ends. (Wilson, "Probable inference, the law of succession, and statistical inference",
/// 1927.)
#[must_use]
pub fn interval(successes: u64, trials: u64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let reach = Z95 * Z95 / n;
    let middle = share + reach / 2.0;
    let half_width = (reach * (share * (1.0 - share) + reach / 4.0)).sqrt();
    let ends = [middle - half_width, middle + half_width];
    let [low, high] = ends.map(|end| (end / (1.0 + reach)).clamp(0.0, 1.0));
    Some(Interval { value: share, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_intervals() {
        // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I.
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = interval(successes, trials).unwrap();
            assert!(
                (found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5,
                "{successes}/{trials}: {found:?}"
            );
            assert_eq!(found.value, successes as f64 / trials as f64);
        }
        assert_eq!(interval(0, 0), None);
        assert_eq!(interval(3, 3).unwrap().high, 1.0);
    }
}
