//! Ratings: all players of a tournament on one scale, by the logistic model of maximum likelihood, with White's advantage.
//! docs/statistics.md has the formulas and their sources.
//!
//! Intervals do not come from the model, which has neither the draw rate of these players nor the dependence of the two
//! games of a pair, but from the games as observed: the sandwich covariance with the pair as its cluster, corrected for
//! small numbers of pairs. It is one dense matrix. Beyond [`MAX_PLAYERS_WITH_INTERVALS`] players ratings are without it:
//! their intervals have no ends, and there are no differences.
//!
//! Some players have no finite maximum: one that lost everything, or some that never scored against the rest. The
//! likelihood then fixes the largest part whose members all have, directly or by way of each other, scored against one
//! another. The rest get a weak prior around the mean of that part, are flagged, and affect no other rating.
//!
//! If the games do not fix White's advantage, because colours are confounded with strength
//! (one player had White always) or White won all, no estimate of a difference is free of
//! it. It is then assumed to be 0, and [`Ratings::advantage_confounded`] marks ratings and intervals that hold on this
//! condition. Players that have never met, not even by way of others, are different groups; each has its own zero.

mod covariance;
mod fit;
mod meetings;

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;

use super::Interval;
use super::random::uniform;
use covariance::{Covariance, Spread};
use fit::Fit;
use meetings::{Encounter, Group, fixes_advantage, groups, mean_of};

pub use fit::draw_rate;
pub use meetings::{Anchor, Meeting};

/// More players are rated without intervals: the covariance takes seconds for as many.
pub const MAX_PLAYERS_WITH_INTERVALS: usize = 2000;

/// The prior's standard deviation, in Elo. 400 Elo is ten to one: wide enough for one player that
/// beats another in every game, and only a guess.
pub const PRIOR_SD: f64 = 400.0;

/// Elo per natural unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// One over the prior's variance, in natural units.
const PRIOR_PRECISION: f64 = (ELO / PRIOR_SD) * (ELO / PRIOR_SD);

/// White's advantage, given or to be estimated.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Advantage {
    /// Estimated from the games.
    #[default]
    Estimated,
    /// Given, in Elo.
    Fixed(f64),
}

/// A player's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Elo on the scale of the anchor; without one, above the mean of the player's group. The interval
    /// is that of the difference from the anchor or the mean, and of the anchor's error if it has one.
    pub elo: Interval,
    /// True if the results alone give no finite rating, and a prior was needed.
    pub prior: bool,
    /// The group, from 0; ratings of different groups cannot be compared.
    pub group: usize,
}

/// The ratings of all players, and quantities fitted with them.
#[derive(Debug, Clone)]
pub struct Ratings {
    /// The players' ratings, by index.
    pub players: Vec<Rating>,
    /// White's advantage in Elo; `None` if it was given or cannot be estimated from the games.
    pub white_advantage: Option<Interval>,
    /// True if White's advantage cannot be estimated from the games: it was assumed to be 0, and ratings
    /// and intervals hold if it is.
    pub advantage_confounded: bool,
    /// Share of draws between equals, without White's advantage, 0 to 1; `None` if no player has a finite rating.
    pub draw_rate: Option<f64>,
    /// Players that have met, directly or by way of others: one group if all can be compared.
    pub groups: Vec<Vec<usize>>,
    /// `None` without intervals.
    pub(crate) covariance: Option<Arc<Covariance>>,
}

impl Ratings {
    /// True if intervals were computed; without them each reaches from minus infinity to infinity.
    pub fn has_intervals(&self) -> bool {
        self.covariance.is_some()
    }

    /// The same with all half-widths times `factor`, such as that of [`widening`].
    pub fn widened(mut self, factor: f64) -> Self {
        let widened = |elo: Interval| Interval::about(elo.value, factor * (elo.high - elo.value));
        self.players.iter_mut().for_each(|rating| rating.elo = widened(rating.elo));
        self.white_advantage = self.white_advantage.map(widened);
        if let Some(covariance) = self.covariance.as_mut().and_then(Arc::get_mut) {
            covariance.widening *= factor;
        }
        self
    }

    pub(crate) fn are_comparable(&self, a: usize, b: usize) -> bool {
        self.players[a].group == self.players[b].group
    }

    /// Each of these players above the mean of all of them, in their order; `None` if they are not all of one group,
    /// or there are no intervals.
    ///
    /// # Panics
    /// If a player is out of range.
    pub fn above_mean_of(&self, players: &[usize]) -> Option<Vec<Contrast>> {
        let (&first, share) = (players.first()?, 1.0 / players.len() as f64);
        if !players.iter().all(|&e| self.are_comparable(first, e)) {
            return None;
        }
        let mean: f64 = players.iter().map(|&e| self.players[e].elo.value * share).sum();
        let weights: Vec<(usize, f64)> = players.iter().map(|&e| (e, share)).collect();
        let spreads = self.covariance.as_ref()?.above(&weights, players);
        let contrast = |(&player, spread): (&usize, Spread)| Contrast {
            elo: spread.about(self.players[player].elo.value - mean),
            spread,
        };
        Some(players.iter().zip(spreads).map(contrast).collect())
    }
}

