//! Verdicts on the ratings of a field: significant differences, and the fit of one rating for each.

use std::collections::BTreeMap;

use match_stats::differences::{Difference, differences, field_groups};
use match_stats::goodness_of_fit::{GoodnessOfFit, goodness_of_fit};
use match_stats::{Interval, Meeting, Ratings};
use serde::Serialize;

use crate::interval_fields::Elo;

pub(super) struct Verdicts {
    field: Vec<usize>,
    /// The differences; empty if they were not computed.
    pub(super) differences: Vec<Difference>,
    pub(super) too_many: bool,
    groups: Option<Vec<String>>,
    fit: Option<GoodnessOfFit>,
}

impl Verdicts {
    /// The verdicts on the players of `field`; `meetings` are all data of the ratings, `white_advantage` is in Elo.
    pub(super) fn new(
        ratings: &Ratings,
        mut field: Vec<usize>,
        meetings: &[Meeting],
        white_advantage: f64,
    ) -> Self {
        let elo = |player: usize| ratings.players[player].elo.value;
        field.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
        let found = differences(ratings, &field);
        let groups = found.as_ref().and_then(|found| field_groups(&field, found));
        Self {
            groups,
            too_many: found.is_none(),
            fit: goodness_of_fit(ratings, meetings, white_advantage),
            differences: found.unwrap_or_default(),
            field,
        }
    }

    pub(super) fn groups_of(&self, player: usize) -> Option<String> {
        let groups = self.groups.as_ref()?;
        let place = self.field.iter().position(|&other| other == player)?;
        Some(groups[place].clone())
    }

    /// The probabilities that each of these players of the field is stronger than each of them, in their order.
    pub(super) fn los(&self, players: &[usize]) -> Vec<Vec<Option<f64>>> {
        let mut los = vec![vec![None; players.len()]; players.len()];
        let places = players.iter().enumerate();
        let places: BTreeMap<usize, usize> =
            places.map(|(place, &player)| (player, place)).collect();
        for d in &self.differences {
            if let (Some(&a), Some(&b)) = (places.get(&d.a), places.get(&d.b)) {
                (los[a][b], los[b][a]) = (Some(d.los), Some(d.los_of_b));
            }
        }
        los
    }

    /// The fit of one rating per player, with the players' names.
    pub(super) fn rating_fit<'n>(&self, name: impl Fn(usize) -> &'n str) -> Option<RatingFit> {
        self.fit.as_ref().map(|fit| RatingFit::new(fit, name))
    }
}

/// Two players of a field, by their ratings, from the side of `a`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DifferenceSummary {
    /// The one with the higher rating.
    pub a: String,
    /// The other.
    pub b: String,
    /// Elo of `a` above `b`, by all games of the field, with the interval of this difference alone.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval,
    /// Likelihood of superiority: the probability, 0 to 1, that `a` is the stronger one.
    pub los: f64,
    /// The probability, 0 to 1, of a difference as large between equals, of this difference alone.
    #[serde(skip)]
    pub p: f64,
    /// The same, corrected for the number of differences; see
    /// [`match_stats::differences`].
    pub p_adjusted: f64,
    /// True if the difference is significant, with a family-wise error of 5 %.
    pub significant: bool,
}

impl DifferenceSummary {
    pub(super) fn new<'n>(d: &Difference, name: impl Fn(usize) -> &'n str) -> Self {
        Self {
            a: name(d.a).to_owned(),
            b: name(d.b).to_owned(),
            elo: d.elo,
            los: d.los,
            p: d.p(),
            p_adjusted: d.p_adjusted,
            significant: d.is_significant(),
        }
    }
}

/// The goodness of fit of one rating per player; see [`match_stats::goodness_of_fit`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RatingFit {
    /// Chi-squared of the pairings' points.
    pub chi_squared: f64,
    /// Its degrees of freedom.
    pub degrees_of_freedom: usize,
    /// The probability, 0 to 1, of a fit as bad if one rating for each is enough.
    pub p: f64,
    /// True if p is below 1 %.
    pub fails: bool,
    /// The worst residual of the ratings: the player,
    pub worst_a: String,
    /// and the opponent.
    pub worst_b: String,
    /// The player's points per game in this pairing, 0 to 1.
    pub worst_score: f64,
    /// Points per game that the ratings predict, 0 to 1.
    pub worst_expected: f64,
}

impl RatingFit {
    fn new<'n>(fit: &GoodnessOfFit, name: impl Fn(usize) -> &'n str) -> Self {
        let worst = fit.worst;
        Self {
            chi_squared: fit.chi_squared,
            degrees_of_freedom: fit.degrees_of_freedom,
            p: fit.p,
            fails: fit.fails(),
            worst_a: name(worst.a).to_owned(),
            worst_b: name(worst.b).to_owned(),
            worst_score: worst.score,
            worst_expected: worst.expected,
        }
    }
}
