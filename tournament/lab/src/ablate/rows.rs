//! The results: the games of each candidate, and a row of each.

use match_stats::Interval;
use match_stats::corrections::{Measurement, false_discovery, holm, shrunk};
use match_stats::race::{Course, Race, RaceVerdict};
use serde::{Serialize, Serializer};

use super::Candidate;
use crate::fit::data::Estimate;
use players::record::{GameRecord, SideStats};
use report::numbers::{Elo, ShrunkElo};

/// The verdict on a rule or a group as a word: the evaluator is stronger or weaker with it, its effect is smaller than the
/// margin asked about, or none of these is known.
pub const fn verdict_word(verdict: RaceVerdict) -> &'static str {
    match verdict {
        RaceVerdict::Above => "helps",
        RaceVerdict::Below => "harms",
        RaceVerdict::Small => "small",
        RaceVerdict::Open => "open",
    }
}

/// A rule or a group, and what it is worth.
#[derive(Debug, Clone, Serialize)]
pub struct AblationRow {
    /// The rule or the group.
    pub name: String,
    rules: Vec<&'static str>,
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
    penta: [u64; 5],
    /// The verdict on this row, regardless of the others.
    #[serde(serialize_with = "verdict_field")]
    pub verdict: RaceVerdict,
    /// The two-sided p-value of a difference from 0, all looks together; `None` without pairs.
    p: Option<f64>,
    /// The p-value adjusted for the number of rows, so that any verdict is wrong in 5 % at most (Holm).
    pub p_holm: Option<f64>,
    /// Adjusted so that at most a share of 5 % of the verdicts is expected to be wrong (Benjamini, Hochberg).
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
    /// The whole's score, 0 to 1, by which rows are ranked.
    #[serde(skip)]
    pub(super) score: f64,
    /// The 95 % interval of these games alone, without correction for interim looks.
    #[serde(skip)]
    of_one_look: Interval<Option<f64>>,
}

impl AblationRow {
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
            verdict: course.verdict,
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
}

fn verdict_field<S: Serializer>(verdict: &RaceVerdict, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict_word(*verdict))
}

fn cost_fields<S: Serializer>(cost: &Option<Interval>, to: S) -> Result<S::Ok, S::Error> {
    match cost {
        Some(of) => to.collect_map([("value", of.value), ("low", of.low), ("high", of.high)]),
        None => to.serialize_none(),
    }
}

/// The place of the evaluator with all its rules among the engines of the run; the candidates follow it.
const WHOLE: usize = 0;

/// The place of the candidate that plays a game against the whole.
pub(super) fn candidate_of(white: usize, black: usize) -> usize {
    white.max(black) - 1
}

#[derive(Debug, Clone, Default)]
pub(super) struct CandidateGames {
    /// The whole's half points in the two games of each opening.
    pub(super) pairs: Vec<[Option<u8>; 2]>,
    /// Nanoseconds a node that the whole needed beyond the evaluator without the rule, game by game.
    pub(super) costs: Vec<f64>,
}

impl CandidateGames {
    pub(super) fn add(&mut self, game: &GameRecord) {
        match game.white {
            WHOLE => self.add_cost(game.white_stats, game.black_stats),
            _ => self.add_cost(game.black_stats, game.white_stats),
        }
        if self.pairs.len() <= game.opening {
            self.pairs.resize(game.opening + 1, [None; 2]);
        }
        self.pairs[game.opening][game.index % 2] = Some(game.half_points_of(WHOLE));
    }

    pub(super) fn add_cost(&mut self, whole: SideStats, without: SideStats) {
        let a_node = |side: SideStats| {
            (side.nodes > 0).then(|| side.time.as_nanos() as f64 / side.nodes as f64)
        };
        if let [Some(whole), Some(without)] = [whole, without].map(a_node) {
            self.costs.push(whole - without);
        }
    }

    /// Nanoseconds a node that the rule costs, with its 95 % interval; `None` after few games.
    ///
    /// Both engines of a game think on one thread, one after the other, so other load on the machine affects both. The
    /// cost is the median of the games', which a game that was held up cannot move far; its interval is that of order
    /// statistics, free of any assumption about how they are distributed (David and Nagaraja 2003, Order Statistics,
    /// section 7.1).
    pub(super) fn cost(&self) -> Option<Interval> {
        const MIN_GAMES: usize = 20;
        let mut sorted = self.costs.clone();
        let count = sorted.len();
        if count < MIN_GAMES {
            return None;
        }
        sorted.sort_by(f64::total_cmp);
        // How many of them are below the median is binomial.
        let reach = 1.96 * (count as f64).sqrt() / 2.0;
        let middle = (count - 1) as f64 / 2.0;
        let at = |place: f64| sorted[(place.max(0.0) as usize).min(count - 1)];
        Some(Interval {
            value: (at(middle.floor()) + at(middle.ceil())) / 2.0,
            low: at((middle - reach).floor()),
            high: at((middle + reach).ceil()),
        })
    }

    /// The whole's half points in the first pairs that are finished.
    pub(super) fn half_points(&self) -> Vec<u8> {
        let sums = self.pairs.iter().map(|[first, second]| Some((*first)? + (*second)?));
        sums.map_while(|sum| sum).collect()
    }

    /// The number of games of the first `goal` openings that are missing.
    pub(super) fn games_missing(&self, goal: usize) -> usize {
        2 * goal - self.pairs.iter().take(goal).flatten().flatten().count()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_whole_pairs_count_and_only_up_to_the_first_that_is_not() {
        let pairs = [[Some(2), Some(1)], [Some(0), Some(0)], [Some(1), None], [Some(2), Some(2)]];
        let games = CandidateGames { pairs: pairs.into(), costs: Vec::new() };
        assert_eq!(games.half_points(), [3, 0]);
        assert_eq!([2, 3, 10].map(|goal| games.games_missing(goal)), [0, 1, 20 - 7]);
    }

    #[test]
    fn a_rule_costs_the_median_of_what_the_whole_needs_more() {
        let stats = |nanoseconds: u64| SideStats {
            nodes: 1_000,
            time: Duration::from_nanos(1_000 * nanoseconds),
            moves: 1,
        };
        let mut games = CandidateGames::default();
        for index in 0..40 {
            // 1 to 40 more, one of them held up; without, the same machine is slower and slower.
            let (whole, without) = (100 + 2 * index + 1, 100 + index);
            let held_up = if index == 39 { 1_000_000 } else { 0 };
            games.add_cost(stats(whole + held_up), stats(without));
            // Without nodes it tells nothing.
            games.add_cost(stats(whole), SideStats::default());
            assert_eq!(games.cost().is_some(), index >= 19);
        }
        let found = games.cost().unwrap();
        // With 40 games the ranks 14 and 27 enclose the median in 96 of 100 cases.
        assert_eq!((found.value, found.low, found.high), (20.5, 14.0, 27.0));
    }
}
