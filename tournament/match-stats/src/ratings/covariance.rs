//! The covariance of ratings: the sandwich, with pairs of games as clusters, corrected for small numbers of them.
//!
//! A difference is any sum of ratings (and White's advantage) whose weights are known: a rating less
//! the anchor's, or less the mean. Its response is the product of the weights with the inverse curvature: how it follows
//! the points of each game. All that its interval needs are sums of these responses over the clusters.
//!
//! Clusters of dependent games add to the variance of a difference by their residuals, the points that White scored less those
//! expected. All pairs of a meeting have the same weight in the fit and are handled together. The pulls of a difference are its
//! changes by a point more in each of the two games. All contributions of clusters to a difference are quadratic forms in the
//! two pulls.

use rayon::prelude::*;

use super::fit::{expected, information};
use super::meetings::Meeting;
use super::{ELO, FittedRatings, PRIOR_PRECISION};
use crate::Interval;
use crate::elo::{all_on_one_side, unseen_share};
use crate::functions::{MIN_FREEDOM, Z95, below, t95};
use crate::matrix::{Cholesky, Matrix, inverse, product, zeros};

/// Residuals that vary by less than this share of what one pair would make of them, that differs
/// from all others by half a point, do not vary.
const VARIETY: f64 = 0.5;
/// The share of a residual left over by the fit that is treated as 0 below this.
const NOTHING: f64 = 1e-9;

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
    /// The factor of all half-widths.
    pub(super) widening: f64,
}

