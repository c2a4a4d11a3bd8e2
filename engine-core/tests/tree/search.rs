//! Laws of the search, for every evaluator.

use std::time::Duration;

use crate::toy::{game, search};
use engine_core::limits::{Clock, Limits};
use engine_core::notation::uci_move;
use engine_core::params::Params;
use engine_core::random::RandomGames;
use engine_core::score::{EVAL_MAX, MAX_PLY, Score};
use engine_core::search::SearchResult;

fn go(text: &str, limits: &Limits) -> SearchResult {
    search().go(&game(text), limits, |_| {})
}

fn best(outcome: &SearchResult) -> String {
    outcome.best.map_or_else(|| "none".to_owned(), uci_move)
}

#[test]
fn mates_are_found_and_counted() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 3),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", "d2h6", 2),
    ];
    for (fen, mv, moves) in cases {
        let outcome = go(fen, &Limits::depth(14));
        assert_eq!(outcome.score.mate_moves(), Some(moves), "{fen}");
        assert_eq!(best(&outcome), mv, "{fen}");
        // The line shown is the whole mate.
        assert_eq!(outcome.line.len() as i32, 2 * moves - 1, "{fen}");
        let mut game = game(fen);
        outcome.line.iter().for_each(|&mv| game.play(mv));
        assert!(shakmaty::Position::is_checkmate(game.position()), "{fen}");
    }
}

#[test]
fn nodes_stop_exactly() {
    for nodes in [1, 2, 100, 257, 5_000, 12_345] {
        let outcome = go("startpos", &Limits::nodes(nodes));
        assert_eq!(outcome.nodes, nodes);
        assert!(outcome.best.is_some());
    }
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
        let (first, second) =
            (search().go(&game, &limits, |_| {}), used.go(&game, &limits, |_| {}));
        assert_eq!(
            (first.line, first.score, first.depth),
            (second.line, second.score, second.depth)
        );
    }
}

#[test]
fn corrections_are_learnt_and_can_be_left_out() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = game(fen);
    let limits = Limits::depth(8);
    let nodes = |weight| {
        let mut search = search();
        let mut params = Params::MICHNIEWSKI;
        params.correction.weight = weight;
        search.set_params(params);
        let first = search.go(&game, &limits, |_| {}).nodes;
        // Anything learnt is forgotten with the rest.
        search.clear();
        assert_eq!(search.go(&game, &limits, |_| {}).nodes, first);
        first
    };
    assert_ne!(nodes(100), nodes(0));
    assert_ne!(nodes(100), nodes(50));
}

#[test]
fn margin_scale_is_the_factor_on_the_margins() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = game(fen);
    let limits = Limits::depth(8);
    let plain = go(fen, &limits);
    let nodes = |margin_scale: f64| {
        let mut search = search();
        search.set_margin_scale(margin_scale);
        search.go(&game, &limits, |_| {}).nodes
    };
    // The toy's own is 1.
    assert_eq!(nodes(1.0), plain.nodes);
    assert!(nodes(100.0) != nodes(2.0) && nodes(2.0) != plain.nodes);
    // Back again.
    let mut search = search();
    search.set_margin_scale(2.0);
    search.set_margin_scale(1.0);
    assert_eq!(search.go(&game, &limits, |_| {}).nodes, plain.nodes);
}

