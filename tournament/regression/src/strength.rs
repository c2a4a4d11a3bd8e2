//! The strength of an engine's versions, from the results of comparisons.
//!
//! If two versions were compared, that result counts; of several, the one with the most games, since tests of one seed
//! play the same games. Otherwise the differences along a chain of comparisons are added, and so are the squares of
//! their standard errors: the comparisons are of different games. Of several chains the one with the least error is
//! taken. An interval along a chain supposes that strength adds up (a beats b beats c), and each link's interval is
//! taken as that of a normal distribution. Only comparisons within the same limits are put together; versions that
//! search the same tree are equal within all limits that do not depend on time.

use std::collections::BTreeMap;

use match_stats::stop_rule::ChangeVerdict;
use match_stats::{Interval, Z95};
use petgraph::algo::astar;
use petgraph::graph::{EdgeReference, NodeIndex, UnGraph};
use serde::Serialize;

use crate::history::Entry;
use report::numbers::Elo;

/// The difference in strength between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// Logistic Elo.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval,
    /// The number of comparisons it is derived from; 1: the two were compared directly.
    pub links: usize,
}

impl Difference {
    fn reversed(self) -> Self {
        Self { elo: self.elo.reversed(), links: self.links }
    }

    fn variance(self) -> f64 {
        self.elo.standard_error().powi(2)
    }
}

/// All comparisons of an engine within the same limits.
#[derive(Debug, Default)]
pub struct Strengths {
    places: BTreeMap<String, NodeIndex>,
    /// Two that were compared: the games, and the difference of the one with the lower index to the other.
    graph: UnGraph<(), (u64, Difference)>,
}

impl Strengths {
    /// From the comparisons of `engine` within the limits `limits`, as [`Entry::limits`] has them.
    pub fn new(entries: &[Entry], engine: &str, limits: &str) -> Self {
        let mut strengths = Self::default();
        for entry in entries {
            let equal = entry.verdict == ChangeVerdict::Same;
            if entry.engine == engine && (equal || entry.limits == limits) {
                strengths.add(entry);
            }
        }
        strengths
    }

    fn add(&mut self, entry: &Entry) {
        let Some(elo) = entry.elo.bounded() else {
            return;
        };
        let difference = Difference { elo, links: 1 };
        let (new, old) = (self.place(&entry.new.identity), self.place(&entry.old.identity));
        let (ends, difference) =
            if new <= old { ((new, old), difference) } else { ((old, new), difference.reversed()) };
        // That they are the same is certain.
        let weight = if entry.verdict == ChangeVerdict::Same { u64::MAX } else { entry.games };
        let known = self.direct(ends.0, ends.1).map(|(games, _)| games);
        if known.is_none_or(|games| games <= weight) {
            self.graph.update_edge(ends.0, ends.1, (weight, difference));
        }
    }

    fn place(&mut self, identity: &str) -> NodeIndex {
        let graph = &mut self.graph;
        let place = self.places.entry(identity.to_owned());
        *place.or_insert_with(|| graph.add_node(()))
    }

    /// True if the version was compared with any other.
    pub fn has(&self, identity: &str) -> bool {
        self.places.contains_key(identity)
    }

    /// The strength of the version `new` relative to `old`, both by their identities; `None` if nothing connects them.
    pub fn between(&self, new: &str, old: &str) -> Option<Difference> {
        let (new, old) = (*self.places.get(new)?, *self.places.get(old)?);
        if let Some((_, direct)) = self.direct(new, old) {
            return Some(direct);
        }
        let cost = |edge: EdgeReference<'_, (u64, Difference)>| edge.weight().1.variance();
        let (_, path) = astar(&self.graph, new, |place| place == old, cost, |_| 0.0)?;
        let links = path.windows(2).filter_map(|ends| self.direct(ends[0], ends[1]));
        let links: Vec<Difference> = links.map(|(_, difference)| difference).collect();
        let elo: f64 = links.iter().map(|link| link.elo.value).sum();
        let variance: f64 = links.iter().map(|link| link.variance()).sum();
        Some(Difference { elo: Interval::about(elo, Z95 * variance.sqrt()), links: links.len() })
    }

    fn direct(&self, new: NodeIndex, old: NodeIndex) -> Option<(u64, Difference)> {
        let &(games, known) = self.graph.edge_weight(self.graph.find_edge(new, old)?)?;
        Some((games, if new <= old { known } else { known.reversed() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::tests::entry;

    const LIMITS: &str = "100 nodes a move";

    fn known(entries: &[Entry]) -> Strengths {
        Strengths::new(entries, "otter", LIMITS)
    }

    #[test]
    fn chains_add_differences_and_variances() {
        let entries =
            [entry("b", "a", [10.0, 7.0, 13.0], 10), entry("b", "c", [-5.0, -9.0, -1.0], 10)];
        let strengths = known(&entries);
        let chain = strengths.between("c", "a").unwrap();
        assert_eq!((chain.elo.value, chain.links), (15.0, 2));
        // 3 and 4 make 5.
        assert!(
            (chain.elo.low - 10.0).abs() < 1e-9 && (chain.elo.high - 20.0).abs() < 1e-9,
            "{chain:?}"
        );
        assert_eq!(strengths.between("a", "c").unwrap().elo.value, -15.0);
        assert_eq!(strengths.between("a", "d"), None);
    }

    #[test]
    fn a_comparison_of_the_two_counts_alone_and_the_longest_of_several() {
        let entries = [
            entry("b", "a", [10.0, 9.0, 11.0], 10),
            entry("c", "b", [10.0, 9.0, 11.0], 10),
            entry("c", "a", [30.0, 10.0, 50.0], 20),
            entry("c", "a", [40.0, 0.0, 80.0], 10),
            entry("a", "c", [-25.0, -40.0, -10.0], 30),
        ];
        assert_eq!(known(&entries[..4]).between("c", "a").unwrap().elo.value, 30.0);
        let longest = known(&entries).between("c", "a").unwrap();
        assert_eq!((longest.elo, longest.links), (Interval::about(25.0, 15.0), 1));
    }

    #[test]
    fn versions_that_play_the_same_are_equal_and_other_limits_do_not_count() {
        let mut same = entry("b", "a", [0.0, 0.0, 0.0], 0);
        same.verdict = ChangeVerdict::Same;
        same.limits = "5 nodes a move".to_owned();
        let mut unbounded = entry("d", "b", [9.0, 8.0, 10.0], 10);
        unbounded.elo.high = None;
        let mut elsewhere = entry("e", "b", [9.0, 8.0, 10.0], 10);
        elsewhere.limits = "10+0.1 s".to_owned();
        let entries = [same, entry("c", "b", [4.0, 2.0, 6.0], 10), unbounded, elsewhere];
        let strengths = known(&entries);
        let chain = strengths.between("c", "a").unwrap();
        assert!((chain.elo.low - 2.0).abs() < 1e-9 && chain.elo.value == 4.0, "{chain:?}");
        assert_eq!(strengths.between("b", "a").unwrap().elo.high, 0.0);
        assert_eq!(strengths.between("d", "b"), None);
        assert_eq!(strengths.between("e", "b"), None);
    }
}
