//! The covariance of ratings: the sandwich, with pairs of games as clusters, corrected for small
//! numbers of them.
//!
//! A difference is any sum of ratings (and White's advantage) whose weights are known: a rating less
//! the anchor's, or less the mean. Its response is the product of the weights with the inverse curvature: how it follows
//! the points of each game. All that its interval needs are sums of these responses over the clusters. Nothing here
//! depends on the order of the players.
//!
//! A contrast is relative to the mean of some players, so that it can be subtracted from that of another tournament,
//! whose ratings have another zero. Its variance is that of the sum with the weights 1 - 1/n for the player and -1/n
//! for the others, from the joint covariance; it does not follow from the interval of a rating.

use rayon::prelude::*;

use super::clusters::{Clusters, InverseBlock, value};
use super::fit::information;
use super::meetings::Meeting;
use super::{ELO, FittedRatings, Ratings, prior_precision};
use crate::Interval;
use crate::differences::Difference;
use crate::elo::{all_on_one_side, unseen_share};
use crate::functions::{Z95, below, t95};
use crate::matrix::{Matrix, inverse, product, zeros};

/// Residuals that vary by less than this share of what one pair would make of them, that differs
/// from all others by half a point, do not vary.
const VARIETY: f64 = 0.5;

/// The covariance of all ratings and White's advantage, in natural units, relative to the first
/// player of each core; an advantage that was not fitted is certain.
#[derive(Debug)]
pub(super) struct Covariance {
    /// The response of each parameter, by the places of those that were fitted, and a 0 for those that are certain.
    responses: Matrix,
    /// The places of players outside the cores in `own`, their covariance if the cores were certain.
    outside: Vec<Option<usize>>,
    own: Matrix,
    /// The place of White's advantage in a response.
    advantage: usize,
    clusters: Vec<Clusters>,
}

/// A sum of parameters.
struct Direction {
    response: Vec<f64>,
    /// The products of its weights with the covariance of players outside.
    own: Vec<f64>,
    /// The variance by players outside.
    variance: f64,
}

impl Covariance {
    pub(super) fn new(fitted: &FittedRatings, meetings: &[Meeting]) -> Self {
        let (theta, places) = (&fitted.theta, &fitted.inside.places);
        let bread = inverse(&fitted.inside.curvature(theta));
        let outside = fitted.outside.places.clone();
        let own = inverse(&fitted.outside.curvature(theta));
        let mut clusters = Vec::new();
        for m in meetings {
            let core = fitted.core_of[m.a];
            if core.is_some() && core == fitted.core_of[m.b] {
                let block = inverse_block(&bread, places, m);
                let [a, b] = [m.a, m.b].map(|player| places[player].unwrap_or(bread.len()));
                clusters.extend(Clusters::of(m, [a, b], theta, block));
            }
        }
        let follow = product(&product(&own, &pulls(fitted)), &bread);
        let response = |(place, outside): (&Option<usize>, &Option<usize>)| {
            let mut row = match (*place, *outside) {
                (Some(place), _) => bread[place].clone(),
                (None, Some(outside)) => follow[outside].clone(),
                (None, None) => vec![0.0; bread.len()],
            };
            row.push(0.0);
            row
        };
        let responses = places.iter().zip(&outside).map(response).collect();
        let advantage = places[places.len() - 1].unwrap_or(bread.len());
        Self { responses, outside, own, advantage, clusters }
    }

    /// Kinds of clusters, over which every interval sums.
    pub(super) fn clusters(&self) -> usize {
        self.clusters.len()
    }

    /// Of White's advantage.
    pub(super) fn of_advantage(&self) -> Spread {
        self.spread(&self.responses[self.responses.len() - 1], 0.0)
    }

    /// Of each of these players less the sum of the parameters with the weights `zero`.
    pub(super) fn above(&self, zero: &[(usize, f64)], players: &[usize]) -> Vec<Spread> {
        let zero = self.direction(zero);
        players.par_iter().map(|&player| self.less(player, &zero)).collect()
    }

