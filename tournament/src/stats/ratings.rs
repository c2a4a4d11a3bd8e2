//! Ratings: all engines of a tournament on one scale.
//!
//! The model is the logistic one: an engine d Elo stronger scores `1 / (1 + 10^(-d/400))` on the
//! average, a draw counting as half a win and half a loss. The ratings are those of maximum
//! likelihood, which are those by which everybody's expected points equal the points scored
//! (Zermelo 1929, Bradley and Terry 1952). Newton's method finds them. White's advantage is not in
//! the model yet; with colours reversed in every pair it cancels to first order.
//!
//! Intervals do not come from the model, which knows neither how often these engines draw nor how
//! the two games of a pair depend on each other. They come from the pairs as observed: the
//! sandwich covariance (Huber 1967) with the pair as its cluster, `H^-1 M H^-1`, where H is the
//! curvature of the likelihood and M the sum of the squared residuals of the pairs.
//!
//! Some engines have no finite maximum: one that lost everything, or a group that never scored
//! against the rest. The likelihood then fixes the largest group whose members all have, directly
//! or by way of each other, taken something from one another, and takes nothing about it from the
//! games against the others (their limit is no information). The rest get a weak prior: their
//! rating is normally distributed around the mean of that group with a standard deviation of
//! [`PRIOR_SD`] Elo. They are flagged, and their interval is that of the posterior's curvature.
//! The prior touches nobody else's rating.

mod fit;

use super::elo::Z95;
use super::matrix::{Matrix, inverse, product, transposed, zeros};
use super::pentanomial::Pentanomial;
use fit::{Edge, Prior, curvature, maximise};

/// The prior's standard deviation, in Elo. 400 Elo is ten to one: wide enough for one engine that
/// beats another in every game, and no more than a guess.
pub const PRIOR_SD: f64 = 400.0;

/// Elo per natural unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// What two engines did against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairingResult {
    /// The first engine.
    pub a: usize,
    /// The second engine.
    pub b: usize,
    /// Their pairs, from the first engine's side.
    pub penta: Pentanomial,
}

/// An engine's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Elo above the anchor, or above the mean of all.
    pub elo: f64,
    /// Lower end of the 95 % interval of that difference.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// The results alone give no finite rating, and a prior was needed.
    pub prior: bool,
}

/// Rates `engines` engines. The anchor's rating is 0 with an interval of no width; without an
/// anchor the mean of all is 0. A pairing may appear more than once.
///
/// # Panics
/// If a pairing names an engine that there is not, or an engine and itself, or the anchor is none
/// of the engines.
#[must_use]
pub fn rate(engines: usize, pairings: &[PairingResult], anchor: Option<usize>) -> Vec<Rating> {
    if engines == 0 {
        return Vec::new();
    }
    let edges: Vec<Edge> = pairings.iter().filter_map(Edge::new).collect();
    let core = core(engines, &edges);
    let in_core = |engine: usize| core.contains(&engine);
    let rest: Vec<usize> = (0..engines).filter(|&e| !in_core(e)).collect();
    let (inner, outer): (Vec<&Edge>, Vec<&Edge>) = edges
        .iter()
        .partition(|edge| in_core(edge.a) && in_core(edge.b));

    let mut theta = vec![0.0; engines];
    maximise(&mut theta, &core[1..], &inner, None);
    let prior = Prior {
        centre: core.iter().map(|&e| theta[e]).sum::<f64>() / core.len() as f64,
        precision: (ELO / PRIOR_SD).powi(2),
    };
    maximise(&mut theta, &rest, &outer, Some(prior));

    let mut covariance = core_covariance(engines, &theta, &core[1..], &inner);
    extend_covariance(&mut covariance, &theta, &core, &rest, &outer, prior);

    // Everything is relative to a weighted mean: the anchor's weight is all, or all weigh the same.
    let weight = |engine| match anchor {
        Some(anchor) => f64::from(engine == anchor),
        None => 1.0 / engines as f64,
    };
    let weights: Vec<f64> = (0..engines).map(weight).collect();
    let zero: f64 = weights.iter().zip(&theta).map(|(w, t)| w * t).sum();
    let with_zero = product(&covariance, &transposed(&vec![weights.clone()]));
    let of_zero: f64 = weights.iter().zip(&with_zero).map(|(w, c)| w * c[0]).sum();
    let alone = core.len() == 1 && engines > 1;
    let rating = |engine: usize| {
        let variance = covariance[engine][engine] - 2.0 * with_zero[engine][0] + of_zero;
        let elo = (theta[engine] - zero) * ELO;
        // The anchor's variance is 0 but for rounding.
        let half_width = match anchor == Some(engine) {
            true => 0.0,
            false => Z95 * ELO * variance.max(0.0).sqrt(),
        };
        Rating {
            elo,
            low: elo - half_width,
            high: elo + half_width,
            prior: alone || !in_core(engine),
        }
    };
    (0..engines).map(rating).collect()
}

