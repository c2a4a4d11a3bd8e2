//! The covariance of ratings: the sandwich, with pairs of games as clusters, corrected for small
//! numbers of them.
//!
//! A difference is any sum of ratings (and White's advantage) whose weights are known: a rating less
//! the anchor's, or less the mean. Its product with the inverse curvature is its response to the
//! points of each game; all that its interval needs are sums of these responses over the clusters
//! ([`super::sums`]). Nothing here depends on the order of the players.

use ndarray::Array2;
use rayon::prelude::*;

use super::clusters::{Clusters, InverseBlock};
use super::fit::Fit;
use super::inverse::{COLUMNS, Inverse};
use super::meeting::Meeting;
use super::outside::Outside;
use super::spread::Spread;
use super::structure::Group;
use super::sums::{LANES, reach, sums};

/// The parts of a fit.
pub(super) struct Parts<'a> {
    pub(super) meetings: &'a [Meeting],
    /// By the encounters within the cores.
    pub(super) inside: &'a Fit,
    /// By all others.
    pub(super) outside: &'a Fit,
    pub(super) groups: &'a [Group],
    pub(super) core_of: &'a [Option<usize>],
}

/// The covariance of all ratings and White's advantage, in natural units, relative to the first
/// player of each core; an advantage that was not fitted is certain.
#[derive(Debug)]
pub(super) struct Covariance {
    /// The inverse curvature of the likelihood, of what was fitted.
    bread: Inverse,
    /// The index of each parameter in `bread`; `None` for what is certain or outside the cores.
    places: Vec<Option<usize>>,
    clusters: Vec<Clusters>,
    outside: Outside,
}

/// Sums of parameters, one a column.
struct Directions {
    /// The products of their weights with the inverse curvature.
    moved: Array2<f64>,
    /// Those of their weights outside the cores with the covariance there.
    own: Array2<f64>,
}

impl Covariance {
    pub(super) fn new(parts: &Parts<'_>, theta: &[f64]) -> Self {
        let (inside, outside) = (parts.inside, parts.outside);
        let bread = Inverse::new(inside.curvature(theta));
        let is_inner =
            |m: &&Meeting| parts.core_of[m.a].is_some() && parts.core_of[m.a] == parts.core_of[m.b];
        let inner: Vec<&Meeting> = parts.meetings.iter().filter(is_inner).collect();
        Self {
            clusters: clusters(&inner, theta, &bread, inside.places()),
            outside: Outside::new(outside, theta, inside.places(), parts.groups),
            places: inside.places().to_vec(),
            bread,
        }
    }

    /// Kinds of clusters, over which every interval sums.
    pub(super) fn clusters(&self) -> usize {
        self.clusters.len()
    }

    /// Of the sum of the parameters with these weights.
    pub(super) fn of(&self, weights: &[(usize, f64)]) -> Spread {
        let sum = self.sum(weights);
        let own = self.own_variance(weights, &sum);
        self.spreads(&[own], |place, _| sum.moved[[place, 0]])[0]
    }

    /// Of each of these players less the sum of the parameters with the weights `zero`.
    pub(super) fn above(&self, zero: &[(usize, f64)], players: &[usize]) -> Vec<Spread> {
        let origin = self.sum(zero);
        let variance = self.own_variance(zero, &origin);
        let of_block = |block: &[usize]| -> Vec<Spread> {
            let units = self.units(block);
            let own = block.iter().enumerate().map(|(column, &player)| {
                let place = self.outside.place(player);
                let more = place.map(|p| units.own[[p, column]] - 2.0 * origin.own[[p, 0]]);
                variance + more.unwrap_or(0.0)
            });
            let own: Vec<f64> = own.collect();
            let moved = |place, column| units.moved[[place, column]] - origin.moved[[place, 0]];
            self.spreads(&own, moved)
        };
        // Those outside the cores need a product each, and have their own blocks.
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by_key(|&index| self.outside.place(players[index]).is_some());
        let sorted: Vec<usize> = order.iter().map(|&index| players[index]).collect();
        let found: Vec<Spread> = sorted.par_chunks(COLUMNS).flat_map_iter(of_block).collect();
        let mut spreads = vec![Spread::given(0.0); players.len()];
        for (index, spread) in order.into_iter().zip(found) {
            spreads[index] = spread;
        }
        spreads
    }

