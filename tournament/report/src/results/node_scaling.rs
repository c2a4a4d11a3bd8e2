//! Elo by nodes a move, of a run whose time controls are node limits of different sizes, and the pairs of engines whose
//! order depends on it.

use std::collections::BTreeMap;

use match_stats::Interval;
use match_stats::differences::{FAMILY_WISE_ERROR, holm};
use serde::Serialize;

use super::{DifferenceSummary, EngineResult, Results};
use crate::numbers::Elo;

/// Elo by nodes a move. At each number of nodes the ratings have their own scale, with the same anchor or mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct NodeScaling {
    /// In the order of the configuration.
    pub curves: Vec<NodeCurve>,
    pub comparisons: usize,
    /// The most certain first.
    pub crossings: Vec<Crossing>,
}

/// An engine's rating by nodes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct NodeCurve {
    pub engine: String,
    pub points: Vec<NodePoint>,
}

/// Elo at a number of nodes a move: a rating, or a difference of two.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct NodePoint {
    pub nodes: u64,
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
}

/// Two engines whose order differs between two numbers of nodes, of several such the two that are most certain: `a` is
/// ahead with fewer nodes, `b` with more. Elo is that of `a` above `b`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct Crossing {
    pub a: String,
    pub b: String,
    pub fewer: NodePoint,
    pub more: NodePoint,
    pub p_adjusted: f64,
    pub significant: bool,
    /// Before the correction.
    #[serde(skip)]
    p: f64,
}

impl NodeScaling {
    /// The ratings by nodes; `None` unless there are two numbers of nodes or more, all of them different.
    pub(super) fn new(mut all: Vec<(u64, &Results)>) -> Option<Self> {
        all.sort_by_key(|&(nodes, _)| nodes);
        let are_different = all.windows(2).all(|two| two[0].0 != two[1].0);
        let (_, first) = all.first().filter(|_| all.len() > 1 && are_different)?;
        let curve = |(index, engine): (usize, &EngineResult)| {
            let point = |&(nodes, at): &(u64, &Results)| (nodes, at.engines[index].elo);
            let points = all.iter().map(point).map(|(nodes, elo)| NodePoint { nodes, elo });
            NodeCurve { engine: engine.name.clone(), points: points.collect() }
        };
        Some(Self {
            curves: first.engines.iter().enumerate().map(curve).collect(),
            comparisons: all.iter().map(|(_, at)| at.differences.len()).sum(),
            crossings: crossings(&all),
        })
    }

    pub(crate) fn significant(&self) -> usize {
        self.crossings.iter().filter(|c| c.significant).count()
    }
}

/// A number of nodes, a difference there, and its p-value corrected for the number of all.
type Ahead<'d> = (u64, &'d DifferenceSummary, f64);

