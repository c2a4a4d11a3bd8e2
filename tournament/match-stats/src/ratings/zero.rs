//! The zero of a rating scale: the anchor, the mean of several, or of all comparable players.

use super::covariance::Covariance;
use super::spread::Spread;
use super::structure::Group;
use super::{Anchor, Anchors, ELO, Interval, prior_precision};

/// The zero of a group's ratings: the weighted mean of its anchors, or without anchors that of all,
/// with equal weights.
pub(super) struct Zero<'g> {
    members: &'g [usize],
    weights: Vec<(usize, f64)>,
    theta: f64,
    elo: f64,
    error: f64,
    anchors: Vec<usize>,
    /// True if there are other groups.
    others: bool,
}

impl<'g> Zero<'g> {
    pub(super) fn new(group: &'g Group, anchors: &Anchors, theta: &[f64]) -> Self {
        let is_own = |anchor: &&Anchor| group.members.binary_search(&anchor.player).is_ok();
        let own = Anchors(anchors.0.iter().filter(is_own).copied().collect());
        let anchors = if own.0.is_empty() { anchors } else { &own };
        let equal = 1.0 / group.members.len() as f64;
        let weights: Vec<(usize, f64)> = if own.0.is_empty() {
            group.members.iter().map(|&member| (member, equal)).collect()
        } else {
            own.weights()
        };
        Self {
            members: &group.members,
            theta: weights.iter().map(|&(player, w)| w * theta[player]).sum(),
            weights,
            elo: anchors.elo(),
            error: own.error(),
            anchors: own.0.iter().map(|anchor| anchor.player).collect(),
            // The last parameter is White's advantage.
            others: group.members.len() + 1 < theta.len(),
        }
    }

    /// Half of the 95 % interval of the zero itself, as the group's anchors give it, in Elo.
    pub(super) fn error(&self) -> f64 {
        self.error
    }

    /// Elo of the members of the group, in their order, with the ends of their intervals, which are
    /// infinitely far without the covariance.
    pub(super) fn ratings(&self, theta: &[f64], covariance: Option<&Covariance>) -> Vec<Interval> {
        let spreads = covariance.map(|covariance| self.spreads(covariance));
        let rating = |(place, &player): (usize, &usize)| {
            if self.anchors == [player] {
                return Interval::about(self.elo, self.error);
            }
            let value = (theta[player] - self.theta) * ELO + self.elo;
            match &spreads {
                Some(spreads) => spreads[place].about(value).widened(self.error),
                None => Interval::about(value, f64::INFINITY),
            }
        };
        self.members.iter().enumerate().map(rating).collect()
    }

    fn spreads(&self, covariance: &Covariance) -> Vec<Spread> {
        // Of a player without games nothing is known but the prior, if there are others.
        if self.members.len() == 1 && self.anchors.is_empty() && self.others {
            return vec![Spread::given(1.0 / prior_precision())];
        }
        covariance.above(&self.weights, self.members)
    }
}
