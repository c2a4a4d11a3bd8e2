//! A number and its 95 % interval.

use super::functions::Z95;

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
    #[must_use]
    pub fn contains(self, number: f64) -> bool {
        let Interval { low, high, .. } = self.map(T::into);
        low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
    }
}

impl Interval {
    /// An interval that is symmetric about `value`.
    #[must_use]
    pub fn about(value: f64, half_width: f64) -> Self {
        Self { value, low: value - half_width, high: value + half_width }
    }

    /// The standard error, if the estimate is normally distributed.
    #[must_use]
    pub fn standard_error(self) -> f64 {
        (self.high - self.low) / (2.0 * Z95)
    }

    /// Adds an independent error, of which `half_width` is half of the 95 % interval.
    #[must_use]
    pub fn widened(self, half_width: f64) -> Self {
        let Self { value, low, high } = self;
        let [below, above] = [value - low, high - value].map(|end| end.hypot(half_width));
        if half_width == 0.0 {
            self
        } else {
            Self { value, low: value - below, high: value + above }
        }
    }

    /// Of a difference: the same from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        // Subtracted from 0, to avoid a negative zero.
        Self { value: 0.0 - self.value, low: 0.0 - self.high, high: 0.0 - self.low }
    }

    /// The probability of a success, 0 to 1, after `successes` in `trials`, estimated by their share;
    /// `None` without trials. The interval stays within 0 and 1 and is right for small numbers and for shares
    /// near the ends. (Wilson, "Probable inference, the law of succession, and statistical inference",
    /// 1927.)
    #[must_use]
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
    #[must_use]
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
        let end = |own: Option<f64>, others: Option<f64>, sign: f64| {
            Some(value? + sign * own?.hypot(others?))
        };
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
    #[must_use]
    pub fn bounded(self) -> Option<Interval> {
        Some(Interval { value: self.value?, low: self.low?, high: self.high? })
    }
}

impl From<Option<Interval>> for Interval<Option<f64>> {
    fn from(known: Option<Interval>) -> Self {
        known.map_or(Self::UNKNOWN, |known| known.map(Some))
    }
}
