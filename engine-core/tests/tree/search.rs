//! Laws of the search, for every evaluator: by one thread and by several, with one line and with more.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use engine_core::key::Key;
use engine_core::limits::{Clock, Limits, OVERHEAD, time_of_nodes};
use engine_core::notation::uci_move;
use engine_core::params::{Params, tunable};
use engine_core::random::RandomGames;
use engine_core::score::{EVAL_MAX, MAX_PLY, Score};
use engine_core::search::{Report, Search, ThreadPool};
use engine_core::tables::transposition::{Bound, PackedMove, Transposition};
use engine_core::testkit::Toy;

use crate::{KIWIPETE, TOY, end_of, game, rows, search};

fn go(text: &str, limits: &Limits) -> Report {
    search().go(&game(text), limits, |_| {})
}

fn best(outcome: &Report) -> String {
    outcome.best().map_or_else(|| "none".to_owned(), uci_move)
}

#[test]
fn the_same_search_twice_is_the_same() {
    let mut random = RandomGames::new(5);
    let mut used = search();
    for _ in 0..20 {
        let mut game = game("startpos");
        for _ in 0..random.below(80) {
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
        }
        let limits = Limits::nodes(3_000);
        used.clear();
        let [first, second] = [&mut search(), &mut used].map(|search| {
            let outcome = search.go(&game, &limits, |_| {});
            (outcome.line, outcome.score, outcome.depth)
        });
        assert_eq!(first, second);
    }
}

#[test]
fn corrections_are_learnt_and_can_be_left_out() {
    let game = game(KIWIPETE);
    let limits = Limits::depth(8);
    let nodes = |weight| {
        let mut search = search();
        let mut params = Params::MICHNIEWSKI;
        tunable("correction.weight").unwrap().set(&mut params, weight).unwrap();
        search.set_params(params);
        let first = search.go(&game, &limits, |_| {}).nodes;
        // Anything learnt is forgotten with the rest.
        search.clear();
        assert_eq!(search.go(&game, &limits, |_| {}).nodes, first);
        first
    };
    assert_ne!(nodes(100.0), nodes(0.0));
    assert_ne!(nodes(100.0), nodes(50.0));
}

