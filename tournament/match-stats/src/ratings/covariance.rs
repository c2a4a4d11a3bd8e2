//! The covariance of ratings: the sandwich, with pairs of games as clusters, corrected for small numbers of them.
//!
//! A difference is any sum of ratings (and White's advantage) whose weights are known: a rating less
//! the anchor's, or less the mean. Its response is the product of the weights with the inverse curvature: how it follows
//! the points of each game. All that its interval needs are sums of these responses over the clusters.

use rayon::prelude::*;

use super::clusters::Clusters;
use super::fit::information;
use super::meetings::Meeting;
use super::{ELO, FittedRatings, Ratings, prior_precision};
use crate::Interval;
use crate::elo::{all_on_one_side, unseen_share};
use crate::functions::{Z95, below, t95};
use crate::matrix::{Cholesky, Matrix, inverse, product, zeros};

/// Residuals that vary by less than this share of what one pair would make of them, that differs
/// from all others by half a point, do not vary.
const VARIETY: f64 = 0.5;

/// The covariance of all ratings and White's advantage, in natural units, relative to the first
/// player of each core; an advantage that was not fitted is certain.
#[derive(Debug)]
pub(crate) struct Covariance {
    /// A row for each parameter, the advantage's the last: its response, by the places of those that were fitted; a 0
    /// for those that are certain; and its share in errors that do not depend on each other or on the games within
    /// cores, by which players outside the cores are uncertain, each of the variance 1.
    rows: Matrix,
    /// The number of those that were fitted.
    fitted: usize,
    pub(crate) clusters: Vec<Clusters>,
}

impl Covariance {
    pub(super) fn new(fitted: &FittedRatings, meetings: &[Meeting]) -> Self {
        let (theta, inside) = (&fitted.theta, &fitted.inside.places);
        let bread = inverse(&fitted.inside.curvature(theta));
        let own = inverse(&fitted.outside.curvature(theta));
        let follow = product(&product(&own, &pulls(fitted)), &bread);
        let errors = Cholesky::new(&own).lower;
        let row = |(inside, outside): (&Option<usize>, &Option<usize>)| {
            let mut row = vec![0.0; bread.len() + 1 + own.len()];
            let response = inside.map(|place| &bread[place]);
            if let Some(response) = response.or(outside.map(|place| &follow[place])) {
                row[..bread.len()].copy_from_slice(response);
            }
            if let Some(place) = *outside {
                row[bread.len() + 1..].copy_from_slice(&errors[place]);
            }
            row
        };
        let rows: Matrix = inside.iter().zip(&fitted.outside.places).map(row).collect();
        let mut clusters = Vec::new();
        for m in meetings {
            let core = fitted.core_of[m.a];
            if core.is_some() && core == fitted.core_of[m.b] {
                let parameters = [m.a, m.b, rows.len() - 1];
                let places = parameters.map(|parameter| inside[parameter].unwrap_or(bread.len()));
                clusters.extend(Clusters::of(m, parameters.map(|p| &rows[p][..]), places, theta));
            }
        }
        Self { fitted: bread.len(), rows, clusters }
    }

    /// Of White's advantage.
    pub(super) fn of_advantage(&self) -> Spread {
        self.spread(&self.rows[self.rows.len() - 1])
    }

    /// Of each of these players less the sum of the parameters with the weights `zero`.
    pub(super) fn above(&self, zero: &[(usize, f64)], players: &[usize]) -> Vec<Spread> {
        let mut sum = vec![0.0; self.rows[0].len()];
        for &(parameter, weight) in zero {
            let row = &self.rows[parameter];
            sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += weight * x);
        }
        players.par_iter().map(|&player| self.less(player, &sum)).collect()
    }

    /// Of the first of each of these pairs of players less the second.
    pub(crate) fn between(&self, pairs: &[(usize, usize)]) -> Vec<Spread> {
        pairs.par_iter().map(|&(a, b)| self.less(a, &self.rows[b])).collect()
    }

    fn less(&self, player: usize, zero: &[f64]) -> Spread {
        let row: Vec<f64> = self.rows[player].iter().zip(zero).map(|(x, zero)| x - zero).collect();
        self.spread(&row)
    }

    /// Of the difference with this row.
    ///
    /// The variance is the sandwich's. Its degrees of freedom are those of the chi-squared
    /// distribution with the mean and the variance that it has under the model (Satterthwaite
    /// 1946; Bell and McCaffrey 2002), with an upper bound for the latter: twice the sum, over all
    /// clusters, of what each adds to the mean times what it would if the fit had not followed it.
    /// In a match of two they are n - 1.
    fn spread(&self, row: &[f64]) -> Spread {
        let (response, errors) = row.split_at(self.fitted + 1);
        let own: f64 = errors.iter().map(|error| error * error).sum();
        let [mut model, mut squares, mut mean, mut square, mut variance] = [0.0; 5];
        for c in &self.clusters {
            let sums = c.sums(response);
            let seen = c.count * sums.seen;
            model += c.count * sums.model;
            squares += c.count * sums.model * sums.model;
            mean += seen;
            square += seen * sums.whole;
            variance += sums.variance;
        }
        if model <= 0.0 {
            return Spread::from_variance(own);
        }
        let freedom = if square > 0.0 { mean * mean / square } else { 1.0 };
        let clusters = model * model / squares;
        // Points of one pair off by a half are a half of the model's variance of that pair.
        let unseen = if variance < VARIETY * model / (2.0 * clusters) {
            let reach: f64 = self.clusters.iter().map(|c| c.reach(response)).sum();
            (reach * unseen_share(clusters)).powi(2)
        } else {
            0.0
        };
        let seen = t95(freedom).powi(2) * variance.max(0.0);
        let half_width = (seen + unseen + Z95 * Z95 * own).sqrt();
        if own > 0.0 {
            return Spread { half_width, ..Spread::from_variance(own) };
        }
        Spread { half_width, freedom, clusters }
    }
}

