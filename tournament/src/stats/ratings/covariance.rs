//! How uncertain ratings are: the sandwich, with pairs of games as clusters.

use super::super::elo::unseen_variance;
use super::super::matrix::{Matrix, inverse, part, product, transposed, zeros};
use super::fit::{Fit, Prior, expected};
use super::meeting::{Encounter, Meeting};
use super::prior_precision;
use super::structure::Group;

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

/// The covariance of all ratings and White's advantage, in natural units; 0 for the first player
/// of each core, to which the others are relative, and for an advantage that was not fitted.
pub(super) fn covariance(parts: &Parts<'_>, theta: &[f64]) -> Matrix {
    let none = vec![None; parts.free.len()];
    let fit = Fit::new(theta.len(), parts.inner, parts.free, &none);
    let bread = inverse(&fit.curvature(theta));
    let mut meat = part(&meat(parts, theta), parts.free, parts.free);
    // Residuals of a fit are smaller than errors: n / (n - parameters), as for any regression.
    let clusters = clusters(parts);
    let correction = clusters / (clusters - parts.free.len() as f64).max(1.0);
    meat.iter_mut().flatten().for_each(|x| *x *= correction);
    let sandwich = product(&product(&bread, &meat), &bread);
    let mut covariance = zeros(theta.len(), theta.len());
    for (row, &i) in sandwich.iter().zip(parts.free) {
        for (&value, &j) in row.iter().zip(parts.free) {
            covariance[i][j] = value;
        }
    }
    extend(&mut covariance, parts, theta);
    alone(&mut covariance, parts.groups);
    covariance
}

fn is_inner(parts: &Parts<'_>, m: &Meeting) -> bool {
    parts.core_of[m.a].is_some() && parts.core_of[m.a] == parts.core_of[m.b]
}

/// How many pairs, and games without partners, the cores were fitted to.
fn clusters(parts: &Parts<'_>) -> f64 {
    let inner = parts.meetings.iter().filter(|m| is_inner(parts, m));
    let count = |m: &Meeting| m.penta().pairs() + m.singles.iter().flatten().sum::<u64>();
    inner.map(count).sum::<u64>() as f64
}

/// The sum of the squared gradients of the clusters.
fn meat(parts: &Parts<'_>, theta: &[f64]) -> Matrix {
    let players = theta.len() - 1;
    let mut meat = zeros(theta.len(), theta.len());
    let mut variety = vec![Variety::default(); theta.len()];
    for m in parts.meetings.iter().filter(|m| is_inner(parts, m)) {
        let squares = Squares::new(m, theta);
        // White's and Black's rating and the advantage, in the game of either colour.
        let forms = [
            [(m.a, 1.0), (m.b, -1.0), (players, 1.0)],
            [(m.b, 1.0), (m.a, -1.0), (players, 1.0)],
        ];
        for (first, rows) in forms.iter().enumerate() {
            for (second, columns) in forms.iter().enumerate() {
                for &(i, sign) in rows {
                    for &(j, other) in columns {
                        meat[i][j] += sign * other * squares.0[first][second];
                    }
                }
            }
        }
        let same = unseen(m);
        for (i, sign) in [(m.a, 1.0), (m.b, -1.0)] {
            for (j, other) in [(m.a, 1.0), (m.b, -1.0)] {
                meat[i][j] += sign * other * same;
            }
        }
        let sides = [
            (m.a, Side::First),
            (m.b, Side::Second),
            (players, Side::White),
        ];
        for (player, side) in sides {
            variety[player].add(m, side);
            variety[player].accounted |= same > 0.0 && player != players;
        }
    }
    for (parameter, variety) in variety.iter().enumerate() {
        meat[parameter][parameter] += variety.unseen();
    }
    meat
}

/// Sums over the games of a meeting of the products of two residuals (points scored minus points
/// expected, White's): of games of the one colour, of the other, and of the two of a pair.
struct Squares([[f64; 2]; 2]);

impl Squares {
    fn new(m: &Meeting, theta: &[f64]) -> Self {
        let expected = [expected(theta, m.a, m.b), expected(theta, m.b, m.a)];
        let residual =
            |colour: usize, half_points: usize| half_points as f64 / 2.0 - expected[colour];
        let mut squares = [[0.0; 2]; 2];
        for (colour, games) in m.by_colour().iter().enumerate() {
            for (half_points, &count) in games.iter().enumerate() {
                squares[colour][colour] += count as f64 * residual(colour, half_points).powi(2);
            }
        }
        for (i, row) in m.pairs.iter().enumerate() {
            for (j, &count) in row.iter().enumerate() {
                let both = count as f64 * residual(0, i) * residual(1, j);
                squares[0][1] += both;
                squares[1][0] += both;
            }
        }
        Self(squares)
    }
}

