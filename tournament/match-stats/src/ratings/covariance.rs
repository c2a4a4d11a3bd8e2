//! How uncertain differences of ratings are: the sandwich, with pairs of games as clusters, made to
//! hold for few of them.
//!
//! A difference is any sum of ratings (and White's advantage) whose weights are known: a rating less
//! the anchor's, or less the mean. Nothing here depends on the order of the players.

use super::super::Interval;
use super::super::elo::{all_on_one_side, unseen_share};
use super::super::matrix::{Matrix, inverse, product, zeros};
use super::super::normal::Z95;
use super::super::student;
use super::clusters::Clusters;
use super::fit::{Fit, Prior};
use super::meeting::{Encounter, Meeting};
use super::structure::Group;
use super::{ELO, prior_precision};

/// Residuals that vary by less than this share of what one pair would make of them, that differs
/// from all others by half a point, do not vary.
const VARIETY: f64 = 0.5;

/// What was fitted.
pub(super) struct Parts<'a> {
    pub(super) meetings: &'a [Meeting],
    /// Encounters within a core.
    pub(super) inner: &'a [&'a Encounter],
    /// All others.
    pub(super) outer: &'a [&'a Encounter],
    /// Parameters fitted within the cores.
    pub(super) free: &'a [usize],
    /// Players outside the cores, and what is supposed of them.
    pub(super) rest: &'a [usize],
    pub(super) priors: &'a [Option<Prior>],
    pub(super) groups: &'a [Group],
    pub(super) core_of: &'a [Option<usize>],
}

/// How uncertain all ratings and White's advantage are, in natural units, relative to the first
/// player of each core; an advantage that was not fitted is certain.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Covariance {
    /// The inverse curvature of the likelihood; 0 for what was not fitted.
    bread: Matrix,
    sandwich: Matrix,
    clusters: Vec<Clusters>,
    rest: Vec<usize>,
    /// How far each player outside the cores moves with all parameters.
    follow: Matrix,
    /// The covariance of these players if the cores were certain.
    own: Matrix,
}

/// How uncertain a difference is, in natural units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spread {
    /// Half the width of the 95 % interval.
    pub(super) half_width: f64,
    /// Degrees of freedom; infinite if it is not from games alone.
    freedom: f64,
    /// The number of clusters that all pull alike which would tell as much.
    clusters: f64,
}

impl Spread {
    /// The interval of what is estimated as `value`, in Elo, and uncertain by so much.
    pub(super) fn about(&self, value: f64) -> Interval {
        Interval::about(value, ELO * self.half_width)
    }

    /// The probability, 0 to 1, that a difference estimated as `value` is above 0, of what is
    /// uncertain by so much. It is never surer than as many clusters that are all on one side.
    pub(super) fn above_zero(&self, value: f64) -> f64 {
        let deviation = self.half_width / student::t95(self.freedom);
        let wrong = all_on_one_side(self.clusters);
        let deviations = value / deviation.max(f64::MIN_POSITIVE);
        student::below(deviations, self.freedom).clamp(wrong, 1.0 - wrong)
    }
}

impl Covariance {
    pub(super) fn new(parts: &Parts<'_>, theta: &[f64]) -> Self {
        let none = vec![None; parts.free.len()];
        let fit = Fit::new(theta.len(), parts.inner, parts.free, &none);
        let mut bread = zeros(theta.len(), theta.len());
        let fitted = inverse(&fit.curvature(theta));
        for (row, &i) in fitted.iter().zip(parts.free) {
            for (&value, &j) in row.iter().zip(parts.free) {
                bread[i][j] = value;
            }
        }
        let inner =
            |m: &&Meeting| parts.core_of[m.a].is_some() && parts.core_of[m.a] == parts.core_of[m.b];
        let inner = parts.meetings.iter().filter(inner);
        let clusters: Vec<Clusters> = inner.flat_map(|m| Clusters::of(m, theta, &bread)).collect();
        let (follow, own) = outside(parts, theta);
        Self {
            sandwich: product(&product(&bread, &meat(&clusters, theta.len())), &bread),
            bread,
            clusters,
            rest: parts.rest.to_vec(),
            follow,
            own,
        }
    }

