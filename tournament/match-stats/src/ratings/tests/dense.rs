//! The intervals once more, by the definition: whole matrices, one cluster after the other, no
//! quadratic forms.

use std::f64::consts::LN_10;

use super::super::*;
use crate::Z95;
use crate::elo::{all_on_one_side, unseen_share};
use crate::matrix::{Matrix, inverse, product, zeros};
use crate::student;

/// A game: White, Black, White's half points. One or two make a cluster.
type Game = (usize, usize, usize);

/// Fitted ratings with the parts of the sandwich.
pub(super) struct Dense<'f> {
    fitted: &'f FittedRatings<'f>,
    clusters: Vec<Vec<Game>>,
    /// Of each, the share of a residual that the fit leaves over, and one over its root.
    left: Vec<(Matrix, Matrix)>,
    /// The inverse curvature in all parameters, 0 where nothing was fitted.
    bread: Matrix,
    /// The response of players outside the cores to all parameters, and their own covariance.
    follow: Matrix,
    own: Matrix,
}

impl<'f> Dense<'f> {
    pub(super) fn new(fitted: &'f FittedRatings<'f>, meetings: &[Meeting]) -> Self {
        let all: Vec<Vec<Game>> = meetings.iter().flat_map(clusters_of).collect();
        let core_of = |e: usize| fitted.core_of[e];
        let is_inner = |&(w, b, _): &Game| core_of(w).is_some() && core_of(w) == core_of(b);
        let (clusters, outer): (Vec<_>, Vec<_>) = all.into_iter().partition(|c| is_inner(&c[0]));
        let players = fitted.core_of.len();
        let outside: Vec<usize> = (0..players).filter(|&e| core_of(e).is_none()).collect();
        let seconds = fitted.groups.iter().flat_map(|group| group.core.iter().skip(1));
        let free: Vec<usize> = seconds.copied().chain(fitted.is_free.then_some(players)).collect();
        let mut dense = Self {
            fitted,
            clusters,
            left: Vec::new(),
            bread: zeros(players + 1, players + 1),
            follow: Matrix::new(),
            own: Matrix::new(),
        };
        let whole = dense.curvature(&dense.clusters);
        let part = inverse(&crate::matrix::part(&whole, &free, &free));
        for (row, &i) in part.iter().zip(&free) {
            for (&value, &j) in row.iter().zip(&free) {
                dense.bread[i][j] = value;
            }
        }
        dense.add_outside(&outer, &outside);
        let left = dense.clusters.iter().map(|cluster| dense.left(cluster));
        dense.left = left.map(|left| (left.clone(), inverse_root(&left))).collect();
        dense
    }

    fn left(&self, cluster: &[Game]) -> Matrix {
        let mut left = zeros(cluster.len(), cluster.len());
        for (i, one) in cluster.iter().enumerate() {
            for (j, other) in cluster.iter().enumerate() {
                let taken = dot(&self.form(one), &times(&self.bread, &self.form(other)));
                let root =
                    [one, other].map(|game| self.expected(game)).map(|p| (p * (1.0 - p)).sqrt());
                left[i][j] = f64::from(u8::from(i == j)) - root[0] * taken * root[1];
            }
        }
        left
    }

    fn expected(&self, &(white, black, _): &Game) -> f64 {
        let theta = &self.fitted.theta;
        let d = theta[white] - theta[black] + theta[theta.len() - 1];
        1.0 / (1.0 + (-d).exp())
    }

    fn form(&self, &(white, black, _): &Game) -> Vec<f64> {
        let mut form = vec![0.0; self.fitted.theta.len()];
        (form[white], form[black]) = (1.0, -1.0);
        *form.last_mut().unwrap() = 1.0;
        form
    }

    /// Minus the second derivative of the likelihood of these games in all parameters.
    fn curvature(&self, clusters: &[Vec<Game>]) -> Matrix {
        let parameters = self.fitted.theta.len();
        let mut curvature = zeros(parameters, parameters);
        for game in clusters.iter().flatten() {
            let (p, form) = (self.expected(game), self.form(game));
            for (row, x) in curvature.iter_mut().zip(&form) {
                for (entry, y) in row.iter_mut().zip(&form) {
                    *entry += p * (1.0 - p) * x * y;
                }
            }
        }
        curvature
    }

    fn add_outside(&mut self, outer: &[Vec<Game>], outside: &[usize]) {
        if outside.is_empty() {
            return;
        }
        let mut whole = self.curvature(outer);
        let prior = (400.0 / LN_10 / PRIOR_SD).powi(2);
        for group in &self.fitted.groups {
            for &player in group.members.iter().filter(|e| outside.contains(e)) {
                whole[player][player] += prior;
                for &member in &group.core {
                    whole[player][member] -= prior / group.core.len() as f64;
                }
            }
        }
        let own = inverse(&crate::matrix::part(&whole, outside, outside));
        let mut pull: Matrix = outside.iter().map(|&e| whole[e].clone()).collect();
        for row in &mut pull {
            outside.iter().for_each(|&e| row[e] = 0.0);
            row.iter_mut().for_each(|x| *x = -*x);
        }
        let (rows, players) = (product(&own, &pull), self.fitted.theta.len());
        (self.follow, self.own) = (zeros(players, players), zeros(players, players));
        for (i, &player) in outside.iter().enumerate() {
            self.follow[player].clone_from(&rows[i]);
            for (j, &other) in outside.iter().enumerate() {
                self.own[player][other] = own[i][j];
            }
        }
    }

