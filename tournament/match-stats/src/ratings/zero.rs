//! The zero of a scale of ratings: the anchor, or the mean of those who can be compared.

use super::covariance::Covariance;
use super::spread::Spread;
use super::structure::Group;
use super::{Anchor, ELO, Interval, prior_precision};

/// What a group's ratings are relative to: a weighted mean in which the anchor's weight is all, or
/// all weigh the same.
pub(super) struct Zero<'g> {
    members: &'g [usize],
    weights: Vec<(usize, f64)>,
    theta: f64,
    elo: f64,
    anchor: Option<usize>,
    /// Whether there are others, from whom the group is cut off.
    others: bool,
}

impl<'g> Zero<'g> {
    pub(super) fn new(group: &'g Group, anchor: Option<Anchor>, theta: &[f64]) -> Self {
        let own = anchor
            .map(|a| a.player)
            .filter(|a| group.members.binary_search(a).is_ok());
        let weights: Vec<(usize, f64)> = match own {
            Some(player) => vec![(player, 1.0)],
            None => {
                let weight = 1.0 / group.members.len() as f64;
                let members = group.members.iter();
                members.map(|&player| (player, weight)).collect()
            }
        };
        Self {
            members: &group.members,
            theta: weights.iter().map(|&(player, w)| w * theta[player]).sum(),
            weights,
            elo: anchor.map_or(0.0, |a| a.elo),
            anchor: own,
            // The last parameter is White's advantage.
            others: group.members.len() + 1 < theta.len(),
        }
    }

    /// Elo of the members of the group, in their order, with the ends of their intervals, which are
    /// infinitely far without the covariance.
    pub(super) fn ratings(&self, theta: &[f64], covariance: Option<&Covariance>) -> Vec<Interval> {
        let spreads = covariance.map(|covariance| self.spreads(covariance));
        let rating = |(place, &player): (usize, &usize)| {
            if self.anchor == Some(player) {
                return Interval::about(self.elo, 0.0);
            }
            let value = (theta[player] - self.theta) * ELO + self.elo;
            match &spreads {
                Some(spreads) => spreads[place].about(value),
                None => Interval::about(value, f64::INFINITY),
            }
        };
        self.members.iter().enumerate().map(rating).collect()
    }

    fn spreads(&self, covariance: &Covariance) -> Vec<Spread> {
        // Of a player who met nobody nothing is known but the prior, if there are others.
        if self.members.len() == 1 && self.anchor.is_none() && self.others {
            return vec![Spread::given(1.0 / prior_precision())];
        }
        covariance.above(&self.weights, self.members)
    }
}
