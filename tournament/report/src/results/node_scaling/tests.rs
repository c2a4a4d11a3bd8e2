use super::*;
use crate::results::tests::results;

/// The difference of two engines with an interval of 20 on either side.
fn difference(a: &str, b: &str, elo: f64, p: f64) -> DifferenceSummary {
    DifferenceSummary {
        a: a.to_owned(),
        b: b.to_owned(),
        elo: Interval { value: elo, low: elo - 20.0, high: elo + 20.0 },
        los: 1.0 - p / 2.0,
        p,
        p_adjusted: p,
        significant: p <= 0.05,
    }
}

fn scaling(all: &[(u64, &[DifferenceSummary])]) -> Option<NodeScaling> {
    let engines = results(&[2, 1, 0, 2, 1, 1]).engines;
    let at = |&(nodes, differences)| AtNodes { nodes, engines: &engines, differences };
    NodeScaling::new(all.iter().map(at).collect())
}

#[test]
fn there_are_two_numbers_of_nodes_and_they_differ() {
    assert_eq!(scaling(&[(250, &[])]), None);
    assert_eq!(scaling(&[(250, &[]), (1000, &[]), (250, &[])]), None);
    let found = scaling(&[(1000, &[]), (250, &[])]).unwrap();
    assert_eq!(found.curves.len(), 3);
    let curve = &found.curves[0];
    assert_eq!(curve.engine, "An \"Otter\"");
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
    assert_eq!(found.comparisons, 3);
    let [crossing] = &found.crossings[..] else {
        panic!("{found:?}");
    };
    assert_eq!((&*crossing.a, &*crossing.b), ("pesto", "otter"));
    assert_eq!((crossing.fewer.nodes, crossing.more.nodes), (250, 4000));
    assert_eq!(crossing.fewer.elo.value, Some(60.0));
    let below = crossing.more.elo;
    let ends = (below.low, below.value, below.high);
    assert_eq!(ends, (Some(-70.0), Some(-50.0), Some(-30.0)));
    // The larger p of both, by Holm: 0.002 is the second smallest of three.
    assert!((crossing.p_adjusted - 0.004).abs() < 1e-12, "{crossing:?}");
    assert!(crossing.significant);
    // The other way round, the other one is ahead first.
    let found = scaling(&[(250, &many), (1000, &few)]).unwrap();
    assert_eq!(found.crossings[0].a, "otter");
    assert_eq!(found.crossings[0].fewer.elo.value, Some(50.0));
    // The same order at all numbers of nodes, however significant.
    let found = scaling(&[(250, &few), (1000, &more)]).unwrap();
    assert_eq!(found.crossings, []);
}

/// Each difference is significant alone and within its own field.
#[test]
fn a_crossing_is_corrected_for_all_pairs_at_all_numbers_of_nodes() {
    let few = [difference("pesto", "otter", 60.0, 0.02)];
    let many = [difference("otter", "pesto", 60.0, 0.02)];
    let alone = scaling(&[(250, &few), (4000, &many)]).unwrap();
    assert!(alone.crossings[0].significant, "{alone:?}");
    let others = |few: &[DifferenceSummary]| {
        let mut all = few.to_vec();
        all.push(difference("chessbin", "material", 1.0, 0.9));
        all
    };
    let (few, many) = (others(&few), others(&many));
    let found = scaling(&[(250, &few), (4000, &many)]).unwrap();
    let crossing = &found.crossings[0];
    assert!((crossing.p_adjusted - 0.08).abs() < 1e-12, "{crossing:?}");
    assert_eq!((found.comparisons, found.significant()), (4, 0));
}

#[test]
fn one_significant_side_is_no_certain_crossing_and_the_certain_come_first() {
    let few = [difference("a", "b", 90.0, 1e-9), difference("c", "d", 90.0, 1e-9)];
    let many = [difference("b", "a", 3.0, 0.8), difference("d", "c", 80.0, 1e-8)];
    let found = scaling(&[(250, &few), (4000, &many)]).unwrap();
    let found = found.crossings.iter();
    let found: Vec<_> = found.map(|c| (&*c.a, &*c.b, c.significant)).collect();
    assert_eq!(found, [("c", "d", true), ("a", "b", false)]);
}
