//! Fitted ratings, and the inputs of their covariance.

use std::sync::Arc;

use super::advantage::fixes_advantage;
use super::covariance::{Covariance, Parts};
use super::fit::{Fit, Prior};
use super::inverse::Inverse;
use super::meeting::{Encounter, Meeting};
use super::structure::{Group, groups};
use super::zero::Zero;
use super::{Advantage, Anchors, ELO, Interval, Rating, Ratings, draws, prior_precision};

/// The ratings of all players before their intervals, which may take a hundred times as long.
#[derive(Debug)]
pub struct FittedRatings<'m> {
    meetings: &'m [Meeting],
    anchors: Anchors,
    pub(super) groups: Vec<Group>,
    /// The group in whose core each player is.
    pub(super) core_of: Vec<Option<usize>>,
    /// The ratings in natural units, relative to the first of each core, and the advantage.
    pub(super) theta: Vec<f64>,
    inside: Fit,
    outside: Fit,
    /// True if the advantage was fitted.
    pub(super) is_free: bool,
    advantage_confounded: bool,
}

/// Fits the ratings of `players` players; see [`super::rate`].
///
/// # Panics
/// If a meeting or an anchor has a player index out of range.
#[must_use]
pub fn fit(
    players: usize,
    meetings: &[Meeting],
    anchors: impl Into<Anchors>,
    advantage: Advantage,
) -> FittedRatings<'_> {
    let encounters = Encounter::all(meetings);
    let advantage_matters = !encounters.is_empty();
    let groups = groups(players, &encounters);
    let core_of = core_of(players, &groups);
    let is_inner =
        |e: &Encounter| core_of[e.white].is_some() && core_of[e.white] == core_of[e.black];
    let (inner, outer): (Vec<Encounter>, Vec<Encounter>) =
        encounters.into_iter().partition(is_inner);

    let mut theta = vec![0.0; players + 1];
    let seconds = groups.iter().flat_map(|group| group.core.iter().skip(1));
    let mut free: Vec<usize> = seconds.copied().collect();
    let is_free = match advantage {
        Advantage::Fixed(elo) => {
            theta[players] = elo / ELO;
            false
        }
        Advantage::Estimated => fixes_advantage(players, &inner),
    };
    free.extend(is_free.then_some(players));
    let none = vec![None; free.len()];
    let inside = Fit::new(players + 1, inner, free, none);
    inside.maximise(&mut theta);

    let rest: Vec<usize> = (0..players).filter(|&e| core_of[e].is_none()).collect();
    let priors = priors(&rest, &groups, &theta);
    let outside = Fit::new(players + 1, outer, rest, priors);
    outside.maximise(&mut theta);
    FittedRatings {
        meetings,
        anchors: anchors.into(),
        groups,
        core_of,
        theta,
        inside,
        outside,
        is_free,
        advantage_confounded: !is_free && advantage == Advantage::Estimated && advantage_matters,
    }
}

impl FittedRatings<'_> {
    /// The memory, in bytes, that intervals take, without the part that grows with the meetings.
    #[must_use]
    pub fn interval_bytes(&self) -> u64 {
        Inverse::bytes(self.inside.pattern()) + Inverse::bytes(self.outside.pattern())
    }

    /// With all intervals.
    #[must_use]
    pub fn with_intervals(&self) -> Ratings {
        let parts = Parts {
            meetings: self.meetings,
            inside: &self.inside,
            outside: &self.outside,
            groups: &self.groups,
            core_of: &self.core_of,
        };
        self.ratings(Some(Covariance::new(&parts, &self.theta)))
    }

    /// Without any interval: each reaches from minus infinity to infinity.
    #[must_use]
    pub fn without_intervals(&self) -> Ratings {
        self.ratings(None)
    }

    fn ratings(&self, covariance: Option<Covariance>) -> Ratings {
        let covariance = covariance.map(Arc::new);
        let players = self.core_of.len();
        let advantage = self.theta[players] * ELO;
        let mut rated = vec![None; players];
        let mut zeros = Vec::with_capacity(self.groups.len());
        for (number, group) in self.groups.iter().enumerate() {
            let zero = Zero::new(group, &self.anchors, &self.theta);
            let intervals = zero.ratings(&self.theta, covariance.as_deref());
            zeros.push(zero.error());
            for (&player, elo) in group.members.iter().zip(intervals) {
                let is_fitted = group.core.len() > 1 && self.core_of[player].is_some();
                rated[player] =
                    Some(Rating { elo, prior: players > 1 && !is_fitted, group: number });
            }
        }
        Ratings {
            players: rated.into_iter().flatten().collect(),
            white_advantage: self.is_free.then(|| match &covariance {
                Some(covariance) => covariance.of(&[(players, 1.0)]).about(advantage),
                None => Interval::about(advantage, f64::INFINITY),
            }),
            advantage_confounded: self.advantage_confounded,
            draw_rate: draws::at_equal_strength(&self.theta, self.inside.encounters()),
            groups: self.groups.iter().map(|group| group.members.clone()).collect(),
            zeros,
            covariance,
        }
    }
}

/// The group in whose core each player is.
fn core_of(players: usize, groups: &[Group]) -> Vec<Option<usize>> {
    let mut core_of = vec![None; players];
    for (number, group) in groups.iter().enumerate() {
        for &player in &group.core {
            core_of[player] = Some(number);
        }
    }
    core_of
}

/// The priors of the players that are in no core.
fn priors(rest: &[usize], groups: &[Group], theta: &[f64]) -> Vec<Option<Prior>> {
    let mut centres = vec![0.0; theta.len()];
    for group in groups {
        let sum: f64 = group.core.iter().map(|&e| theta[e]).sum();
        for &member in &group.members {
            centres[member] = sum / group.core.len() as f64;
        }
    }
    let prior =
        |&player: &usize| Some(Prior { centre: centres[player], precision: prior_precision() });
    rest.iter().map(prior).collect()
}