    /// Of the first of each of these pairs of players less the second.
    pub(super) fn between(&self, pairs: &[(usize, usize)]) -> Vec<Spread> {
        let spread = |&(a, b): &(usize, usize)| self.less(a, &self.direction(&[(b, 1.0)]));
        pairs.par_iter().map(spread).collect()
    }

    /// The sum of the parameters with these weights.
    fn direction(&self, weights: &[(usize, f64)]) -> Direction {
        let mut response = vec![0.0; self.responses[0].len()];
        let mut own = vec![0.0; self.own.len()];
        for &(parameter, weight) in weights {
            add(&mut response, weight, &self.responses[parameter]);
            if let Some(place) = self.outside[parameter] {
                add(&mut own, weight, &self.own[place]);
            }
        }
        let variance = |&(parameter, weight): &(usize, f64)| {
            self.outside[parameter].map_or(0.0, |place| weight * own[place])
        };
        Direction { response, variance: weights.iter().map(variance).sum(), own }
    }

    fn less(&self, player: usize, zero: &Direction) -> Spread {
        let mut response = self.responses[player].clone();
        add(&mut response, -1.0, &zero.response);
        let more = self.outside[player].map(|p| self.own[p][p] - 2.0 * zero.own[p]);
        self.spread(&response, zero.variance + more.unwrap_or(0.0))
    }

    /// Of the difference with this response, to which players outside add the variance `own`.
    ///
    /// The variance is the sandwich's. Its degrees of freedom are those of the chi-squared
    /// distribution with the mean and the variance that it has under the model (Satterthwaite
    /// 1946; Bell and McCaffrey 2002), with an upper bound for the latter: twice the sum, over all
    /// clusters, of what each adds to the mean times what it would if the fit had not followed it.
    /// In a match of two they are n - 1.
    fn spread(&self, response: &[f64], own: f64) -> Spread {
        // Rounding may have made it negative.
        let own = own.max(0.0);
        let (mut model, mut squares, mut mean, mut square, mut variance) =
            (0.0, 0.0, 0.0, 0.0, 0.0);
        for c in &self.clusters {
            let products = c.products(response, self.advantage);
            let of_one = value(&c.model, products);
            let seen = c.count * value(&c.seen, products);
            model += c.count * of_one;
            squares += c.count * of_one * of_one;
            mean += seen;
            square += seen * value(&c.whole, products);
            variance += value(&c.variance, products);
        }
        if model <= 0.0 {
            return Spread::from_variance(own);
        }
        let freedom = if square > 0.0 { mean * mean / square } else { 1.0 };
        let clusters = model * model / squares;
        // Points of one pair off by a half are a half of the model's variance of that pair.
        let unseen = if variance < VARIETY * model / (2.0 * clusters) {
            let reach = |c: &Clusters| c.reach(response, self.advantage);
            (self.clusters.iter().map(reach).sum::<f64>() * unseen_share(clusters)).powi(2)
        } else {
            0.0
        };
        let seen = t95(freedom).powi(2) * variance.max(0.0);
        Spread {
            half_width: (seen + unseen + Z95 * Z95 * own).sqrt(),
            freedom: if own > 0.0 { f64::INFINITY } else { freedom },
            clusters: if own > 0.0 { f64::INFINITY } else { clusters },
        }
    }
}

fn add(to: &mut [f64], weight: f64, row: &[f64]) {
    to.iter_mut().zip(row).for_each(|(to, x)| *to += weight * x);
}

