//! The zero of a scale of ratings: the anchor, or the mean of those who can be compared.

use super::covariance::{Covariance, Spread};
use super::structure::Group;
use super::{Anchor, ELO, Interval, prior_precision};

/// What a group's ratings are relative to: a weighted mean in which the anchor's weight is all, or
/// all weigh the same.
pub(super) struct Zero {
    weights: Vec<(usize, f64)>,
    theta: f64,
    elo: f64,
    anchor: Option<usize>,
    /// Whether there are others, from whom the group is cut off.
    others: bool,
}

impl Zero {
    pub(super) fn new(group: &Group, anchor: Option<Anchor>, theta: &[f64]) -> Self {
        let own = anchor
            .map(|a| a.player)
            .filter(|a| group.members.contains(a));
        let weights: Vec<(usize, f64)> = match own {
            Some(player) => vec![(player, 1.0)],
            None => {
                let weight = 1.0 / group.members.len() as f64;
                let members = group.members.iter();
                members.map(|&player| (player, weight)).collect()
            }
        };
        Self {
            theta: weights.iter().map(|&(player, w)| w * theta[player]).sum(),
            weights,
            elo: anchor.map_or(0.0, |a| a.elo),
            anchor: own,
            // The last parameter is White's advantage.
            others: group.members.len() + 1 < theta.len(),
        }
    }

    /// Elo of a player with the ends of its interval.
    pub(super) fn rating(&self, player: usize, theta: &[f64], covariance: &Covariance) -> Interval {
        let value = (theta[player] - self.theta) * ELO + self.elo;
        if self.anchor == Some(player) {
            return Spread::given(0.0).about(self.elo);
        }
        // Of a player who met nobody nothing is known but the prior, if there are others.
        if let ([(alone, _)], None, true) = (&self.weights[..], self.anchor, self.others) {
            debug_assert_eq!(*alone, player);
            return Spread::given(1.0 / prior_precision()).about(value);
        }
        let mut weights = vec![0.0; theta.len()];
        for &(other, weight) in &self.weights {
            weights[other] -= weight;
        }
        weights[player] += 1.0;
        covariance.spread(&weights).about(value)
    }
}
