//! Several lines at once, and the output of a running search.

use crate::toy::{game, search};
use engine_core::limits::Limits;
use engine_core::search::Report;
use engine_core::tables::transposition::Bound;
use shakmaty::Position;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn reports(fen: &str, limits: &Limits) -> Vec<Report> {
    let mut reports = Vec::new();
    let outcome = search().go(&game(fen), limits, |report| reports.push(report.clone()));
    let last = reports.iter().rfind(|report| report.is_result());
    // An iteration that is broken off may have changed the best move.
    if limits.nodes.is_none() {
        assert_eq!(last.map(|report| report.line.first().copied()), Some(outcome.best));
    }
    reports
}

#[test]
fn lines_are_in_order_and_begin_with_moves_of_their_own() {
    for (fen, lines, expected) in [
        ("startpos", 4, 4),
        (KIWIPETE, 7, 7),
        // No more lines than moves.
        ("7k/8/8/8/8/8/q7/7K w - - 0 1", 9, 1),
    ] {
        let limits = Limits { lines, ..Limits::depth(7) };
        let finished: Vec<Report> = reports(fen, &limits)
            .into_iter()
            .filter(|report| report.bound == Bound::Exact)
            .collect();
        assert_eq!(finished.len(), 7 * expected, "{fen}");
        for group in finished.chunks(expected) {
            assert!(group.iter().map(|report| report.rank).eq(1..=expected));
            assert!(group.iter().all(|report| report.depth == group[0].depth));
            assert!(group.is_sorted_by_key(|report| std::cmp::Reverse(report.score)));
            for (index, report) in group.iter().enumerate() {
                let first = report.line[0];
                assert!(group[..index].iter().all(|other| other.line[0] != first));
                let mut position = game(fen).position().clone();
                for &mv in &report.line {
                    assert!(position.is_legal(mv), "{fen}: {report:?}");
                    position.play_unchecked(mv);
                }
            }
        }
    }
}

#[test]
fn a_search_that_is_broken_off_returns_the_best_of_the_last_lines() {
    let game = game(KIWIPETE);
    let mut compared = 0;
    for nodes in (1_000..40_000).step_by(1_500) {
        let limits = Limits { lines: 3, nodes: Some(nodes), ..Limits::default() };
        let mut best = None;
        let outcome = search().go(&game, &limits, |report| {
            if report.is_result() {
                best = report.line.first().copied();
            }
        });
        // The smallest searches finish no iteration.
        assert!(best.is_none_or(|_| best == outcome.best), "{nodes}");
        compared += usize::from(best.is_some());
    }
    assert!(compared > 20);
}

#[test]
fn one_line_is_the_plain_search() {
    let nodes = |lines| {
        let limits = Limits { lines, ..Limits::depth(8) };
        search().go(&game(KIWIPETE), &limits, |_| {}).nodes
    };
    assert_eq!(nodes(0), nodes(1));
    assert_ne!(nodes(1), nodes(2));
}

#[test]
fn a_window_that_is_too_narrow_is_reported_as_a_bound() {
    let reports = reports(KIWIPETE, &Limits::depth(9));
    let bounds = reports.iter().filter(|report| report.bound != Bound::Exact);
    assert!(bounds.clone().count() > 0);
    assert!(bounds.clone().all(|report| !report.line.is_empty()));
}

#[test]
fn a_line_is_as_long_as_the_mate_it_announces() {
    let mates = [
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "8/8/8/8/8/4k3/7q/4K3 b - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "5r1k/5P1p/5K2/8/8/8/8/6R1 b - - 0 1",
        "k7/8/8/8/8/8/1QR5/K7 b - - 0 1",
        "8/8/8/8/8/5k2/7r/5K2 b - - 0 1",
        "2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1",
        "4r1k1/3n1ppp/4r3/3n3q/Q2P4/5P2/PP2BP1P/R1B1R1K1 b - - 0 1",
    ];
    let mut mates_reported = 0;
    for fen in mates {
        for lines in [1, 3] {
            let limits = Limits { lines, nodes: Some(60_000), ..Limits::default() };
            for report in reports(fen, &limits) {
                let Some(mate) = report.score.mate_moves() else {
                    continue;
                };
                if report.bound == Bound::Exact {
                    let plies = 2 * mate.unsigned_abs() as usize - usize::from(mate > 0);
                    assert_eq!(report.line.len(), plies, "{fen}: {report:?}");
                    mates_reported += 1;
                }
            }
        }
    }
    assert!(mates_reported > 100, "{mates_reported}");
}
