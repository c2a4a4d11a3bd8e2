//! The uncertainty of a difference.

use super::super::Interval;
use super::super::elo::{all_on_one_side, unseen_share};
use super::super::normal::Z95;
use super::super::student;
use super::ELO;
use super::sums::Sums;

/// Residuals that vary by less than this share of what one pair would make of them, that differs
/// from all others by half a point, do not vary.
const VARIETY: f64 = 0.5;

/// The uncertainty of a difference, in natural units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spread {
    /// Half the width of the 95 % interval.
    half_width: f64,
    /// Degrees of freedom; infinite if it is not from games alone.
    freedom: f64,
    /// The effective number of clusters: as many of equal weight have the same information.
    clusters: f64,
}

impl Spread {
    /// Of the difference in a lane of the sums over the clusters, to which players outside the cores add
    /// the variance `own`; `reach` returns its change by half a point more in every game.
    ///
    /// The variance is the sandwich's. Its degrees of freedom are those of the chi-squared
    /// distribution with the mean and the variance that it has under the model (Satterthwaite
    /// 1946; Bell and McCaffrey 2002), with an upper bound for the latter: twice the sum, over all
    /// clusters, of what each adds to the mean times what it would if the fit had not followed it.
    /// In a match of two they are n - 1.
    pub(super) fn new(sums: &Sums, lane: usize, own: f64, reach: impl Fn() -> f64) -> Self {
        // Rounding may have made it negative.
        let own = own.max(0.0);
        let (model, mean, variance) = (sums.model[lane], sums.mean[lane], sums.variance[lane]);
        if model <= 0.0 {
            return Self::given(own);
        }
        let freedom = if sums.square[lane] > 0.0 { mean * mean / sums.square[lane] } else { 1.0 };
        let clusters = model * model / sums.squares[lane];
        // Points of one pair off by a half are a half of the model's variance of that pair.
        let least = VARIETY * model / (2.0 * clusters);
        let unseen =
            if variance < least { (reach() * unseen_share(clusters)).powi(2) } else { 0.0 };
        let seen = student::t95(freedom).powi(2) * variance.max(0.0);
        Self {
            half_width: (seen + unseen + Z95 * Z95 * own).sqrt(),
            freedom: if own > 0.0 { f64::INFINITY } else { freedom },
            clusters: if own > 0.0 { f64::INFINITY } else { clusters },
        }
    }

    /// Of a quantity that is not from games: a normal distribution of this variance.
    pub(super) fn given(variance: f64) -> Self {
        Self {
            half_width: Z95 * variance.max(0.0).sqrt(),
            freedom: f64::INFINITY,
            clusters: f64::INFINITY,
        }
    }

    /// Of the difference of two that are independent: variances add, and degrees of freedom are Welch's (1947).
    pub(super) fn with(&self, other: &Self) -> Self {
        let [one, two] = [self, other].map(|spread| spread.deviation().powi(2));
        let variance = one + two;
        let squares = one * one / self.freedom + two * two / other.freedom;
        let freedom = if squares > 0.0 { variance * variance / squares } else { f64::INFINITY };
        Self {
            half_width: student::t95(freedom) * variance.sqrt(),
            freedom,
            clusters: self.clusters + other.clusters,
        }
    }

    /// The two-sided p-value of a difference of `value` Elo.
    pub(super) fn p(&self, value: f64) -> f64 {
        let deviations = value.abs() / ELO / self.deviation().max(f64::MIN_POSITIVE);
        (2.0 * student::below(-deviations, self.freedom)).min(1.0)
    }

    /// The standard error, in natural units.
    fn deviation(&self) -> f64 {
        self.half_width / student::t95(self.freedom)
    }

    /// The interval of an estimate of `value` Elo with this uncertainty.
    pub(super) fn about(&self, value: f64) -> Interval {
        Interval::about(value, ELO * self.half_width)
    }

    /// The probability, 0 to 1, that a difference estimated as `value` with this uncertainty is above 0. It is
    /// never surer than as many clusters that are all on one side.
    pub(super) fn above_zero(&self, value: f64) -> f64 {
        let deviation = self.deviation();
        let wrong = all_on_one_side(self.clusters);
        let deviations = value / deviation.max(f64::MIN_POSITIVE);
        student::below(deviations, self.freedom).clamp(wrong, 1.0 - wrong)
    }
}
