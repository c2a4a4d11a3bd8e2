//! Elo by nodes a move, of a run whose time controls are node limits of different sizes, and the pairs of engines whose
//! order depends on it.

use std::collections::BTreeMap;

use match_stats::Interval;
use match_stats::corrections::holm;
use match_stats::differences::FAMILY_WISE_ERROR;
use serde::Serialize;

use super::EngineResult;
use crate::interval_fields::Elo;
use crate::verdicts::DifferenceSummary;

/// Elo by nodes a move. At each number of nodes the ratings have their own scale, with the same anchor or mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NodeScaling {
    /// The engines, in the order of the configuration.
    pub curves: Vec<NodeCurve>,
    /// The number of comparisons that are corrected together: pairs of engines at each number of nodes.
    pub comparisons: usize,
    /// Pairs of engines whose order differs between two numbers of nodes, the most certain first.
    pub crossings: Vec<Crossing>,
}

/// An engine's rating by nodes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NodeCurve {
    /// Its name.
    pub engine: String,
    /// The ratings, by increasing nodes.
    pub points: Vec<NodePoint>,
}

/// Elo at a number of nodes a move.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NodePoint {
    /// Nodes a move.
    pub nodes: u64,
    /// A rating, or a difference of two.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
}

/// Two engines whose order differs between two numbers of nodes: of several such, the two that are most certain.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Crossing {
    /// The one that is ahead with fewer nodes.
    pub a: String,
    /// The one that is ahead with more.
    pub b: String,
    /// Elo of `a` above `b` with fewer nodes,
    pub fewer: NodePoint,
    /// and with more: below 0.
    pub more: NodePoint,
    /// The larger p-value of both differences, 0 to 1, corrected for [`NodeScaling::comparisons`] by Holm's method.
    pub p_adjusted: f64,
    /// True if both differences are significant: the probability of any false crossing is at most 5 %.
    pub significant: bool,
}

pub(crate) struct AtNodes<'r> {
    pub(crate) nodes: u64,
    pub(crate) engines: &'r [EngineResult],
    pub(crate) differences: &'r [DifferenceSummary],
}

/// A difference of two engines, from the side of the one whose name is first in the alphabet.
#[derive(Clone, Copy)]
struct Compared {
    nodes: u64,
    elo: Interval,
    p: f64,
    p_adjusted: f64,
}

impl NodeScaling {
    /// The ratings by nodes; `None` unless there are two numbers of nodes or more, all of them different.
    pub(crate) fn new(mut all: Vec<AtNodes<'_>>) -> Option<Self> {
        all.sort_by_key(|at| at.nodes);
        let are_different = all.windows(2).all(|two| two[0].nodes != two[1].nodes);
        let first = all.first().filter(|_| all.len() > 1 && are_different)?;
        let curve = |(index, engine): (usize, &EngineResult)| NodeCurve {
            engine: engine.name.clone(),
            points: all
                .iter()
                .map(|at| NodePoint { nodes: at.nodes, elo: at.engines[index].elo })
                .collect(),
        };
        Some(Self {
            curves: first.engines.iter().enumerate().map(curve).collect(),
            comparisons: all.iter().map(|at| at.differences.len()).sum(),
            crossings: crossings(&all),
        })
    }

    pub(crate) fn significant(&self) -> usize {
        self.crossings.iter().filter(|c| c.significant).count()
    }
}

fn crossings(all: &[AtNodes<'_>]) -> Vec<Crossing> {
    let each = all.iter().flat_map(|at| at.differences.iter().map(|d| (at.nodes, d)));
    let adjusted = holm(&each.clone().map(|(_, d)| d.p).collect::<Vec<_>>());
    let mut pairs: BTreeMap<[&str; 2], Vec<Compared>> = BTreeMap::new();
    for ((nodes, d), p_adjusted) in each.zip(adjusted) {
        let (names, elo) = if d.a < d.b {
            ([d.a.as_str(), d.b.as_str()], d.elo)
        } else {
            ([d.b.as_str(), d.a.as_str()], turned(d.elo))
        };
        pairs.entry(names).or_default().push(Compared { nodes, elo, p: d.p, p_adjusted });
    }
    let found = pairs.into_iter().filter_map(crossing);
    let mut found: Vec<(f64, Crossing)> = found.collect();
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    found.into_iter().map(|(_, crossing)| crossing).collect()
}

/// The crossing of two engines, if there is one, and its p-value before the correction.
fn crossing(([first, second], compared): ([&str; 2], Vec<Compared>)) -> Option<(f64, Crossing)> {
    let most_certain = |sign: f64| {
        let of_sign = compared.iter().filter(|at| at.elo.value * sign > 0.0);
        of_sign.min_by(|a, b| a.p.total_cmp(&b.p)).copied()
    };
    let (above, below) = (most_certain(1.0)?, most_certain(-1.0)?);
    let (a, b, fewer, more) = if above.nodes < below.nodes {
        (first, second, above, below)
    } else {
        let turned = |at: Compared| Compared { elo: turned(at.elo), ..at };
        (second, first, turned(below), turned(above))
    };
    let point = |at: Compared| NodePoint { nodes: at.nodes, elo: at.elo.map(Some) };
    let p_adjusted = fewer.p_adjusted.max(more.p_adjusted);
    let crossing = Crossing {
        a: a.to_owned(),
        b: b.to_owned(),
        fewer: point(fewer),
        more: point(more),
        p_adjusted,
        significant: p_adjusted <= FAMILY_WISE_ERROR,
    };
    Some((fewer.p.max(more.p), crossing))
}

fn turned(elo: Interval) -> Interval {
    Interval { value: -elo.value, low: -elo.high, high: -elo.low }
}

#[cfg(test)]
mod tests;
