//! The results of an ablation's games, by candidate.

use match_stats::Interval;
use players::record::{GameRecord, SideStats};

/// The place of the evaluator with all its rules among the engines of the run; the candidates follow it.
pub(super) const WHOLE: usize = 0;

/// The place of the candidate that plays a game against the whole.
pub(super) fn candidate_of(white: usize, black: usize) -> usize {
    white.max(black) - 1
}

/// The results of the games, by candidate.
#[derive(Debug)]
pub(super) struct CandidateResults(pub(super) Vec<CandidateGames>);

/// The games of one candidate.
#[derive(Debug, Clone, Default)]
pub(super) struct CandidateGames {
    /// The whole's half points in the two games of each opening.
    pub(super) pairs: Vec<[Option<u8>; 2]>,
    pub(super) cost: Cost,
}

impl CandidateResults {
    pub(super) fn none(candidates: usize) -> CandidateResults {
        CandidateResults(vec![CandidateGames::default(); candidates])
    }

    pub(super) fn add(&mut self, game: &GameRecord) {
        let Some(played) = self.0.get_mut(candidate_of(game.white, game.black)) else {
            return;
        };
        match game.white {
            WHOLE => played.cost.add(game.white_stats, game.black_stats),
            _ => played.cost.add(game.black_stats, game.white_stats),
        }
        let pairs = &mut played.pairs;
        if pairs.len() <= game.opening {
            pairs.resize(game.opening + 1, [None; 2]);
        }
        pairs[game.opening][game.index % 2] = Some(game.half_points_of(WHOLE));
    }
}

/// The least number of games for an estimate.
const FEWEST: usize = 20;

/// The time that a rule costs, by the games in which it is left out.
///
/// Both engines of a game think on one thread, one after the other, so other load on the machine affects both: each
/// game gives the nanoseconds per node that the whole needed beyond the evaluator without the rule. The cost is the
/// median of these, which a game that was held up cannot move far; its interval is that of order statistics, free of
/// any assumption about how they are distributed (David and Nagaraja 2003, Order Statistics, section 7.1).
#[derive(Debug, Clone, Default)]
pub(super) struct Cost {
    /// Nanoseconds a node, game by game.
    differences: Vec<f64>,
}

impl Cost {
    /// Adds the speeds of both sides in a game.
    pub(super) fn add(&mut self, whole: SideStats, without: SideStats) {
        if let [Some(whole), Some(without)] = [whole, without].map(a_node) {
            self.differences.push(whole - without);
        }
    }

    /// Nanoseconds a node that the rule costs, with its 95 % interval.
    pub(super) fn nanoseconds(&self) -> Option<Interval> {
        let mut sorted = self.differences.clone();
        let count = sorted.len();
        if count < FEWEST {
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
}

/// Nanoseconds a node; `None` without nodes.
fn a_node(side: SideStats) -> Option<f64> {
    (side.nodes > 0).then(|| side.time.as_nanos() as f64 / side.nodes as f64)
}

/// The whole's half points in the first pairs that are finished.
pub(super) fn half_points(pairs: &[[Option<u8>; 2]]) -> Vec<u8> {
    let sums = pairs.iter().map(|[first, second]| Some((*first)? + (*second)?));
    sums.map_while(|sum| sum).collect()
}

/// The number of games of the first `goal` openings that are missing.
pub(super) fn games_missing(pairs: &[[Option<u8>; 2]], goal: usize) -> usize {
    let finished = pairs.iter().take(goal).flatten().flatten().count();
    2 * goal - finished
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_whole_pairs_count_and_only_up_to_the_first_that_is_not() {
        let pairs = [[Some(2), Some(1)], [Some(0), Some(0)], [Some(1), None], [Some(2), Some(2)]];
        assert_eq!(half_points(&pairs), [3, 0]);
        assert_eq!(games_missing(&pairs, 2), 0);
        assert_eq!(games_missing(&pairs, 3), 1);
        assert_eq!(games_missing(&pairs, 10), 20 - 7);
    }

    fn stats(nanoseconds: u64) -> SideStats {
        SideStats { nodes: 1_000, time: Duration::from_nanos(1_000 * nanoseconds), moves: 1 }
    }

    #[test]
    fn the_median_of_what_the_whole_needs_more() {
        let mut cost = Cost::default();
        for index in 0..40 {
            // 1 to 40 more, one of them held up; without, the same machine is slower and slower.
            let (whole, without) = (100 + 2 * index + 1, 100 + index);
            let held_up = if index == 39 { 1_000_000 } else { 0 };
            cost.add(stats(whole + held_up), stats(without));
            assert_eq!(cost.nanoseconds().is_some(), index >= 19);
        }
        let found = cost.nanoseconds().unwrap();
        assert_eq!(found.value, 20.5);
        // With 40 games the ranks 14 and 27 enclose the median in 96 of 100 cases.
        assert_eq!((found.low, found.high), (14.0, 27.0));
    }

    #[test]
    fn games_without_nodes_tell_nothing() {
        let mut cost = Cost::default();
        for _ in 0..40 {
            cost.add(stats(100), SideStats::default());
        }
        assert_eq!(cost.nanoseconds(), None);
    }
}