    /// Of the first of two players less the second, for all these pairs of places in `field`.
    pub(super) fn between(&self, field: &[usize], pairs: &[(usize, usize)]) -> Vec<Spread> {
        let blocks = field.par_chunks(COLUMNS).map(|block| self.units(block));
        let blocks: Vec<Directions> = blocks.collect();
        let unit = |place: usize| (&blocks[place / COLUMNS], place % COLUMNS);
        let own = |&(a, b): &(usize, usize)| {
            let [a_place, b_place] = [a, b].map(|e| self.outside.place(field[e]));
            let of = |(units, column): (&Directions, usize), place: Option<usize>| {
                place.map_or(0.0, |place| units.own[[place, column]])
            };
            of(unit(a), a_place) - 2.0 * of(unit(a), b_place) + of(unit(b), b_place)
        };
        let of_lanes = |pairs: &[(usize, usize)]| {
            let own: Vec<f64> = pairs.iter().map(own).collect();
            self.spreads(&own, |place, pair| {
                let of = |(units, column): (&Directions, usize)| units.moved[[place, column]];
                let (a, b) = pairs[pair];
                of(unit(a)) - of(unit(b))
            })
        };
        pairs.par_chunks(LANES).flat_map_iter(of_lanes).collect()
    }

    /// The sum of the parameters with these weights.
    fn sum(&self, weights: &[(usize, f64)]) -> Directions {
        let mut inside = Array2::zeros((self.bread.rows(), 1));
        let mut outside = Array2::zeros((self.outside.rows(), 1));
        for &(parameter, weight) in weights {
            if let Some(place) = self.places[parameter] {
                inside[[place, 0]] += weight;
            }
            if let Some(place) = self.outside.place(parameter) {
                outside[[place, 0]] += weight;
            }
        }
        self.directions(inside, outside)
    }

    fn directions(&self, mut inside: Array2<f64>, outside: Array2<f64>) -> Directions {
        let own = self.outside.times(outside);
        self.outside.follow(&own, &mut inside);
        Directions { moved: self.bread.times(&inside), own }
    }

    /// Each of these players.
    fn units(&self, players: &[usize]) -> Directions {
        let inside: Option<Vec<usize>> = players.iter().map(|&e| self.places[e]).collect();
        if let Some(places) = inside {
            return Directions {
                moved: self.bread.columns(&places),
                own: Array2::zeros((self.outside.rows(), players.len())),
            };
        }
        let mut inside = Array2::zeros((self.bread.rows(), players.len()));
        let mut outside = Array2::zeros((self.outside.rows(), players.len()));
        for (column, &player) in players.iter().enumerate() {
            if let Some(place) = self.places[player] {
                inside[[place, column]] = 1.0;
            }
            if let Some(place) = self.outside.place(player) {
                outside[[place, column]] = 1.0;
            }
        }
        self.directions(inside, outside)
    }

    /// The variance that players outside add on their own to a sum with these weights.
    fn own_variance(&self, weights: &[(usize, f64)], sum: &Directions) -> f64 {
        let outside = |&(parameter, weight): &(usize, f64)| {
            let place = self.outside.place(parameter)?;
            Some(weight * sum.own[[place, 0]])
        };
        weights.iter().filter_map(outside).sum()
    }

    /// Of differences that move so (by place and number), each with the variance `own` by players
    /// outside.
    fn spreads(&self, own: &[f64], moved: impl Fn(usize, usize) -> f64) -> Vec<Spread> {
        let mut spreads = Vec::with_capacity(own.len());
        let certain = self.bread.rows();
        let advantage = self.places.last().copied().flatten().unwrap_or(certain);
        let mut rows = vec![[0.0; LANES]; certain + 1];
        for (block, own) in own.chunks(LANES).enumerate() {
            for (place, row) in rows[..certain].iter_mut().enumerate() {
                for (lane, value) in row[..own.len()].iter_mut().enumerate() {
                    *value = moved(place, block * LANES + lane);
                }
            }
            let sums = sums(&self.clusters, &rows, advantage);
            let lanes = own.iter().enumerate();
            spreads.extend(lanes.map(|(lane, &own)| {
                Spread::new(&sums, lane, own, || reach(&self.clusters, &rows, advantage, lane))
            }));
        }
        spreads
    }
}

/// The clusters of meetings within cores.
fn clusters(
    meetings: &[&Meeting],
    theta: &[f64],
    bread: &Inverse,
    places: &[Option<usize>],
) -> Vec<Clusters> {
    let (rows, advantage) = (bread.rows(), places[places.len() - 1]);
    let at = |i: Option<usize>, j: Option<usize>| i.zip(j).map_or(0.0, |(i, j)| bread.entry(i, j));
    let mut clusters = Vec::new();
    for m in meetings {
        let [a, b] = [m.a, m.b].map(|player| places[player]);
        let block = InverseBlock {
            apart: at(a, a) + at(b, b) - 2.0 * at(a, b),
            both: at(a, advantage) - at(b, advantage),
            advantage: at(advantage, advantage),
        };
        let places = [a, b].map(|place| place.unwrap_or(rows));
        clusters.extend(Clusters::of(m, places, theta, block));
    }
    clusters
}