impl Covariance {
    pub(super) fn new(fitted: &FittedRatings, meetings: &[Meeting]) -> Self {
        let (theta, inside) = (&fitted.theta, &fitted.inside.places);
        let bread = inverse(&fitted.inside.curvature(theta));
        let own = inverse(&fitted.outside.curvature(theta));
        let follow = product(&product(&own, &outer_pulls(fitted)), &bread);
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
        Self { fitted: bread.len(), rows, clusters, widening: 1.0 }
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
    /// The variance is the sandwich's. Its degrees of freedom are those of the chi-squared distribution with the mean
    /// and the variance that it has under the model (Satterthwaite 1946; Bell and McCaffrey 2002), with an upper bound
    /// for the latter: twice the sum, over all clusters, of what each adds to the mean times what it would if the fit
    /// had not followed it. In a match of two they are n - 1. Where they are fewer than [`MIN_FREEDOM`] the rest is an
    /// inverse chi-squared prior for the variance, at that of the model, which has no draws.
    fn spread(&self, row: &[f64]) -> Spread {
        let (response, errors) = row.split_at(self.fitted + 1);
        let own: f64 = errors.iter().map(|error| error * error).sum();
        let [mut model, mut squares, mut mean, mut square, mut variance] = [0.0; 5];
        for c in &self.clusters {
            let [of_model, seen, whole, of_all] = c.sums(response);
            model += c.count * of_model;
            squares += c.count * of_model * of_model;
            mean += c.count * seen;
            square += c.count * seen * whole;
            variance += of_all;
        }
        if model <= 0.0 {
            return Spread::from_variance(own);
        }
        let seen = if square > 0.0 { mean * mean / square } else { 1.0 };
        let freedom = seen.max(MIN_FREEDOM);
        let clusters = model * model / squares;
        let variance = (seen * variance.max(0.0) + (freedom - seen) * model) / freedom;
        // Points of one pair off by a half are a half of the model's variance of that pair.
        let unseen = if variance < VARIETY * model / (2.0 * clusters) {
            let reach: f64 = self.clusters.iter().map(|c| c.reach(response)).sum();
            (reach * unseen_share(clusters)).powi(2)
        } else {
            0.0
        };
        let of_games = t95(freedom).powi(2) * variance + unseen;
        let half_width = self.widening * (of_games + Z95 * Z95 * own).sqrt();
        if own > 0.0 {
            return Spread { half_width, ..Spread::from_variance(own) };
        }
        Spread { half_width, freedom, clusters }
    }
}

/// The derivatives of the gradients of players outside the cores by the fitted parameters, by way of games and
/// of the priors, whose centres are the means of the cores.
fn outer_pulls(fitted: &FittedRatings) -> Matrix {
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
        let share = PRIOR_PRECISION / group.core.len() as f64;
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
    pub(super) fn with(&self, other: &Self) -> Self {
        let [one, two] = [self, other].map(|spread| spread.deviation().powi(2));
        let variance = one + two;
        let squares = one * one / self.freedom + two * two / other.freedom;
        let freedom = if squares > 0.0 { variance * variance / squares } else { f64::INFINITY };
        Self { half_width: t95(freedom) * variance.sqrt(), freedom, clusters: self.clusters + other.clusters }
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

/// Two by two numbers, of the game in which the first player is White and of the other.
type Square = [[f64; 2]; 2];

/// Pairs of a meeting, or its games of one colour that have no partner: then what belongs to the other colour is 0.
#[derive(Debug)]
pub(crate) struct Clusters {
    /// The places of both players and of White's advantage in a response.
    places: [usize; 3],
    count: f64,
    /// Quadratic forms of the two pulls, which have the [`Self::sums`] as their values: the factors of the first one's square,
    /// of the product of both, and of the second one's square.
    forms: [[f64; 3]; 4],
    /// Half a point for each game, summed over the games of either colour.
    half_points: [f64; 2],
}

impl Clusters {
    /// The variance by the model that each cluster adds to a difference; the same as seen in residuals, the variance of its
    /// term in the sandwich, and what it would be if residuals were errors; and the sandwich's variance that all clusters
    /// together add.
    #[inline(always)]
    fn sums(&self, response: &[f64]) -> [f64; 4] {
        let [x, y] = pulls(self.places.map(|place| response[place]));
        self.forms.each_ref().map(|form| form[0] * (x * x) + form[1] * (x * y) + form[2] * (y * y))
    }

    /// The change of a difference by half a point more, towards it, in every game.
    fn reach(&self, response: &[f64]) -> f64 {
        let pulls = pulls(self.places.map(|place| response[place]));
        self.half_points.iter().zip(pulls).map(|(half_points, pull)| half_points * pull.abs()).sum()
    }

    /// All of a meeting, by the responses of its players and of White's advantage, and the places of these.
    fn of(m: &Meeting, responses: [&[f64]; 3], places: [usize; 3], theta: &[f64]) -> impl Iterator<Item = Self> {
        let expected = [expected(theta, m.a, m.b), expected(theta, m.b, m.a)];
        // How each game's expected points follow those of each: by the pulls of either's response.
        let at = places.map(|place| pulls(responses.map(|response| response[place])));
        let taken = [0, 1].map(|game| pulls(at.map(|pulls| pulls[game])));
        let kinds = [[true, true], [true, false], [false, true]].into_iter();
        let kinds = kinds.zip(squares(m, expected)).filter(|(_, (count, _))| *count > 0);
        kinds.map(move |(colours, (count, squares))| {
            let variance = |i: usize| expected[i] * (1.0 - expected[i]);
            let weight = [0, 1].map(|i| if colours[i] { variance(i) } else { 0.0 });
            Self::new(places, count as f64, weight, squares, taken)
        })
    }

    /// With the variances of the points of each game by the model, and the products of residuals, summed
    /// over the clusters.
    ///
    /// Residuals are smaller than errors, because the fit follows them: multiplied by the inverse
    /// root of what the fit left over they have the size of errors again, on the average, if the
    /// model's variances are right (Bell and McCaffrey 2002, "CR2").
    fn new(places: [usize; 3], count: f64, weight: [f64; 2], squares: Square, taken: Square) -> Self {
        let root = weight.map(f64::sqrt);
        // The share of a direction of errors, in standard deviations, that the fit leaves over.
        let left = square(|i, j| f64::from(u8::from(i == j)) - root[i] * taken[i][j] * root[j]);
        let inverse = inverse_root(left);
        let adjust = square(|i, j| match root[j] {
            0.0 => 0.0,
            from => inverse[i][j] * (root[i] / from),
        });
        let in_points = |m: Square| square(|i, j| root[i] * m[i][j] * root[j]);
        Self {
            places,
            count,
            forms: [
                [weight[0], 0.0, weight[1]],
                form(in_points(times(times(inverse, left), inverse))),
                form(in_points(times(inverse, inverse))),
                form(times(times(adjust, squares), square(|i, j| adjust[j][i]))),
            ],
            half_points: root.map(|root| if root > 0.0 { count / 2.0 } else { 0.0 }),
        }
    }
}

/// The changes by a point more in each of the two games, of what changes so by the first player's rating, by the
/// second's and by White's advantage.
fn pulls([first, second, advantage]: [f64; 3]) -> [f64; 2] {
    let apart = first - second;
    [advantage + apart, advantage - apart]
}

/// The number of pairs, and of games of either colour without partners, and the sums of the
/// products of their residuals.
fn squares(m: &Meeting, expected: [f64; 2]) -> [(u64, Square); 3] {
    let residual = |colour: usize, half_points: usize| half_points as f64 / 2.0 - expected[colour];
    let mut kinds = [(0, [[0.0; 2]; 2]); 3];
    let mut add = |kind: usize, count: u64, residuals: [f64; 2]| {
        let (sum, squares) = &mut kinds[kind];
        *sum += count;
        *squares = square(|i, j| squares[i][j] + count as f64 * residuals[i] * residuals[j]);
    };
    for ([first, second], count) in m.kinds_of_pairs() {
        add(0, count, [residual(0, first), residual(1, second)]);
    }
    for half_points in 0..3 {
        add(1, m.singles[0][half_points], [residual(0, half_points), 0.0]);
        add(2, m.singles[1][half_points], [0.0, residual(1, half_points)]);
    }
    kinds
}

fn square(of: impl Fn(usize, usize) -> f64) -> Square {
    [0, 1].map(|i| [0, 1].map(|j| of(i, j)))
}

fn times(a: Square, b: Square) -> Square {
    square(|i, j| a[i][0] * b[0][j] + a[i][1] * b[1][j])
}

fn form(m: Square) -> [f64; 3] {
    [m[0][0], m[0][1] + m[1][0], m[1][1]]
}

/// One over the root of a symmetric matrix, where that is more than rounding; 0 elsewhere.
fn inverse_root(m: Square) -> Square {
    let middle = f64::midpoint(m[0][0], m[1][1]);
    let apart = f64::hypot((m[0][0] - m[1][1]) / 2.0, m[0][1]);
    let root = |x: f64| if x > NOTHING { 1.0 / x.sqrt() } else { 0.0 };
    let (least, most) = (root(middle - apart), root(middle + apart));
    // By its eigenvalues: the least everywhere, and what the greatest has more in its direction.
    let more = if apart > NOTHING { (most - least) / (2.0 * apart) } else { 0.0 };
    let diagonal = least - more * (middle - apart);
    square(|i, j| more * m[i][j] + if i == j { diagonal } else { 0.0 })
}