#[test]
fn the_root_is_in_the_table_unless_some_of_its_moves_are_left_out() {
    let game = game("6k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let key = Key::of(game.position()).0;
    let table = Transposition::with_bits(12);
    let mut search = Search::new(TOY, table.clone());
    let outcome = search.go(&game, &Limits::depth(5), |_| {});
    let entry = table.probe(key, 0).unwrap();
    assert_eq!((entry.depth, entry.bound, entry.score), (5, Bound::Exact, outcome.score));
    assert_eq!(entry.mv, PackedMove::of(outcome.best().unwrap().into()));
    search.clear();
    let some = Limits { search_moves: vec![outcome.best().unwrap()], ..Limits::depth(5) };
    search.go(&game, &some, |_| {});
    assert!(table.probe(key, 0).is_none_or(|entry| entry.bound != Bound::Exact));
}

#[test]
fn margin_scale_is_the_factor_on_the_margins() {
    let nodes = |scales: &[f64]| {
        let mut search = search();
        scales.iter().for_each(|&scale| search.set_margin_scale(scale));
        search.go(&game(KIWIPETE), &Limits::depth(8), |_| {}).nodes
    };
    // The toy's own is 1.
    let plain = nodes(&[]);
    assert_eq!([nodes(&[1.0]), nodes(&[2.0, 1.0])], [plain; 2]);
    assert!(nodes(&[100.0]) != nodes(&[2.0]) && nodes(&[2.0]) != plain);
}

#[test]
fn without_legal_moves_there_is_no_best_move() {
    let mated = go("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &Limits::depth(3));
    assert_eq!((mated.best(), mated.score, mated.nodes), (None, Score::mated_in(0), 0));
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for threads in [1, 2] {
        let outcome = pool(threads).go(&game(stalemate), &Limits::default(), |_| {});
        assert_eq!((outcome.best(), outcome.score, outcome.nodes), (None, Score::DRAW, 0));
    }
}

#[test]
fn a_lost_side_repeats_and_a_winning_side_does_not() {
    // Black has a bare king; one step back and the position is there for the third time.
    let shuffle = "b2b3 a8a7 b3b2 a7a8 b2b3 a8a7";
    let lost = format!("fen k7/8/8/8/8/8/1Q6/K7 w - - 0 1 moves {shuffle} b3b2");
    let outcome = go(&lost, &Limits::depth(6));
    assert_eq!((best(&outcome).as_str(), outcome.score), ("a7a8", Score::DRAW));
    // White, a queen up, must not go back now.
    let won = format!("fen k7/8/8/8/8/8/1Q6/K7 w - - 0 1 moves {shuffle}");
    let outcome = go(&won, &Limits::depth(7));
    assert!(outcome.score.cp().is_none_or(|cp| cp > 500));
    assert_ne!(best(&outcome), "b3b2");
}

#[test]
fn fifty_moves_without_progress_are_a_draw_unless_they_end_in_mate() {
    let drawn = go("7k/8/8/8/8/8/Q7/K7 w - - 99 80", &Limits::depth(5));
    assert_eq!(drawn.score, Score::DRAW);
    let mate = go("7k/8/6K1/8/8/8/Q7/8 w - - 99 80", &Limits::depth(5));
    assert_eq!(mate.score.mate_moves(), Some(1));
}

#[test]
fn endings_that_are_drawn_are_worth_nothing() {
    for [fen, expected] in rows("endings of a pawn") {
        let found = go(fen, &Limits::depth(2)).score.cmp(&Score::DRAW);
        assert_eq!(format!("{found:?}"), expected, "{fen}");
    }
    // After Kg5 the pawn falls, and a bishop alone does not win: taking it is worth more than the pawn.
    let outcome = go("8/7B/5k1P/8/8/3K4/8/8 b - - 0 1", &Limits::depth(2));
    assert_eq!((best(&outcome).as_str(), outcome.score), ("f6g5", Score::DRAW));
}

fn is_sane(score: Score) -> bool {
    score.cp().is_none_or(|cp| cp.abs() <= EVAL_MAX)
}

#[test]
fn extreme_positions_are_searched_to_exactly_as_many_nodes_and_by_some_of_their_moves() {
    for [fen] in rows("extreme positions") {
        let game = game(fen);
        for nodes in [1, 2, 100, 255, 256, 257, 20_000] {
            let outcome = go(fen, &Limits::nodes(nodes));
            let best = outcome.best().unwrap();
            assert!(game.legal_moves().contains(&best), "{fen}: {best}");
            assert_eq!(outcome.line.first(), Some(&best), "{fen}");
            assert!(is_sane(outcome.score), "{fen}: {:?}", outcome.score);
            // Only a search that has seen all there is to see ends before.
            let all_seen = outcome.depth == MAX_PLY as i32 - 1;
            assert!(outcome.nodes == nodes || all_seen, "{fen}: {outcome:?}");
            assert!(outcome.nodes <= nodes, "{fen}");
        }
        let last = *game.legal_moves().last().unwrap();
        let limits = Limits {
            // With queens taking queens even a shallow search is a long one.
            nodes: Some(200_000),
            search_moves: vec![last],
            ..Limits::depth(3)
        };
        let outcome = go(fen, &limits);
        assert_eq!(outcome.best(), Some(last), "{fen}");
        assert!(is_sane(outcome.score), "{fen}");
        assert!(outcome.depth == 3 || outcome.nodes == 200_000, "{fen}");
    }
}

/// Games of Chess960 in which kings walk and castle over and beside their rooks.
#[test]
fn searches_along_random_games_of_chess960_are_sound() {
    let mut random = RandomGames::new(960);
    let mut castled = 0;
    for [fen, _] in rows("leaves of Chess960") {
        let mut game = game(fen);
        for ply in 0..40 {
            let castling = game.legal_moves().into_iter().find(|mv| mv.is_castle());
            let Some(mv) = castling.or_else(|| random.pick(&game)) else {
                break;
            };
            castled += usize::from(mv.is_castle());
            game.play(mv);
            if ply % 8 == 0 {
                let outcome = search().go(&game, &Limits::nodes(400), |_| {});
                assert_eq!(outcome.best().is_some(), !game.legal_moves().is_empty());
                end_of(&game, &outcome.line);
            }
        }
    }
    assert!(castled >= 20, "{castled}");
}

/// Nothing but the time ends these searches: if it were not looked at, the test would not end.
#[test]
fn time_limits_end_a_search() {
    let remaining = Duration::from_millis(200);
    let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
    for limits in [
        Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() },
        Limits { clock: Some(clock), ..Limits::default() },
    ] {
        assert!(go("startpos", &limits).best().is_some());
    }
}

/// On whatever machine, and however busy it is.
#[test]
fn a_clock_of_nodes_repeats_a_search() {
    let searched = |per_ms| {
        let clock =
            Some(Clock { remaining: Duration::from_secs(1), increment: Duration::from_millis(10), moves_to_go: None });
        let limits = Limits { clock, clock_nodes: NonZeroU32::new(per_ms), ..Limits::default() };
        let outcome = go("startpos", &limits);
        assert_eq!(outcome.time, time_of_nodes(outcome.nodes, limits.clock_nodes.unwrap()));
        (outcome.nodes, outcome.depth, outcome.score, outcome.line)
    };
    let slow = searched(20);
    assert_eq!(searched(20), slow);
    assert!(searched(200).0 > 4 * slow.0);
    let move_time = Some(Duration::from_millis(50));
    let limits = Limits { move_time, clock_nodes: NonZeroU32::new(100), overhead: OVERHEAD, ..Limits::default() };
    // It is polled once in 256 nodes.
    assert_eq!(go("startpos", &limits).nodes, 5_000_u64.next_multiple_of(256));
}

fn pool(threads: usize) -> ThreadPool<Toy> {
    let mut pool = ThreadPool::new(TOY, Transposition::with_bits(14));
    pool.set_threads(threads);
    pool
}

/// If a thread did not stop, the test would not end.
#[test]
fn the_stop_flag_ends_all_threads() {
    for threads in [1, 3] {
        let mut pool = pool(threads);
        let flag = Arc::clone(&pool.search().stop);
        // A depth is reported more than once where several moves turn out best.
        let outcome = pool.go(&game("startpos"), &Limits::default(), |report| {
            flag.fetch_or(report.depth == 5, Relaxed);
        });
        assert!(outcome.best().is_some());
        assert!(outcome.depth >= 5);
    }
}

#[test]
fn one_thread_is_the_plain_search_even_after_several() {
    let mut pool = pool(3);
    pool.go(&game("startpos"), &Limits::nodes(10_000), |_| {});
    pool.set_threads(1);
    pool.search_mut().clear();
    let limits = Limits::nodes(12_345);
    let [mut reports, mut reports_alone] = [Vec::new(), Vec::new()];
    let together = pool.go(&game("startpos"), &limits, |report| reports.push(report.nodes));
    let alone = search().go(&game("startpos"), &limits, |report| reports_alone.push(report.nodes));
    let result = |outcome: Report| (outcome.line, outcome.score, outcome.depth, outcome.nodes);
    assert_eq!(result(together), result(alone));
    assert_eq!(reports, reports_alone);
}

#[test]
fn two_threads_find_the_mate_that_one_finds() {
    let fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let outcome = pool(2).go(&game(fen), &Limits::depth(14), |_| {});
    assert_eq!((best(&outcome).as_str(), outcome.depth), ("f6a6", 14));
    assert_eq!(outcome.score.mate_moves(), Some(3));
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

/// The reports of a search, the last of which has the move that is played.
pub(crate) fn reports(fen: &str, limits: &Limits) -> Vec<Report> {
    let mut reports = Vec::new();
    let outcome = search().go(&game(fen), limits, |report| reports.push(report.clone()));
    let last = reports.iter().rfind(|report| report.is_result());
    // An iteration that is broken off may have changed the best move.
    if limits.nodes.is_none() {
        assert_eq!(last.map(|report| report.line.first().copied()), Some(outcome.best()));
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
        let mut finished = reports(fen, &limits);
        finished.retain(|report| report.bound == Bound::Exact);
        assert_eq!(finished.len(), 7 * expected, "{fen}");
        for group in finished.chunks(expected) {
            assert!(group.iter().map(|report| report.rank).eq(1..=expected));
            assert!(group.iter().all(|report| report.depth == group[0].depth));
            assert!(group.is_sorted_by_key(|report| std::cmp::Reverse(report.score)));
            for (index, report) in group.iter().enumerate() {
                let first = report.line[0];
                assert!(group[..index].iter().all(|other| other.line[0] != first));
                end_of(&game(fen), &report.line);
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
        assert!(best.is_none_or(|_| best == outcome.best()), "{nodes}");
        compared += usize::from(best.is_some());
    }
    assert!(compared > 20);
}

#[test]
fn one_line_is_the_plain_search() {
    let nodes = |lines| go(KIWIPETE, &Limits { lines, ..Limits::depth(8) }).nodes;
    assert_eq!(nodes(0), nodes(1));
    assert_ne!(nodes(1), nodes(2));
}

#[test]
fn a_window_that_is_too_narrow_is_reported_as_a_bound() {
    let reports = reports(KIWIPETE, &Limits::depth(9));
    let mut bounds = reports.iter().filter(|report| report.bound != Bound::Exact).peekable();
    assert!(bounds.peek().is_some());
    assert!(bounds.all(|report| !report.line.is_empty()));
}

/// One move of the root and one of the answer: the answer's node is the only one with moves to prune.
fn answered(fen: &str, only: &str) -> Report {
    let legal = game(fen).legal_moves().into_iter();
    let search_moves = legal.filter(|mv| uci_move(*mv) == only).collect();
    go(fen, &Limits { search_moves, ..Limits::depth(2) })
}

#[test]
fn late_quiet_moves_are_left_out_on_the_principal_variation_but_not_of_a_king_and_pawns() {
    // The queen steps before a bishop; beside taking it Black has dozens of quiet moves.
    let fen = "r1bqkbnr/pppp1ppp/8/8/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
    let pruned = answered(fen, "d4c5");
    assert_eq!(uci_move(pruned.line[1]), "f8c5");
    // In both iterations the queen's move and its capture, in the second one more answer, and nothing else.
    assert_eq!(pruned.nodes, 5);
    // The queen steps before a pawn; with a knight Black's other moves are left out.
    let fen = |piece| format!("4k1{piece}1/1p1p1ppp/8/8/2Q5/8/PPP1PPPP/RNB1KBNR w KQ - 0 1");
    let [with_pieces, without] = ["n", "1"].map(|piece| answered(&fen(piece), "c4c6"));
    assert_eq!(with_pieces.line, without.line);
    // In both iterations the queen's move and its two captures.
    assert_eq!(with_pieces.nodes, 6);
    assert!(without.nodes > 15);
}
