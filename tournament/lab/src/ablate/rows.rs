//! The results, a row per candidate.

use match_stats::Interval;
use match_stats::corrections::{Measurement, false_discovery, holm, shrunk};
use match_stats::race::{Course, Race, RaceVerdict};
use serde::{Serialize, Serializer};

use super::candidates::Candidate;
use crate::fit::bootstrap::Estimate;
use report::numbers::{Elo, ShrunkElo};

/// The verdict on a rule or a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleVerdict {
    /// The evaluator is stronger with it.
    Helps,
    /// The evaluator is weaker with it.
    Harms,
    /// Its effect is smaller than the margin asked about, whether it helps or harms.
    Small,
    /// None of these is known.
    Open,
}

impl RuleVerdict {
    /// The verdict as a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            RuleVerdict::Helps => "helps",
            RuleVerdict::Harms => "harms",
            RuleVerdict::Small => "small",
            RuleVerdict::Open => "open",
        }
    }
}

/// A rule or a group, and what it is worth.
#[derive(Debug, Clone, Serialize)]
pub struct AblationRow {
    /// The rule or the group.
    pub name: String,
    /// The rules.
    pub rules: Vec<&'static str>,
    /// The Elo that the document claims, if any.
    pub claim: Option<u16>,
    /// The number of positions per thousand in which it fires; `None` if it posts nothing.
    pub per_mille: Option<f64>,
    /// Elo of having it: the whole's against the evaluator without it. The interval is 95 %, all looks together.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// The number of games behind it.
    pub games: u64,
    /// The pairs of games by the whole's points in them: 0, 1/2, 1, 3/2, 2.
    pub penta: [u64; 5],
    /// The verdict on this row, regardless of the others.
    pub verdict: RuleVerdict,
    /// The two-sided p-value of a difference from 0, all looks together; `None` without pairs.
    pub p: Option<f64>,
    /// The same adjusted for the number of rows, so that any verdict is wrong in 5 % at most (Holm).
    pub p_holm: Option<f64>,
    /// The same adjusted so that at most a share of 5 % of the verdicts is expected to be wrong (Benjamini, Hochberg).
    pub p_false_discovery: Option<f64>,
    /// The Elo without the luck of the list: drawn towards the mean of all rows as far as their scatter is that of
    /// their errors; see [`match_stats::corrections`]. `None` where there are few rows or the Elo is unbounded.
    #[serde(flatten, with = "ShrunkElo")]
    pub shrunk_elo: Interval<Option<f64>>,
    /// The factor on its terms that predicts results best, all other rules as they are: 1 if its numbers are right,
    /// below 0 if they mislead. `None` if it posts nothing or too seldom.
    pub multiplier: Option<Estimate>,
    /// Nanoseconds a node that it costs; `None` if it is computed when it is left out, too, and after few games.
    #[serde(serialize_with = "cost_fields")]
    pub cost_ns: Option<Interval>,
    #[serde(skip)]
    score: f64,
    /// The 95 % interval of these games alone, without correction for interim looks.
    #[serde(skip)]
    of_one_look: Interval<Option<f64>>,
}

impl AblationRow {
    /// The row of a candidate with these games.
    pub(super) fn new(
        candidate: &Candidate,
        course: &Course,
        race: &Race,
        cost_ns: Option<Interval>,
    ) -> AblationRow {
        let estimate = course.pairs.estimate();
        AblationRow {
            name: candidate.name.clone(),
            rules: candidate.rules.clone(),
            claim: candidate.claim,
            per_mille: candidate.per_mille,
            elo: race.interval(course.pairs).unwrap_or(Interval::UNKNOWN),
            games: 2 * course.pairs.pairs(),
            penta: course.pairs.0,
            verdict: match course.verdict {
                RaceVerdict::Above => RuleVerdict::Helps,
                RaceVerdict::Below => RuleVerdict::Harms,
                RaceVerdict::Small => RuleVerdict::Small,
                RaceVerdict::Open => RuleVerdict::Open,
            },
            multiplier: candidate.multiplier,
            p: race.p_value(course.pairs),
            p_holm: None,
            p_false_discovery: None,
            shrunk_elo: Interval::UNKNOWN,
            cost_ns,
            of_one_look: estimate.map_or(Interval::UNKNOWN, |estimate| estimate.elo),
            score: estimate.map_or(0.5, |estimate| estimate.score),
        }
    }

    /// Fills in the fields that depend on all rows of a list.
    pub(super) fn read_together(rows: &mut [AblationRow]) {
        let played: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].p.is_some()).collect();
        let p: Vec<f64> = played.iter().filter_map(|&i| rows[i].p).collect();
        let adjusted = holm(&p).into_iter().zip(false_discovery(&p));
        for (&at, (family, share)) in played.iter().zip(adjusted) {
            (rows[at].p_holm, rows[at].p_false_discovery) = (Some(family), Some(share));
        }
        let bounded = |row: &AblationRow| {
            let elo = row.of_one_look.bounded()?;
            Some(Measurement { value: elo.value, standard_error: elo.standard_error() })
        };
        let measured: Vec<(usize, Measurement)> =
            (0..rows.len()).filter_map(|at| Some((at, bounded(&rows[at])?))).collect();
        let all: Vec<Measurement> = measured.iter().map(|&(_, one)| one).collect();
        for (&(at, _), elo) in measured.iter().zip(shrunk(&all).unwrap_or_default()) {
            rows[at].shrunk_elo = elo.map(Some);
        }
    }

    /// The whole's score, 0 to 1, by which rows are ranked.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.score
    }
}

/// As an object with `value`, `low` and `high`.
fn cost_fields<S: Serializer>(cost: &Option<Interval>, to: S) -> Result<S::Ok, S::Error> {
    cost.map(|Interval { value, low, high }| CostInterval { value, low, high }).serialize(to)
}

#[derive(Serialize)]
struct CostInterval {
    value: f64,
    low: f64,
    high: f64,
}
