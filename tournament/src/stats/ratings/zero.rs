//! The zero of a scale of ratings: the anchor, or the mean of those who can be compared.

use super::super::matrix::Matrix;
use super::structure::Group;
use super::{Anchor, ELO, interval};

/// What a group's ratings are relative to: a weighted mean in which the anchor's weight is all, or
/// all weigh the same.
pub(super) struct Zero {
    weights: Vec<(usize, f64)>,
    theta: f64,
    variance: f64,
    elo: f64,
    anchor: Option<usize>,
}

impl Zero {
    pub(super) fn new(
        group: &Group,
        anchor: Option<Anchor>,
        theta: &[f64],
        covariance: &Matrix,
    ) -> Self {
        let own = anchor
            .map(|a| a.player)
            .filter(|a| group.members.contains(a));
        let weights: Vec<(usize, f64)> = match own {
            Some(player) => vec![(player, 1.0)],
            None => {
                let weight = 1.0 / group.members.len() as f64;
                group
                    .members
                    .iter()
                    .map(|&player| (player, weight))
                    .collect()
            }
        };
        let mut zero = Self {
            theta: weights.iter().map(|&(player, w)| w * theta[player]).sum(),
            weights,
            variance: 0.0,
            elo: anchor.map_or(0.0, |a| a.elo),
            anchor: own,
        };
        let variances = zero
            .weights
            .iter()
            .map(|&(p, w)| w * zero.with(p, covariance));
        zero.variance = variances.sum();
        zero
    }

    /// The covariance of a player with what is 0.
    fn with(&self, player: usize, covariance: &Matrix) -> f64 {
        let weights = self.weights.iter();
        weights
            .map(|&(other, w)| w * covariance[player][other])
            .sum()
    }

    /// Elo of a player with the ends of its interval.
    pub(super) fn rating(
        &self,
        player: usize,
        theta: &[f64],
        covariance: &Matrix,
    ) -> (f64, f64, f64) {
        let elo = (theta[player] - self.theta) * ELO + self.elo;
        if self.anchor == Some(player) {
            return (self.elo, self.elo, self.elo);
        }
        let own = covariance[player][player];
        // Of a group of one nothing is known, and the mean of one varies with it.
        let variance = match self.weights.len() {
            1 if self.anchor.is_none() => own,
            _ => own - 2.0 * self.with(player, covariance) + self.variance,
        };
        let interval = interval(elo, variance);
        (interval.value, interval.low, interval.high)
    }
}