/// A player's rating less the mean of some players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    /// Elo above that mean.
    pub elo: Interval,
    spread: Spread,
}

/// The change of a contrast between two tournaments that share no games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContrastChange {
    /// Elo more than in the first one, with the interval of this difference alone.
    pub elo: Interval,
    /// The two-sided p-value of this difference alone, 0 to 1.
    pub p: f64,
}

impl Contrast {
    /// The change from `before`, a contrast of another tournament with the same reference.
    pub fn change_from(&self, before: &Self) -> ContrastChange {
        let value = self.elo.value - before.elo.value;
        let spread = self.spread.with(&before.spread);
        ContrastChange { elo: spread.about(value), p: spread.p(value) }
    }
}

/// Ratings in all replays together that a [`widening`] is found from, at least.
const REPLAYED_RATINGS: usize = 2000;
const MIN_REPLAYS: usize = 20;
/// Replays of more players would take minutes.
pub const MAX_REPLAYED_PLAYERS: usize = 100;

/// The factor by which intervals are too short where results decide who meets whom, as in a Swiss tournament; at least 1.
///
/// A parametric bootstrap: `replay` plays the tournament once more between equals, by its rule of pairing, with
/// White's half points in the two games of each pair by chance, as frequent as in `meetings`. The intervals of 95 of a
/// hundred ratings of all replays hold the truth with this factor. Between equals it is largest.
/// Infinite for more than [`MAX_REPLAYED_PLAYERS`].
pub fn widening(
    players: usize,
    meetings: &[Meeting],
    replay: impl Fn(&mut dyn FnMut() -> [u8; 2]) -> Vec<Meeting> + Sync,
) -> f64 {
    if players > MAX_REPLAYED_PLAYERS {
        return f64::INFINITY;
    }
    let chances = chances_of_equals(meetings);
    let errors = |seed: usize| {
        let mut random = Pcg64Mcg::seed_from_u64(seed as u64);
        let mut pair = || {
            let luck = uniform(&mut random);
            let cell = chances.iter().take_while(|&&below| below <= luck).count().min(8);
            [(cell / 3) as u8, (cell % 3) as u8]
        };
        let rated = rate(players, &replay(&mut pair), &[], Advantage::Estimated);
        let reach = |rating: Rating| rating.elo.value.abs() / (rating.elo.high - rating.elo.value);
        rated.players.into_iter().map(reach).filter(|reach| reach.is_finite()).collect::<Vec<f64>>()
    };
    let replays = MIN_REPLAYS.max(REPLAYED_RATINGS / players.max(1));
    let mut all: Vec<f64> = (0..replays).into_par_iter().flat_map_iter(errors).collect();
    all.sort_unstable_by(f64::total_cmp);
    all.get(all.len() * 95 / 100).map_or(1.0, |factor| factor.max(1.0))
}

/// The chances of a pair between equals, summed up: White's half points in the first game, then in the second. Without
/// pairs they are those of two games.
fn chances_of_equals(meetings: &[Meeting]) -> [f64; 9] {
    let mut counts = [[0.0; 3]; 3];
    let mut games = [0.0; 3];
    for m in meetings {
        m.kinds_of_pairs().for_each(|([one, other], count)| counts[one][other] += count as f64);
        let white = m.by_colour();
        (0..3).for_each(|i| games[i] += (white[0][i] + white[1][i]) as f64);
    }
    if counts.as_flattened().iter().sum::<f64>() == 0.0 {
        counts = games.map(|one| games.map(|other| one * other));
    }
    // Either player is as strong as the other.
    let chances: [f64; 9] = std::array::from_fn(|cell| counts[cell / 3][cell % 3] + counts[cell % 3][cell / 3]);
    let mut sum = 0.0;
    let all = chances.iter().sum::<f64>();
    chances.map(|chance| {
        sum += chance / all;
        sum
    })
}