    /// Half the width of the interval of the sum with these weights, and the likelihood that it is above 0
    /// if it is estimated as `value`; in natural units.
    pub(super) fn judge(&self, weights: &[f64], value: f64) -> (f64, f64) {
        let (mut inside, mut own) = (weights.to_vec(), 0.0);
        if !self.own.is_empty() {
            own = dot(weights, &times(&self.own, weights));
            for (player, row) in self.follow.iter().enumerate() {
                if row.iter().any(|&x| x != 0.0) || self.own[player][player] > 0.0 {
                    let weight = std::mem::take(&mut inside[player]);
                    row.iter().zip(&mut inside).for_each(|(x, into)| *into += weight * x);
                }
            }
        }
        let moved = times(&self.bread, &inside);
        let model = dot(&moved, &inside);
        let deviation = Z95 * own.max(0.0).sqrt();
        if model <= 1e-20 {
            return (deviation, student::below(value / own.sqrt(), f64::INFINITY));
        }
        let places = 0..self.clusters.len();
        let terms: Vec<[f64; 5]> = places.map(|place| self.terms(place, &moved)).collect();
        let sum = |of: fn(&[f64; 5]) -> f64| terms.iter().map(of).sum::<f64>();
        let (mean, square) = (sum(|t| t[1]), sum(|t| t[1] * t[2]));
        let freedom = if square > 0.0 { mean * mean / square } else { 1.0 };
        let clusters = sum(|t| t[0]).powi(2) / sum(|t| t[0] * t[0]);
        let variance = sum(|t| t[3]);
        let unseen = if variance < model / (4.0 * clusters) {
            (sum(|t| t[4]) * unseen_share(clusters)).powi(2)
        } else {
            0.0
        };
        let seen = student::t95(freedom).powi(2) * variance;
        let half_width = (seen + unseen + Z95 * Z95 * own).sqrt();
        let (freedom, clusters) =
            if own > 0.0 { (f64::INFINITY, f64::INFINITY) } else { (freedom, clusters) };
        let wrong = all_on_one_side(clusters);
        let deviations = value / (half_width / student::t95(freedom));
        (half_width, student::below(deviations, freedom).clamp(wrong, 1.0 - wrong))
    }

    /// Of one cluster: the variance by the model that it adds, the one to be seen and the one if residuals
    /// were errors, the one seen, and how far half a point more reaches.
    fn terms(&self, place: usize, moved: &[f64]) -> [f64; 5] {
        let cluster = &self.clusters[place];
        let games = cluster.len();
        let p: Vec<f64> = cluster.iter().map(|game| self.expected(game)).collect();
        let root: Vec<f64> = p.iter().map(|p| (p * (1.0 - p)).sqrt()).collect();
        let forms: Vec<Vec<f64>> = cluster.iter().map(|game| self.form(game)).collect();
        let pulls: Vec<f64> = forms.iter().map(|form| dot(form, moved)).collect();
        let (left, adjust) = &self.left[place];
        let scaled: Vec<f64> = pulls.iter().zip(&root).map(|(x, root)| x * root).collect();
        let turned = times(adjust, &scaled);
        let residuals = (0..games).map(|i| (cluster[i].2 as f64 / 2.0 - p[i]) / root[i]);
        let residuals: Vec<f64> = residuals.collect();
        [
            dot(&scaled, &scaled),
            dot(&turned, &times(left, &turned)),
            dot(&turned, &turned),
            dot(&scaled, &times(adjust, &residuals)).powi(2),
            pulls.iter().map(|x| x.abs()).sum::<f64>() / 2.0,
        ]
    }
}

/// By Denman and Beavers' iteration, which does not use eigenvalues.
fn inverse_root(matrix: &Matrix) -> Matrix {
    let size = matrix.len();
    let mut root = matrix.clone();
    let mut inverse_root = zeros(size, size);
    (0..size).for_each(|i| inverse_root[i][i] = 1.0);
    for _ in 0..60 {
        let halves = |a: &Matrix, b: &Matrix| -> Matrix {
            let rows = a.iter().zip(b);
            rows.map(|(a, b)| a.iter().zip(b).map(|(a, b)| f64::midpoint(*a, *b)).collect())
                .collect()
        };
        let next = halves(&root, &inverse(&inverse_root));
        inverse_root = halves(&inverse_root, &inverse(&root));
        root = next;
    }
    inverse_root
}

fn clusters_of(m: &Meeting) -> Vec<Vec<Game>> {
    let mut clusters = Vec::new();
    for (first, row) in m.pairs.iter().enumerate() {
        for (second, &count) in row.iter().enumerate() {
            let pair = vec![(m.a, m.b, first), (m.b, m.a, second)];
            clusters.extend((0..count).map(|_| pair.clone()));
        }
    }
    for (points, &count) in m.singles[0].iter().enumerate() {
        clusters.extend((0..count).map(|_| vec![(m.a, m.b, points)]));
    }
    for (points, &count) in m.singles[1].iter().enumerate() {
        clusters.extend((0..count).map(|_| vec![(m.b, m.a, points)]));
    }
    clusters
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}
