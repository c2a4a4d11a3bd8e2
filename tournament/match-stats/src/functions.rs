//! The normal distribution, Student's, the zero of a function, and intervals.
//!
//! Student's is for a mean of few results whose spread is estimated from the same few. (Student, "The probable error of a
//! mean", 1908.)

use std::f64::consts::PI;

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Fewer degrees of freedom are made up to so many by the variance of games without draws.
pub(crate) const MIN_FREEDOM: f64 = 5.0;

/// The normal distribution's probability below x.
pub(crate) fn phi(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

pub(crate) const TAIL: f64 = 0.025;
/// The degrees of freedom from which the expansion in their inverse is used (Fisher 1925): it
/// is good to 1e-9 there, while the library's inverse loses digits and in the end does not return.
const MANY: f64 = 1000.0;

/// The two-sided 95 % quantile, at least 1.96; below one degree of freedom that of one.
pub(crate) fn t95(freedom: f64) -> f64 {
    quantile(TAIL, freedom)
}

/// The quantile above which `tail` lies; below one degree of freedom that of one.
pub(crate) fn quantile(tail: f64, freedom: f64) -> f64 {
    match distribution(freedom) {
        Some(t) => t.inverse_cdf(1.0 - tail),
        None => {
            let z = if tail == TAIL { Z95 } else { Normal::standard().inverse_cdf(1.0 - tail) };
            let second = 5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z;
            z + (z.powi(3) + z) / (4.0 * freedom) + second / (96.0 * freedom.powi(2))
        }
    }
}

/// The probability below x, 0 to 1.
pub(crate) fn below(x: f64, freedom: f64) -> f64 {
    match distribution(freedom) {
        Some(t) => t.cdf(x),
        // Farther out there is nothing but rounding.
        None if x.abs() > 30.0 => phi(x),
        None => {
            let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
            let second = 3.0 * x.powi(7) - 7.0 * x.powi(5) - 5.0 * x.powi(3) - 3.0 * x;
            let less = (x.powi(3) + x) / (4.0 * freedom) + second / (96.0 * freedom.powi(2));
            (phi(x) - density * less).clamp(0.0, 1.0)
        }
    }
}

/// `None` where the expansion is used.
fn distribution(freedom: f64) -> Option<StudentsT> {
    let few = freedom < MANY;
    few.then(|| StudentsT::new(0.0, 1.0, freedom.max(1.0)).ok()).flatten()
}

/// Halvings of an interval: more than a double has bits.
const HALVINGS: usize = 100;

/// The zero of a monotone function between two ends, by bisection, which cannot fail between two signs; `None` if it has one sign at both.
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

/// An estimate with its 95 % interval; mostly it is Elo. The numbers are `f64` where all three are always there, and
/// `Option<f64>` where one may be unbounded, as Elo is at a score of 0 or 1, or unknown: it is `None` then.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Interval<T = f64> {
    /// The estimate.
    pub value: T,
    /// Lower end of the 95 % interval.
    pub low: T,
    /// Upper end of the 95 % interval.
    pub high: T,
}

impl<T> Interval<T> {
    /// Applies `to` to the estimate and to each end; the lower end stays the lower one.
    #[must_use]
    pub fn map<U>(self, to: impl Fn(T) -> U) -> Interval<U> {
        Interval { value: to(self.value), low: to(self.low), high: to(self.high) }
    }
}

impl<T: Into<Option<f64>>> Interval<T> {
    /// True if `number` lies within the interval; an end that is `None` is unbounded.
    pub fn contains(self, number: f64) -> bool {
        let Interval { low, high, .. } = self.map(T::into);
        low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
    }
}

impl Interval {
    /// An interval that is symmetric about `value`.
    pub fn about(value: f64, half_width: f64) -> Self {
        Self { value, low: value - half_width, high: value + half_width }
    }

    /// The standard error, if the estimate is normally distributed.
    pub fn standard_error(self) -> f64 {
        (self.high - self.low) / (2.0 * Z95)
    }

    /// Adds an independent error, of which `half_width` is half of the 95 % interval.
    #[must_use]
    pub fn widened(self, half_width: f64) -> Self {
        let Self { value, low, high } = self;
        let [below, above] = [value - low, high - value].map(|end| end.hypot(half_width));
        Self { value, low: value - below, high: value + above }
    }