/// Rates `players` players. With an anchor, its rating is given and its interval is the error given with it, and
/// other groups have the anchor's rating as their mean; with several, their mean replaces it;
/// without one, the mean of each group is 0. A meeting may appear more than once.
///
/// # Panics
/// If a meeting or an anchor has a player index out of range.
pub fn rate(players: usize, meetings: &[Meeting], anchors: &[Anchor], advantage: Advantage) -> Ratings {
    let fitted = FittedRatings::new(players, meetings, advantage);
    let covariance = (players <= MAX_PLAYERS_WITH_INTERVALS).then(|| Arc::new(Covariance::new(&fitted, meetings)));
    let mut rated = vec![None; players];
    for (number, group) in fitted.groups.iter().enumerate() {
        let intervals = fitted.above_zero(group, anchors, covariance.as_deref());
        for (&player, elo) in group.members.iter().zip(intervals) {
            let is_fitted = group.core.len() > 1 && fitted.core_of[player].is_some();
            rated[player] = Some(Rating { elo, prior: players > 1 && !is_fitted, group: number });
        }
    }
    let white = fitted.theta[players] * ELO;
    let advantage_matters = meetings.iter().any(|m| m.by_colour() != [[0; 3]; 2]);
    Ratings {
        players: rated.into_iter().flatten().collect(),
        white_advantage: fitted.advantage_is_free.then(|| {
            let known = covariance.as_ref().map(|covariance| covariance.of_advantage());
            known.unwrap_or(Spread::from_variance(f64::INFINITY)).about(white)
        }),
        advantage_confounded: !fitted.advantage_is_free && advantage == Advantage::Estimated && advantage_matters,
        draw_rate: fitted.inside.draw_rate(&fitted.theta),
        groups: fitted.groups.into_iter().map(|group| group.members).collect(),
        covariance,
    }
}

/// The ratings of all players before their intervals.
struct FittedRatings {
    groups: Vec<Group>,
    /// The group in whose core each player is.
    core_of: Vec<Option<usize>>,
    /// The ratings in natural units, relative to the first of each core, and White's advantage.
    theta: Vec<f64>,
    /// By the games within the cores.
    inside: Fit,
    /// By all others.
    outside: Fit,
    advantage_is_free: bool,
}

impl FittedRatings {
    fn new(players: usize, meetings: &[Meeting], advantage: Advantage) -> Self {
        let encounters = Encounter::all(meetings);
        let groups = groups(players, &encounters);
        let mut core_of = vec![None; players];
        for (number, group) in groups.iter().enumerate() {
            group.core.iter().for_each(|&player| core_of[player] = Some(number));
        }
        let is_inner = |e: &Encounter| core_of[e.white].is_some() && core_of[e.white] == core_of[e.black];
        let (inner, outer): (Vec<Encounter>, Vec<Encounter>) = encounters.into_iter().partition(is_inner);

        let mut theta = vec![0.0; players + 1];
        let seconds = groups.iter().flat_map(|group| group.core.iter().skip(1));
        let mut free: Vec<usize> = seconds.copied().collect();
        let advantage_is_free = match advantage {
            Advantage::Fixed(elo) => {
                theta[players] = elo / ELO;
                false
            }
            Advantage::Estimated => fixes_advantage(players, &inner),
        };
        free.extend(advantage_is_free.then_some(players));
        let inside = Fit::new(players + 1, inner, free, (Vec::new(), 0.0));
        inside.maximise(&mut theta);

        let rest: Vec<usize> = (0..players).filter(|&e| core_of[e].is_none()).collect();
        let mut centres = vec![0.0; players];
        for group in &groups {
            let sum: f64 = group.core.iter().map(|&e| theta[e]).sum();
            group.members.iter().for_each(|&e| centres[e] = sum / group.core.len() as f64);
        }
        let prior = (rest.iter().map(|&e| centres[e]).collect(), PRIOR_PRECISION);
        let outside = Fit::new(players + 1, outer, rest, prior);
        outside.maximise(&mut theta);
        Self { groups, core_of, theta, inside, outside, advantage_is_free }
    }

    /// Elo of the members of a group, in their order, above its zero: the weighted mean of its anchors or, without
    /// anchors, the mean of all.
    fn above_zero(&self, group: &Group, anchors: &[Anchor], covariance: Option<&Covariance>) -> Vec<Interval> {
        let is_own = |anchor: &&Anchor| group.members.binary_search(&anchor.player).is_ok();
        let own: Vec<Anchor> = anchors.iter().filter(is_own).copied().collect();
        let (mut weights, mut elo, error) = mean_of(&own);
        if weights.is_empty() {
            let equal = 1.0 / group.members.len() as f64;
            weights = group.members.iter().map(|&member| (member, equal)).collect();
            elo = mean_of(anchors).1;
        }
        let zero: f64 = weights.iter().map(|&(player, w)| w * self.theta[player]).sum();
        // Of a player without games nothing is known but the prior, if there are others.
        let is_alone = own.is_empty() && group.members.len() == 1 && self.groups.len() > 1;
        let spreads = match covariance {
            Some(_) if is_alone => vec![Spread::from_variance(1.0 / PRIOR_PRECISION)],
            Some(covariance) => covariance.above(&weights, &group.members),
            None => vec![Spread::from_variance(f64::INFINITY); group.members.len()],
        };
        let rating = |(&player, spread): (&usize, Spread)| match own[..] {
            [anchor] if anchor.player == player => Interval::about(elo, error),
            _ => spread.about((self.theta[player] - zero) * ELO + elo).widened(error),
        };
        group.members.iter().zip(spreads).map(rating).collect()
    }
}
