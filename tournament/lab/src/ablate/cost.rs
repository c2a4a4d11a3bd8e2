//! The time that a rule costs, by the games in which it is left out.
//!
//! Both engines of a game think on one thread, one after the other, so other load on the machine affects both: each
//! game gives the nanoseconds per node that the whole needed beyond the evaluator without the rule. The cost is the
//! median of these, which a game that was held up cannot move far; its interval is that of order statistics, free of
//! any assumption about how they are distributed (David and Nagaraja 2003, Order Statistics, section 7.1).

use match_stats::Interval;

use players::record::SideStats;

/// The least number of games for an estimate.
const FEWEST: usize = 20;

/// The estimated time that a rule takes.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