#[test]
fn without_legal_moves_there_is_no_best_move() {
    let mated = go("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &Limits::depth(3));
    assert_eq!((mated.best, mated.score, mated.nodes), (None, Score::mated_in(0), 0));
    let stalemate = go("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &Limits::depth(3));
    assert_eq!((stalemate.best, stalemate.score), (None, Score::DRAW));
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
fn king_and_pawn_that_are_drawn_are_worth_nothing() {
    let depth = |text| go(text, &Limits::depth(2)).score;
    // A step beside the opposition: first drawn, then won by the same men.
    assert_eq!(depth("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"), Score::DRAW);
    assert!(depth("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1") < Score::DRAW);
    assert_eq!(depth("8/4p3/4k3/8/4K3/8/8/8 b - - 0 1"), Score::DRAW);
}

#[test]
fn only_the_requested_moves_are_searched() {
    let mut limits = Limits::depth(4);
    limits.search_moves = game("startpos").legal_moves()[..1].to_vec();
    let outcome = go("startpos", &limits);
    assert_eq!(outcome.best, Some(limits.search_moves[0]));
}

/// Positions at the edges of the rules and of the tables' sizes.
const EXTREME: [&str; 9] = [
    // 218 legal moves.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    // Queens take queens on every square.
    "krrbbnn1/qqqqqqqq/8/8/8/8/QQQQQQQQ/1NNBBRRK w - - 0 1",
    // Kings and pawns only.
    "8/8/8/3k4/8/8/3PP3/3K4 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    // Bare kings.
    "k7/8/8/8/8/8/8/K7 w - - 0 1",
    // One ply before the fifty-move rule.
    "8/8/8/8/8/8/2k1p3/K7 b - - 99 60",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 99 80",
    // One legal move, and a double check.
    "k7/8/8/8/8/8/1q6/7K w - - 0 1",
    "4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1",
];

fn is_sane(score: Score) -> bool {
    score.cp().is_none_or(|cp| cp.abs() <= EVAL_MAX)
}

#[test]
fn extreme_positions_are_searched_to_exactly_as_many_nodes() {
    for fen in EXTREME {
        let game = game(fen);
        for nodes in [1, 255, 256, 20_000] {
            let outcome = go(fen, &Limits::nodes(nodes));
            let best = outcome.best.unwrap();
            assert!(game.legal_moves().contains(&best), "{fen}: {best}");
            assert_eq!(outcome.line.first(), Some(&best), "{fen}");
            assert!(is_sane(outcome.score), "{fen}: {:?}", outcome.score);
            // Only a search that has seen all there is to see ends before.
            let all_seen = outcome.depth == MAX_PLY as i32 - 1;
            assert!(outcome.nodes == nodes || all_seen, "{fen}: {outcome:?}");
            assert!(outcome.nodes <= nodes, "{fen}");
        }
    }
}

#[test]
fn extreme_positions_are_searched_to_a_depth_and_by_some_of_their_moves() {
    for fen in EXTREME {
        let last = *game(fen).legal_moves().last().unwrap();
        let limits = Limits {
            // With queens taking queens even a shallow search is a long one.
            nodes: Some(200_000),
            search_moves: vec![last],
            ..Limits::depth(3)
        };
        let outcome = go(fen, &limits);
        assert_eq!(outcome.best, Some(last), "{fen}");
        assert!(is_sane(outcome.score), "{fen}");
        assert!(outcome.depth == 3 || outcome.nodes == 200_000, "{fen}");
    }
}

/// Nothing but the time ends these searches: if it were not looked at, the test would not end.
#[test]
fn time_limits_end_a_search() {
    let limits = [
        Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() },
        Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(200),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::default()
        },
    ];
    for limits in limits {
        assert!(go("startpos", &limits).best.is_some());
    }
}

#[test]
fn the_stop_flag_ends_a_search() {
    let mut search = search();
    let flag = search.stop_flag();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let outcome = search.go(&game("startpos"), &Limits::default(), |_| {});
    stopper.join().unwrap();
    assert!(outcome.best.is_some());
}

#[test]
fn a_mate_after_passing_is_a_threat_and_no_cutoff() {
    // The quiet queen sacrifice threatens mate on h7, which a null move must not hide.
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let candidates = ["f6e8", "g3g6"];
    let legal = game(fen).legal_moves();
    let looked_at = legal.into_iter().filter(|mv| candidates.contains(&uci_move(*mv).as_str()));
    let limits = Limits { search_moves: looked_at.collect(), ..Limits::depth(20) };
    let outcome = go(fen, &limits);
    assert_eq!(best(&outcome), "g3g6");
    assert_eq!(outcome.score.mate_moves(), Some(2));
}

#[test]
fn taking_the_last_pawn_is_worth_more_than_the_pawn() {
    // After Kg5 the pawn falls, and a bishop alone does not win.
    let outcome = go("8/7B/5k1P/8/8/3K4/8/8 b - - 0 1", &Limits::depth(2));
    assert_eq!((best(&outcome).as_str(), outcome.score), ("f6g5", Score::DRAW));
}