fn crossings(all: &[(u64, &Results)]) -> Vec<Crossing> {
    let each = all.iter().flat_map(|&(nodes, at)| at.differences.iter().map(move |d| (nodes, d)));
    let adjusted = holm(&each.clone().map(|(_, d)| d.p).collect::<Vec<_>>());
    // Of the differences that have one engine ahead of another, the most certain one.
    let mut ahead: BTreeMap<(&str, &str), Ahead<'_>> = BTreeMap::new();
    for ((nodes, d), adjusted) in each.zip(adjusted).filter(|((_, d), _)| d.elo.value > 0.0) {
        let known = ahead.entry((&d.a, &d.b)).or_insert((nodes, d, adjusted));
        if d.p < known.1.p {
            *known = (nodes, d, adjusted);
        }
    }
    let crossing = |(&(a, b), &(nodes, first, adjusted)): (&(&str, &str), &Ahead<'_>)| {
        let &(more, second, other) = ahead.get(&(b, a)).filter(|(more, ..)| nodes < *more)?;
        let p_adjusted = f64::max(adjusted, other);
        Some(Crossing {
            a: a.to_owned(),
            b: b.to_owned(),
            fewer: NodePoint { nodes, elo: first.elo.map(Some) },
            more: NodePoint { nodes: more, elo: second.elo.reversed().map(Some) },
            p_adjusted,
            significant: p_adjusted <= FAMILY_WISE_ERROR,
            p: first.p.max(second.p),
        })
    };
    let mut found: Vec<Crossing> = ahead.iter().filter_map(crossing).collect();
    found.sort_by(|a, b| a.p.total_cmp(&b.p));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample_results;
    use runner::sample;

    /// The difference of two engines with an interval of 20 on either side.
    fn difference(a: &str, b: &str, elo: f64, p: f64) -> DifferenceSummary {
        DifferenceSummary {
            a: a.to_owned(),
            b: b.to_owned(),
            elo: Interval::about(elo, 20.0),
            los: 1.0 - p / 2.0,
            p,
            p_adjusted: p,
            significant: p <= 0.05,
        }
    }

    fn scaling(all: &[(u64, &[DifferenceSummary])]) -> Option<NodeScaling> {
        let at = |&(nodes, differences): &(u64, &[DifferenceSummary])| {
            let all = sample_results(&sample::config(), &[2, 1, 0, 2, 1, 1]);
            (nodes, Results { differences: differences.to_vec(), ..all })
        };
        let all: Vec<(u64, Results)> = all.iter().map(at).collect();
        NodeScaling::new(all.iter().map(|(nodes, at)| (*nodes, at)).collect())
    }

    #[test]
    fn there_are_two_numbers_of_nodes_and_they_differ() {
        assert_eq!(scaling(&[(250, &[])]), None);
        assert_eq!(scaling(&[(250, &[]), (1000, &[]), (250, &[])]), None);
        let found = scaling(&[(1000, &[]), (250, &[])]).unwrap();
        let curve = &found.curves[0];
        assert_eq!((found.curves.len(), &*curve.engine), (3, "An \"Otter\""));
        let nodes: Vec<u64> = curve.points.iter().map(|point| point.nodes).collect();
        assert_eq!(nodes, [250, 1000], "by increasing nodes");
        assert!(curve.points[0].elo.low < curve.points[0].elo.value);
        assert_eq!((found.comparisons, found.significant()), (0, 0));
    }

    #[test]
    fn an_order_that_changes_is_a_crossing_from_the_side_of_the_first_ahead() {
        let few = [difference("pesto", "otter", 60.0, 0.001)];
        let more = [difference("pesto", "otter", 10.0, 0.9)];
        let many = [difference("otter", "pesto", 50.0, 0.002)];
        let found = scaling(&[(4000, &many), (250, &few), (1000, &more)]).unwrap();
        let [crossing] = &found.crossings[..] else { panic!("{found:?}") };
        assert_eq!((&*crossing.a, &*crossing.b), ("pesto", "otter"));
        assert_eq!((crossing.fewer.nodes, crossing.more.nodes), (250, 4000));
        assert_eq!(crossing.fewer.elo.value, Some(60.0));
        assert_eq!(crossing.more.elo, Interval::about(-50.0, 20.0).map(Some));
        // The larger p of both, by Holm: 0.002 is the second smallest of three.
        assert_eq!(found.comparisons, 3);
        assert!((crossing.p_adjusted - 0.004).abs() < 1e-12, "{crossing:?}");
        assert!(crossing.significant);
        // The other way round, the other one is ahead first.
        let found = scaling(&[(250, &many), (1000, &few)]).unwrap();
        assert_eq!(found.crossings[0].a, "otter");
        assert_eq!(found.crossings[0].fewer.elo.value, Some(50.0));
        // The same order at all numbers of nodes, however significant.
        assert_eq!(scaling(&[(250, &few), (1000, &more)]).unwrap().crossings, []);
    }

    /// Each difference is significant alone and within its own field.
    #[test]
    fn a_crossing_is_corrected_for_all_pairs_at_all_numbers_of_nodes() {
        let crossed = |others: &[DifferenceSummary]| {
            let at = |a: &str, b: &str| [&[difference(a, b, 60.0, 0.02)], others].concat();
            let (few, many) = (at("pesto", "otter"), at("otter", "pesto"));
            scaling(&[(250, &few), (4000, &many)]).unwrap()
        };
        assert!(crossed(&[]).crossings[0].significant);
        let found = crossed(&[difference("chessbin", "material", 1.0, 0.9)]);
        assert!((found.crossings[0].p_adjusted - 0.08).abs() < 1e-12, "{found:?}");
        assert_eq!((found.comparisons, found.significant()), (4, 0));
    }

    #[test]
    fn one_significant_side_is_not_a_certain_crossing_and_the_certain_come_first() {
        let few = [difference("a", "b", 90.0, 1e-9), difference("c", "d", 90.0, 1e-9)];
        let many = [difference("b", "a", 3.0, 0.8), difference("d", "c", 80.0, 1e-8)];
        let found = scaling(&[(250, &few), (4000, &many)]).unwrap();
        let found = found.crossings.iter();
        let found: Vec<_> = found.map(|c| (&*c.a, &*c.b, c.significant)).collect();
        assert_eq!(found, [("c", "d", true), ("a", "b", false)]);
    }
}
