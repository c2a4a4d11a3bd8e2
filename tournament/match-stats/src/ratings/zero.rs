//! The zero of a scale of ratings: the anchor, the mean of several, or of those who can be compared.

use super::covariance::Covariance;
use super::spread::Spread;
use super::structure::Group;
use super::{Anchor, Anchors, ELO, Interval, prior_precision};

/// What a group's ratings are relative to: a weighted mean in which its anchors weigh the same and nobody else
/// anything, or without anchors all weigh the same.
pub(super) struct Zero<'g> {
    members: &'g [usize],
    weights: Vec<(usize, f64)>,
    theta: f64,
    elo: f64,
    anchors: Vec<usize>,
    /// Whether there are others, from whom the group is cut off.
    others: bool,
}

impl<'g> Zero<'g> {
    pub(super) fn new(group: &'g Group, anchors: &Anchors, theta: &[f64]) -> Self {
        let is_own = |anchor: &&Anchor| group.members.binary_search(&anchor.player).is_ok();
        let own = Anchors(anchors.0.iter().filter(is_own).copied().collect());
        let players: Vec<usize> = own.0.iter().map(|anchor| anchor.player).collect();
        let weigh = match &players[..] {
            [] => &group.members,
            players => players,
        };
        let given = match &players[..] {
            [] => anchors,
            _ => &own,
        };
        let weight = 1.0 / weigh.len() as f64;
        let weights: Vec<(usize, f64)> = weigh.iter().map(|&player| (player, weight)).collect();
        Self {
            members: &group.members,
            theta: weights.iter().map(|&(player, w)| w * theta[player]).sum(),
            weights,
            elo: given.elo(),
            anchors: players,
            // The last parameter is White's advantage.
            others: group.members.len() + 1 < theta.len(),
        }
    }

    /// Elo of the members of the group, in their order, with the ends of their intervals, which are
    /// infinitely far without the covariance.
    pub(super) fn ratings(&self, theta: &[f64], covariance: Option<&Covariance>) -> Vec<Interval> {
        let spreads = covariance.map(|covariance| self.spreads(covariance));
        let rating = |(place, &player): (usize, &usize)| {
            if self.anchors == [player] {
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
        if self.members.len() == 1 && self.anchors.is_empty() && self.others {
            return vec![Spread::given(1.0 / prior_precision())];
        }
        covariance.above(&self.weights, self.members)
    }
}