/// The largest group in which everybody has scored against everybody, directly or by way of
/// others (a strongly connected component of "scored against"; Ford 1957): its ratings exist. Of
/// groups of one size it is the one with the lowest index.
fn core(engines: usize, edges: &[Edge]) -> Vec<usize> {
    let mut reaches = vec![vec![false; engines]; engines];
    for edge in edges {
        reaches[edge.a][edge.b] |= edge.score > 0.0;
        reaches[edge.b][edge.a] |= edge.score < 1.0;
    }
    for via in 0..engines {
        let onward = reaches[via].clone();
        for row in reaches.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&onward).for_each(|(to, &on)| *to |= on);
        }
    }
    let group = |e: usize| -> Vec<usize> {
        let mutual = |&o: &usize| o == e || (reaches[e][o] && reaches[o][e]);
        (0..engines).filter(mutual).collect()
    };
    let groups = (0..engines).rev().map(group);
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// The sandwich covariance of the core; the row and the column of its first engine, to which the
/// others are relative, are zero, and so are those of engines outside.
fn core_covariance(engines: usize, theta: &[f64], free: &[usize], edges: &[&Edge]) -> Matrix {
    let bread = inverse(&curvature(theta, free, edges, None));
    let mut meat = zeros(engines, engines);
    for edge in edges {
        let squares = edge.squared_residuals(theta);
        meat[edge.a][edge.a] += squares;
        meat[edge.b][edge.b] += squares;
        meat[edge.a][edge.b] -= squares;
        meat[edge.b][edge.a] -= squares;
    }
    let meat = free
        .iter()
        .map(|&i| free.iter().map(|&j| meat[i][j]).collect())
        .collect();
    let sandwich = product(&product(&bread, &meat), &bread);
    let mut covariance = zeros(engines, engines);
    for (row, &i) in sandwich.iter().zip(free) {
        for (&value, &j) in row.iter().zip(free) {
            covariance[i][j] = value;
        }
    }
    covariance
}

/// Adds the engines outside the core: their own uncertainty is the inverse of the posterior's
/// curvature, and what is uncertain about the core moves them along.
fn extend_covariance(
    covariance: &mut Matrix,
    theta: &[f64],
    core: &[usize],
    rest: &[usize],
    edges: &[&Edge],
    prior: Prior,
) {
    let own = inverse(&curvature(theta, rest, edges, Some(prior)));
    // How the gradient of an engine outside moves with an engine of the core.
    let mut pull = vec![vec![prior.precision / core.len() as f64; core.len()]; rest.len()];
    for edge in edges {
        for (outside, inside) in [(edge.a, edge.b), (edge.b, edge.a)] {
            let row = rest.iter().position(|&e| e == outside);
            let column = core.iter().position(|&e| e == inside);
            if let (Some(row), Some(column)) = (row, column) {
                pull[row][column] += edge.information(theta);
            }
        }
    }
    let follow = product(&own, &pull);
    let of_core: Matrix = core
        .iter()
        .map(|&i| core.iter().map(|&j| covariance[i][j]).collect())
        .collect();
    let cross = product(&follow, &of_core);
    let moved = product(&cross, &transposed(&follow));
    for (r, &i) in rest.iter().enumerate() {
        for (c, &j) in core.iter().enumerate() {
            covariance[i][j] = cross[r][c];
            covariance[j][i] = cross[r][c];
        }
        for (c, &j) in rest.iter().enumerate() {
            covariance[i][j] = own[r][c] + moved[r][c];
        }
    }
}

#[cfg(test)]
mod tests;
