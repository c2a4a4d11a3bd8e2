//! Verdicts on the ratings of a field: significant differences, and the fit of one rating for each; in numbers, and in
//! sentences.

use std::collections::{BTreeMap, HashMap};

use match_stats::differences::{Difference, FAMILY_WISE_ERROR, differences, field_groups};
use match_stats::goodness_of_fit::{GoodnessOfFit, goodness_of_fit};
use match_stats::{Interval, Meeting, Ratings};
use serde::Serialize;

use crate::document::Document;
use crate::numbers::{Elo, cut, percent};

pub(super) struct Verdicts {
    /// The differences; empty if they were not computed.
    pub(super) differences: Vec<Difference>,
    pub(super) too_many: bool,
    /// The groups of each player of the field; `None` if there are not letters enough, or no differences.
    groups: Option<BTreeMap<usize, String>>,
    fit: Option<GoodnessOfFit>,
}

impl Verdicts {
    /// The verdicts on the players of `field`; `meetings` are all data of the ratings, `white_advantage` is in Elo.
    pub(super) fn new(ratings: &Ratings, mut field: Vec<usize>, meetings: &[Meeting], white_advantage: f64) -> Self {
        let elo = |player: usize| ratings.players[player].elo.value;
        field.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
        let found = differences(ratings, &field);
        let groups = found.as_ref().and_then(|found| field_groups(&field, found));
        Self {
            groups: groups.map(|groups| field.into_iter().zip(groups).collect()),
            too_many: found.is_none(),
            fit: goodness_of_fit(ratings, meetings, white_advantage),
            differences: found.unwrap_or_default(),
        }
    }

    pub(super) fn groups_of(&self, player: usize) -> Option<String> {
        self.groups.as_ref()?.get(&player).cloned()
    }

    /// The probabilities that each of these players of the field is stronger than each of them, in their order.
    pub(super) fn los(&self, players: &[usize]) -> Vec<Vec<Option<f64>>> {
        let both = |d: &Difference| [((d.a, d.b), d.los), ((d.b, d.a), d.los_of_b)];
        let known: HashMap<(usize, usize), f64> = self.differences.iter().flat_map(both).collect();
        let row = |&a: &usize| players.iter().map(|&b| known.get(&(a, b)).copied()).collect();
        players.iter().map(row).collect()
    }

    pub(super) fn summaries<'n>(&self, name: impl Fn(usize) -> &'n str) -> Vec<DifferenceSummary> {
        let summary = |d: &Difference| DifferenceSummary {
            a: name(d.a).to_owned(),
            b: name(d.b).to_owned(),
            elo: d.elo,
            los: d.los,
            p: d.p(),
            p_adjusted: d.p_adjusted,
            significant: d.is_significant(),
        };
        self.differences.iter().map(summary).collect()
    }

    pub(super) fn rating_fit<'n>(&self, name: impl Fn(usize) -> &'n str) -> Option<RatingFit> {
        let fit = self.fit?;
        Some(RatingFit {
            chi_squared: fit.chi_squared,
            degrees_of_freedom: fit.degrees_of_freedom,
            p: fit.p,
            fails: fit.fails,
            worst_a: name(fit.worst_a).to_owned(),
            worst_b: name(fit.worst_b).to_owned(),
            worst_score: fit.worst_score,
            worst_expected: fit.worst_expected,
        })
    }
}

/// Two players of a field, by their ratings, from the side of `a`, which has the higher one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct DifferenceSummary {
    pub a: String,
    pub b: String,
    #[serde(flatten, with = "Elo")]
    pub elo: Interval,
    pub los: f64,
    /// The probability, 0 to 1, of a difference as large between equals, of this difference alone.
    #[serde(skip)]
    pub p: f64,
    pub p_adjusted: f64,
    pub significant: bool,
}

/// The goodness of fit of one rating per player.
pub type RatingFit = GoodnessOfFit<String>;

/// Names longer than this are cut off, so that two fit into a line.
const NAME_WIDTH: usize = 28;

pub(super) fn groups_note(differences: usize) -> String {
    let alpha = 100.0 * FAMILY_WISE_ERROR;
    format!(
        "Engines sharing a group letter do not differ significantly ({differences} comparisons, {alpha:.0} % family-wise, Holm)."
    )
}

pub(super) fn add_fit(fit: &RatingFit, to: &mut Document) {
    let test = format!(
        "chi-squared {:.1}, degrees of freedom {}, p = {}",
        fit.chi_squared,
        fit.degrees_of_freedom,
        p_value(fit.p)
    );
    if !fit.fails {
        return to.sentence(format!("The Elo model fits: {test}"));
    }
    to.sentence(format!("The Elo model does not fit: {test}"));
    let name = |name: &str| cut(name, NAME_WIDTH);
    to.sentence(format!(
        "  worst residual: {} against {} scored {}, expected {}",
        name(&fit.worst_a),
        name(&fit.worst_b),
        percent(Some(fit.worst_score)),
        percent(Some(fit.worst_expected))
    ));
}

pub(super) fn p_value(p: f64) -> String {
    match p {
        p if p < 0.0001 => "less than 0.0001".to_owned(),
        p if p < 0.01 => format!("{p:.4}"),
        p => format!("{p:.2}"),
    }
}