/// The derivatives of the gradients of players outside the cores by the fitted parameters, by way of games and
/// of the priors, whose centres are the means of the cores.
fn pulls(fitted: &FittedRatings) -> Matrix {
    let (inside, outside) = (&fitted.inside.places, &fitted.outside.places);
    let count = |places: &[Option<usize>]| places.iter().flatten().count();
    let mut pulls = zeros(count(outside), count(inside));
    for e in &fitted.outside.encounters {
        let information = information(&fitted.theta, e);
        for (player, sign) in e.form(inside.len()) {
            for (other, other_sign) in e.form(inside.len()) {
                if let (Some(player), Some(other)) = (outside[player], inside[other]) {
                    pulls[player][other] -= information * sign * other_sign;
                }
            }
        }
    }
    for group in &fitted.groups {
        let share = prior_precision() / group.core.len() as f64;
        for player in group.members.iter().filter_map(|&e| outside[e]) {
            let core = group.core.iter().filter_map(|&e| inside[e]);
            core.for_each(|other| pulls[player][other] += share);
        }
    }
    pulls
}

/// The uncertainty of a difference, in natural units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    half_width: f64,
    /// Degrees of freedom; infinite if it is not from games alone.
    freedom: f64,
    /// The effective number of clusters: as many of equal weight have the same information.
    clusters: f64,
}

impl Spread {
    /// Of a quantity that is not from games: a normal distribution of this variance.
    pub(super) fn from_variance(variance: f64) -> Self {
        let half_width = Z95 * variance.sqrt();
        Self { half_width, freedom: f64::INFINITY, clusters: f64::INFINITY }
    }

    /// Of the difference of two that are independent: variances add, and degrees of freedom are Welch's (1947).
    fn with(&self, other: &Self) -> Self {
        let [one, two] = [self, other].map(|spread| spread.deviation().powi(2));
        let variance = one + two;
        let squares = one * one / self.freedom + two * two / other.freedom;
        let freedom = if squares > 0.0 { variance * variance / squares } else { f64::INFINITY };
        Self {
            half_width: t95(freedom) * variance.sqrt(),
            freedom,
            clusters: self.clusters + other.clusters,
        }
    }

    /// The two-sided p-value of a difference of `value` Elo.
    fn p(&self, value: f64) -> f64 {
        let deviations = value.abs() / ELO / self.deviation().max(f64::MIN_POSITIVE);
        (2.0 * below(-deviations, self.freedom)).min(1.0)
    }

    /// The standard error, in natural units.
    fn deviation(&self) -> f64 {
        self.half_width / t95(self.freedom)
    }

    /// The interval of an estimate of `value` Elo with this uncertainty.
    pub(crate) fn about(&self, value: f64) -> Interval {
        Interval::about(value, ELO * self.half_width)
    }

    /// The probability, 0 to 1, that a difference estimated as `value` Elo with this uncertainty is above 0. It is
    /// never surer than as many clusters that are all on one side.
    pub(crate) fn above_zero(&self, value: f64) -> f64 {
        let wrong = all_on_one_side(self.clusters);
        let deviations = value / ELO / self.deviation().max(f64::MIN_POSITIVE);
        below(deviations, self.freedom).clamp(wrong, 1.0 - wrong)
    }
}

/// A player's rating less the mean of some players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    /// Elo above that mean.
    pub elo: Interval,
    spread: Spread,
}

/// The change of a contrast between two tournaments that share no games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContrastChange {
    /// Elo more than in the first one, with the interval of this difference alone.
    pub elo: Interval,
    /// The two-sided p-value of this difference alone, 0 to 1.
    pub p: f64,
}

impl Ratings {
    /// Each of these players above the mean of all of them, in their order; `None` if they are not all of one group,
    /// or there are no intervals.
    ///
    /// # Panics
    /// If a player is out of range.
    #[must_use]
    pub fn above_mean_of(&self, players: &[usize]) -> Option<Vec<Contrast>> {
        let (&first, share) = (players.first()?, 1.0 / players.len() as f64);
        if !players.iter().all(|&e| self.are_comparable(first, e)) {
            return None;
        }
        let mean: f64 = players.iter().map(|&e| self.players[e].elo.value * share).sum();
        let weights: Vec<(usize, f64)> = players.iter().map(|&e| (e, share)).collect();
        let spreads = self.covariance.as_ref()?.above(&weights, players);
        let contrast = |(&player, spread): (&usize, Spread)| Contrast {
            elo: spread.about(self.players[player].elo.value - mean),
            spread,
        };
        Some(players.iter().zip(spreads).map(contrast).collect())
    }
}

impl Contrast {
    /// The change from `before`, a contrast of another tournament with the same reference.
    #[must_use]
    pub fn change_from(&self, before: &Self) -> ContrastChange {
        let value = self.elo.value - before.elo.value;
        let spread = self.spread.with(&before.spread);
        ContrastChange { elo: spread.about(value), p: spread.p(value) }
    }
}