    /// Of a difference: the same from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        // Subtracted from 0, to avoid a negative zero.
        Self { value: 0.0 - self.value, low: 0.0 - self.high, high: 0.0 - self.low }
    }

    /// The probability of a success, 0 to 1, after `successes` in `trials`, estimated by their share;
    /// `None` without trials. The interval stays within 0 and 1 and is right for small numbers and for shares
    /// near the ends. (Wilson, "Probable inference, the law of succession, and statistical inference", 1927.)
    pub fn of_share(successes: u64, trials: u64) -> Option<Self> {
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
        Some(Self { value: share, low, high })
    }
}

impl Interval<Option<f64>> {
    /// An unknown number.
    pub const UNKNOWN: Self = Self { value: None, low: None, high: None };

    /// From end to end; `None` if an end is unbounded or unknown.
    pub fn width(self) -> Option<f64> {
        self.low.zip(self.high).map(|(low, high)| high - low)
    }

    /// The difference from an independent estimate; neither interval need be symmetric: the distance of each end is the
    /// root of the sum of squares of the two distances that contribute to it (Newcombe 1998; Zou and Donner 2008). An
    /// end is unbounded if one of these is.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        let value = self.value.zip(other.value).map(|(a, b)| a - b);
        let apart = |one: Option<f64>, from: Option<f64>| Some(one? - from?);
        let end = |own: Option<f64>, others: Option<f64>, sign: f64| Some(value? + sign * own?.hypot(others?));
        Self {
            value,
            low: end(apart(self.value, self.low), apart(other.high, other.value), -1.0),
            high: end(apart(self.high, self.value), apart(other.value, other.low), 1.0),
        }
    }

    /// Of a difference: the same from the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        let Self { value, low, high } = self;
        Self { value, low: high, high: low }.map(|number| number.map(|number| 0.0 - number))
    }

    /// Estimate and ends, if none of them is missing.
    pub fn bounded(self) -> Option<Interval> {
        Some(Interval { value: self.value?, low: self.low?, high: self.high? })
    }
}

impl From<Option<Interval>> for Interval<Option<f64>> {
    fn from(known: Option<Interval>) -> Self {
        known.map_or(Self::UNKNOWN, |known| known.map(Some))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed tables of the distribution; the density integrated numerically by another program; closed forms for one and
    /// two degrees of freedom.
    #[test]
    fn known_quantiles_and_probabilities() {
        let mut tables: serde_json::Value = serde_json::from_str(include_str!("../tests/data/stats.json")).unwrap();
        let rows: Vec<(f64, f64, f64, f64)> = serde_json::from_value(tables["quantiles"].take()).unwrap();
        assert!(!rows.is_empty());
        for (freedom, tail, expected, error) in rows {
            let found = quantile(tail, freedom);
            assert!((found - expected).abs() < error, "{freedom} {tail}: {found}");
            assert!((below(found, freedom) + tail - 1.0).abs() < 1e-9, "{freedom} {tail}");
        }
        for (freedom, probability) in [
            (289.0, 0.097_318_417_836),
            (990.0, 0.096_951_776_731),
            (1010.0, 0.096_948_781_627),
            (93867.0, 0.096_802_080_645),
        ] {
            assert!((below(-1.3, freedom) - probability).abs() < 1e-9, "{freedom}");
        }
        for x in [-30.0, -2.0, 0.0, 0.7, 5.0] {
            assert!((below(x, 1.0) - 0.5 - f64::atan(x) / PI).abs() < 1e-12);
            assert!((below(x, 2.0) - 0.5 - x / (2.0 * (2.0 + x * x).sqrt())).abs() < 1e-12);
        }
    }

    #[test]
    fn with_many_results_it_is_the_normal_one() {
        assert!((quantile(0.005, 999.9) - quantile(0.005, 1000.1)).abs() < 1e-6);
        let quantiles = [1.0, 3.0, 10.0, 300.0, 999.9, 1e3, 1e6, 1e15, f64::INFINITY].map(t95);
        assert!(quantiles.is_sorted_by(|one, next| *next < one + 1e-8), "{quantiles:?}");
        assert!(quantiles.iter().all(|&quantile| quantile >= Z95), "{quantiles:?}");
        assert_eq!((quantiles[8], below(0.0, f64::INFINITY)), (Z95, 0.5));
        assert!((below(-1.3, 1e9) - phi(-1.3)).abs() < 1e-9);
        assert_eq!((below(-80.0, 1e4), below(80.0, 1e4)), (0.0, 1.0));
    }
}
