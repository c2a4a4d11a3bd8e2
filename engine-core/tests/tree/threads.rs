//! Several threads together.

use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use crate::toy::{Toy, game, search};
use engine_core::limits::Limits;
use engine_core::notation::uci_move;
use engine_core::search::ThreadPool;
use engine_core::tables::transposition::Transposition;

fn pool(threads: usize) -> ThreadPool<Toy> {
    let mut pool = ThreadPool::new(Toy, Transposition::with_bits(14));
    pool.set_threads(threads);
    pool
}

#[test]
fn one_thread_is_the_plain_search_even_after_several() {
    let mut pool = pool(3);
    pool.go(&game("startpos"), &Limits::nodes(10_000), |_| {});
    pool.set_threads(1);
    pool.clear();
    let limits = Limits::nodes(12_345);
    let mut reports = Vec::new();
    let together = pool.go(&game("startpos"), &limits, |report| {
        reports.push(report.nodes);
    });
    let mut reports_alone = Vec::new();
    let alone = search().go(&game("startpos"), &limits, |report| {
        reports_alone.push(report.nodes);
    });
    assert_eq!(together.line, alone.line);
    assert_eq!(
        (together.score, together.depth, together.nodes),
        (alone.score, alone.depth, alone.nodes)
    );
    assert_eq!(reports, reports_alone);
}

#[test]
fn two_threads_find_the_mate_that_one_finds() {
    let fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let outcome = pool(2).go(&game(fen), &Limits::depth(14), |_| {});
    assert_eq!(outcome.best.map(uci_move).as_deref(), Some("f6a6"));
    assert_eq!(outcome.score.mate_moves(), Some(3));
    assert_eq!(outcome.depth, 14);
}

#[test]
fn the_nodes_of_all_threads_add_up_to_the_limit() {
    let mut pool = pool(4);
    for nodes in [1, 300, 5_000, 40_000] {
        let mut last = 0;
        let outcome = pool.go(&game("startpos"), &Limits::nodes(nodes), |report| {
            assert!(report.nodes >= last);
            last = report.nodes;
        });
        assert!(outcome.nodes >= nodes.max(last), "{nodes}: {outcome:?}");
        assert!(outcome.nodes < nodes + 4 * 256, "{nodes}: {outcome:?}");
    }
}

/// If a thread did not stop, the test would not end.
#[test]
fn the_stop_flag_ends_all_threads() {
    let mut pool = pool(3);
    let flag = pool.stop_flag();
    let (started, wait) = std::sync::mpsc::channel();
    let stopper = thread::spawn(move || {
        wait.recv().unwrap();
        flag.store(true, Relaxed);
    });
    let outcome = pool.go(&game("startpos"), &Limits::default(), |report| {
        if report.depth == 5 {
            started.send(()).unwrap();
        }
    });
    stopper.join().unwrap();
    assert!(outcome.best.is_some());
    assert!(outcome.depth >= 5);
}

#[test]
fn without_legal_moves_helpers_have_nothing_to_do() {
    let outcome = pool(2).go(&game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &Limits::default(), |_| {});
    assert_eq!((outcome.best, outcome.nodes), (None, 0));
}