    /// Of the sum of the parameters with these weights.
    ///
    /// The variance is the sandwich's. Its degrees of freedom are those of the chi-squared
    /// distribution with the mean and the variance that it has under the model (Satterthwaite
    /// 1946; Bell and McCaffrey 2002), with an upper bound for the latter: twice the sum, over all
    /// clusters, of what each adds to the mean times what it would if the fit had not followed it.
    /// In a match of two they are n - 1.
    pub(super) fn spread(&self, weights: &[f64]) -> Spread {
        let (weights, own) = self.inside(weights);
        let moved = times(&self.bread, &weights);
        let model = dot(&moved, &weights);
        if model <= 0.0 {
            return Spread::given(own);
        }
        let (mut mean, mut square, mut sum, mut squares, mut reach) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for clusters in &self.clusters {
            let (count, part) = (clusters.count, clusters.part(&moved));
            mean += count * part.seen;
            square += count * part.seen * part.whole;
            sum += count * part.model;
            squares += count * part.model * part.model;
            reach += count * part.half_points();
        }
        let freedom = if square > 0.0 {
            mean * mean / square
        } else {
            1.0
        };
        let clusters = sum * sum / squares;
        let variance = dot(&times(&self.sandwich, &weights), &weights);
        // Points of one pair off by a half are a half of the model's variance of that pair.
        let least = VARIETY * model / (2.0 * clusters);
        let unseen = match variance < least {
            true => (reach * unseen_share(clusters)).powi(2),
            false => 0.0,
        };
        let seen = student::t95(freedom).powi(2) * variance.max(0.0);
        Spread {
            half_width: (seen + unseen + Z95 * Z95 * own).sqrt(),
            freedom: if own > 0.0 { f64::INFINITY } else { freedom },
            clusters: if own > 0.0 { f64::INFINITY } else { clusters },
        }
    }

    /// The weights of what was fitted within the cores on which the difference depends, and the
    /// variance that players outside add on their own.
    fn inside(&self, weights: &[f64]) -> (Vec<f64>, f64) {
        let outside: Vec<f64> = self.rest.iter().map(|&player| weights[player]).collect();
        let mut inside = weights.to_vec();
        for &player in &self.rest {
            inside[player] = 0.0;
        }
        for (row, weight) in self.follow.iter().zip(&outside) {
            for (into, x) in inside.iter_mut().zip(row) {
                *into += weight * x;
            }
        }
        (inside, dot(&times(&self.own, &outside), &outside))
    }
}

impl Spread {
    /// Of what no games tell: a normal distribution of this variance.
    pub(super) fn given(variance: f64) -> Self {
        Self {
            half_width: Z95 * variance.max(0.0).sqrt(),
            freedom: f64::INFINITY,
            clusters: f64::INFINITY,
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The sum of the squared gradients of the clusters.
fn meat(clusters: &[Clusters], parameters: usize) -> Matrix {
    let mut meat = zeros(parameters, parameters);
    for cluster in clusters {
        let forms = cluster.forms(parameters - 1);
        for (first, rows) in forms.iter().enumerate() {
            for (second, columns) in forms.iter().enumerate() {
                for &(i, sign) in rows {
                    for &(j, other) in columns {
                        meat[i][j] += sign * other * cluster.squares()[first][second];
                    }
                }
            }
        }
    }
    meat
}

/// How far each player outside the cores moves with all parameters, and the covariance of these
/// players on their own, which is the inverse of the posterior's curvature.
fn outside(parts: &Parts<'_>, theta: &[f64]) -> (Matrix, Matrix) {
    let rest = parts.rest;
    if rest.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let fit = Fit::new(theta.len(), parts.outer, rest, parts.priors);
    let own = inverse(&fit.curvature(theta));
    // How the gradient of a player outside rises with everything that is not.
    let mut pull = fit.pull(theta);
    pull.iter_mut().flatten().for_each(|x| *x = -*x);
    for (row, player) in pull.iter_mut().zip(rest) {
        for &other in rest {
            row[other] = 0.0;
        }
        let mut groups = parts.groups.iter();
        let group = groups.find(|group| group.members.contains(player));
        let core: &[usize] = group.map_or(&[], |group| &group.core);
        for &member in core {
            row[member] += prior_precision() / core.len() as f64;
        }
    }
    (product(&own, &pull), own)
}
