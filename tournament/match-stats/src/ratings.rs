//! Ratings: all players of a tournament on one scale.
//!
//! The model is the logistic one: White, d Elo stronger than Black, is expected to score
//! `1 / (1 + 10^(-(d + w)/400))`, where w is White's advantage, the same for all players, and a draw
//! counts as half a win and half a loss. The ratings and the advantage are those of maximum
//! likelihood, which are those by which every player's expected points, and White's, equal the points
//! scored (Zermelo 1929, Bradley and Terry 1952; with the advantage, Ordo). Newton's method finds
//! them. The draw rate between equals is estimated separately and moves no rating.
//!
//! Intervals do not come from the model, which has neither the draw rate of these players nor the
//! dependence of the two games of a pair. They come from the games as observed: the sandwich
//! covariance (Huber 1967) with the pair as its cluster, `H^-1 M H^-1`, where H is the curvature of
//! the likelihood and M the sum of the squared gradients of the pairs. A game without a partner is
//! its own cluster. The residuals of few pairs are too small, because the fit follows them: they
//! are enlarged by what the fit removed, and each interval has Student's quantile with the degrees
//! of freedom of its own difference (Bell and McCaffrey 2002). If the pairs that determine a
//! difference do not vary at all, the interval reaches as far as results that were not seen may
//! pull it (Clopper and Pearson), for as many pairs. The [`bootstrap()`] resamples pairs instead.
//!
//! Some players have no finite maximum: one that lost everything, or some that never scored against
//! the rest. The likelihood then fixes the largest part whose members all have, directly or by way
//! of each other, scored against one another, and takes no information about it from the games
//! against the others (their limit is no information). The rest get a weak prior: their rating is
//! normally distributed around the mean of that part with a standard deviation of [`PRIOR_SD`] Elo.
//! They are flagged, and their interval is that of the posterior's curvature. The prior affects
//! no other rating.
//!
//! If the games do not fix White's advantage, because colours are confounded with strength
//! (one player had White always) or White won all, no estimate of a difference is free of
//! it, and any that pretended to be would rest on a guess. It is then assumed to be 0, and
//! [`Ratings::advantage_confounded`] marks ratings and intervals that hold on this condition.
//!
//! Players that have never met, not even by way of others, cannot be compared. They are different
//! groups; each has its own zero.

mod advantage;
mod anchors;
mod bootstrap;
mod clusters;
mod contrast;
mod covariance;
mod curvature;
pub(crate) mod difference;
mod draws;
mod fit;
mod fitted;
mod inverse;
mod meeting;
mod outside;
mod spread;
mod structure;
mod sums;
mod zero;

use std::sync::Arc;

use super::Interval;
use covariance::Covariance;

pub use anchors::{Anchor, Anchors};
pub use bootstrap::{Bootstrap, bootstrap};
pub use contrast::{Contrast, ContrastChange};
pub use draws::draw_rate;
pub use fitted::{FittedRatings, fit};
pub use meeting::Meeting;
#[cfg(test)]
pub(crate) use meeting::meeting;

/// The prior's standard deviation, in Elo. 400 Elo is ten to one: wide enough for one player that
/// beats another in every game, and only a guess.
pub const PRIOR_SD: f64 = 400.0;

/// Elo per natural unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

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
    /// Share of draws between equals, without White's advantage, 0 to 1; `None` if no player has a
    /// finite rating.
    pub draw_rate: Option<f64>,
    /// Players that have met, directly or by way of others: one group if all can be compared.
    pub groups: Vec<Vec<usize>>,
    /// The uncertainty of each group's zero due to its anchors: half of the 95 % interval, in Elo.
    zeros: Vec<f64>,
    /// The covariance of ratings in natural units and the advantage, relative to the first of each core; `None`
    /// without intervals.
    covariance: Option<Arc<Covariance>>,
}

/// Rates `players` players. With an anchor, its rating is given and its interval is the error given with it, and
/// other groups have the anchor's rating as their mean; with several, their mean replaces it;
/// without one, the mean of each group is 0. A meeting may appear more than once.
///
/// # Panics
/// If a meeting or an anchor has a player index out of range.
#[must_use]
pub fn rate(
    players: usize,
    meetings: &[Meeting],
    anchors: impl Into<Anchors>,
    advantage: Advantage,
) -> Ratings {
    fit(players, meetings, anchors, advantage).with_intervals()
}

fn prior_precision() -> f64 {
    (ELO / PRIOR_SD).powi(2)
}

#[cfg(test)]
mod tests;