/// The inverse curvature for the two players of a meeting and White's advantage.
fn inverse_block(bread: &Matrix, places: &[Option<usize>], m: &Meeting) -> InverseBlock {
    let at = |i: Option<usize>, j: Option<usize>| i.zip(j).map_or(0.0, |(i, j)| bread[i][j]);
    let (a, b, advantage) = (places[m.a], places[m.b], places[places.len() - 1]);
    InverseBlock {
        apart: at(a, a) + at(b, b) - 2.0 * at(a, b),
        both: at(a, advantage) - at(b, advantage),
        advantage: at(advantage, advantage),
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
pub(super) struct Spread {
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
    pub(super) fn with(&self, other: &Self) -> Self {
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
    pub(super) fn p(&self, value: f64) -> f64 {
        let deviations = value.abs() / ELO / self.deviation().max(f64::MIN_POSITIVE);
        (2.0 * below(-deviations, self.freedom)).min(1.0)
    }

    /// The standard error, in natural units.
    fn deviation(&self) -> f64 {
        self.half_width / t95(self.freedom)
    }

    /// The interval of an estimate of `value` Elo with this uncertainty.
    pub(super) fn about(&self, value: f64) -> Interval {
        Interval::about(value, ELO * self.half_width)
    }

    /// The probability, 0 to 1, that a difference estimated as `value` with this uncertainty is above 0. It is
    /// never surer than as many clusters that are all on one side.
    pub(super) fn above_zero(&self, value: f64) -> f64 {
        let wrong = all_on_one_side(self.clusters);
        let deviations = value / self.deviation().max(f64::MIN_POSITIVE);
        below(deviations, self.freedom).clamp(wrong, 1.0 - wrong)
    }
}

/// Terms of all sums that the differences of a field may take: some ten seconds.
const MAX_TERMS: u64 = 10_000_000_000;

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
    /// True if intervals were computed; without them each reaches from minus infinity to infinity.
    #[must_use]
    pub fn has_intervals(&self) -> bool {
        self.covariance.is_some()
    }

    /// The probability, 0 to 1, that `a` is stronger than `b`; `None` if they are one, or of
    /// different groups, or there are no intervals.
    #[must_use]
    pub fn los(&self, a: usize, b: usize) -> Option<f64> {
        self.above(a, b).map(|difference| difference.los)
    }

    /// Elo of `a` above `b` with the interval of this difference alone, from the covariance of
    /// the two ratings: what they share, such as the anchor's uncertainty, cancels. `None` if they
    /// are one, or of different groups, or there are no intervals.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> Option<Interval> {
        self.above(a, b).map(|difference| difference.elo)
    }

    fn above(&self, a: usize, b: usize) -> Option<Difference> {
        let are_comparable = a != b && self.are_comparable(a, b);
        self.differences_of(are_comparable.then_some((a, b)).as_slice())?.pop()
    }

    pub(crate) fn are_comparable(&self, a: usize, b: usize) -> bool {
        self.players[a].group == self.players[b].group
    }

    /// True if the differences of `players` players are feasible in time and memory.
    pub(crate) fn can_compare(&self, players: usize) -> bool {
        let Some(covariance) = &self.covariance else {
            return false;
        };
        let pairs = (players * players.saturating_sub(1) / 2) as u64;
        let terms = covariance.clusters().max(players) as u64;
        terms.saturating_mul(pairs) <= MAX_TERMS
    }

    /// Of each of these pairs of players, who must be comparable, each judged alone; `None` without intervals.
    pub(crate) fn differences_of(&self, pairs: &[(usize, usize)]) -> Option<Vec<Difference>> {
        let spreads = self.covariance.as_ref()?.between(pairs);
        let difference = |(&(a, b), spread): (&(usize, usize), Spread)| {
            let elo = self.players[a].elo.value - self.players[b].elo.value;
            Difference {
                a,
                b,
                elo: spread.about(elo),
                los: spread.above_zero(elo / ELO),
                los_of_b: spread.above_zero(-elo / ELO),
                p_adjusted: 1.0,
            }
        };
        Some(pairs.iter().zip(spreads).map(difference).collect())
    }

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
        let mean = players.iter().map(|&e| self.players[e].elo.value * share);
        let mean: f64 = mean.sum();
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