/// What to add to the sum of squares of two players' difference if they met several times with the
/// same points every time.
fn unseen(m: &Meeting) -> f64 {
    let penta = m.penta();
    let pairs = penta.pairs();
    match penta.0.contains(&pairs) && pairs > 1 {
        true => 4.0 * pairs as f64 * unseen_variance(pairs as f64),
        false => 0.0,
    }
}

/// From whose side a cluster's points are looked at.
#[derive(Clone, Copy)]
enum Side {
    First,
    Second,
    White,
}

/// Which results somebody's clusters had. If all were the same, their residuals say nothing of
/// how uncertain they are, and the variance of results that have not been seen stands in.
#[derive(Clone, Default)]
struct Variety {
    pairs: [u64; 5],
    singles: [u64; 3],
    /// Whether that has been seen to in a meeting already.
    accounted: bool,
}

impl Variety {
    fn add(&mut self, m: &Meeting, side: Side) {
        for (i, row) in m.pairs.iter().enumerate() {
            for (j, count) in row.iter().enumerate() {
                let half_points = match side {
                    Side::First => i + 2 - j,
                    Side::Second => 2 - i + j,
                    Side::White => i + j,
                };
                self.pairs[half_points] += count;
            }
        }
        for (colour, games) in m.singles.iter().enumerate() {
            for (white, count) in games.iter().enumerate() {
                let half_points = match (side, colour) {
                    (Side::First, 1) | (Side::Second, 0) => 2 - white,
                    _ => white,
                };
                self.singles[half_points] += count;
            }
        }
    }

    /// What to add to the sum of squares.
    fn unseen(&self) -> f64 {
        let kinds = |counts: &[u64]| counts.iter().filter(|&&count| count > 0).count();
        if self.accounted || kinds(&self.pairs) > 1 || kinds(&self.singles) > 1 {
            return 0.0;
        }
        let (pairs, singles) = (
            self.pairs.iter().sum::<u64>(),
            self.singles.iter().sum::<u64>(),
        );
        if pairs + singles == 0 {
            return 0.0;
        }
        // A pair has two games: twice its points per game, four times their square.
        unseen_variance((pairs + singles) as f64) * (4 * pairs + singles) as f64
    }
}

/// Adds the players outside the cores: their own uncertainty is the inverse of the posterior's
/// curvature, and what is uncertain about the core moves them along.
fn extend(covariance: &mut Matrix, parts: &Parts<'_>, theta: &[f64]) {
    let rest = parts.rest;
    if rest.is_empty() {
        return;
    }
    let fit = Fit::new(theta.len(), parts.outer, rest, parts.priors);
    let own = inverse(&fit.curvature(theta));
    // How the gradient of a player outside rises with everything that is not.
    let known: Vec<usize> = (0..theta.len()).filter(|e| !rest.contains(e)).collect();
    let mut pull = part(
        &fit.pull(theta),
        &(0..rest.len()).collect::<Vec<_>>(),
        &known,
    );
    pull.iter_mut().flatten().for_each(|x| *x = -*x);
    for (row, player) in pull.iter_mut().zip(rest) {
        let group = parts
            .groups
            .iter()
            .find(|group| group.members.contains(player));
        let core: &[usize] = group.map_or(&[], |group| &group.core);
        for member in core {
            if let Ok(column) = known.binary_search(member) {
                row[column] += prior_precision() / core.len() as f64;
            }
        }
    }
    let follow = product(&own, &pull);
    let cross = product(&follow, &part(covariance, &known, &known));
    let moved = product(&cross, &transposed(&follow));
    for (r, &i) in rest.iter().enumerate() {
        for (c, &j) in known.iter().enumerate() {
            covariance[i][j] = cross[r][c];
            covariance[j][i] = cross[r][c];
        }
        for (c, &j) in rest.iter().enumerate() {
            covariance[i][j] = own[r][c] + moved[r][c];
        }
    }
}

/// Of a player without games nothing is known but the prior, if there are others.
fn alone(covariance: &mut Matrix, groups: &[Group]) {
    for group in groups {
        if let ([player], true) = (&group.members[..], groups.len() > 1) {
            covariance[*player][*player] = 1.0 / prior_precision();
        }
    }
}
