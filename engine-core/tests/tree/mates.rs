//! Mates in N moves: every one that exists is found, and no other.

use crate::toy::{game, search};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::notation::uci_move;
use engine_core::random::RandomGames;
use engine_core::search::SearchResult;
use shakmaty::{Chess, Position};

fn go(game: &Game, mate: u32) -> SearchResult {
    let limits = Limits { mate: Some(mate), ..Limits::default() };
    search().go(game, &limits, |_| {})
}

/// The line ends in the mate that the score announces.
fn assert_mate(outcome: &SearchResult, game: &Game, moves: i32) {
    let start = engine_core::notation::fen_of(game.position());
    assert_eq!(outcome.score.mate_moves(), Some(moves), "{start}");
    assert_eq!(outcome.line.len() as i32, 2 * moves - 1, "{start}");
    let mut end = game.position().clone();
    for &mv in &outcome.line {
        assert!(end.is_legal(mv), "{start}: {:?}", outcome.line);
        end.play_unchecked(mv);
    }
    assert!(end.is_checkmate(), "{start}: {:?}", outcome.line);
}

#[test]
fn mates_that_are_hidden_are_found() {
    let cases = [
        // A sacrifice after which Black, if he could pass, would be safe.
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 2, "d2h6"),
        ("8/5P1k/5K1p/7N/8/8/8/6R1 w - - 0 1", 2, "g1g7"),
        ("6Q1/8/8/7k/8/5K2/8/8 w - - 0 1", 2, "g8g7"),
        ("7k/8/8/8/8/8/1R6/R6K w - - 0 1", 2, ""),
        ("8/7p/8/8/8/8/p1K1N3/k7 w - - 0 1", 2, ""),
    ];
    for (fen, moves, best) in cases {
        let game = game(fen);
        let outcome = go(&game, moves);
        let found = outcome.best.map_or_else(String::new, uci_move);
        assert!(best.is_empty() || best == found, "{fen}: {found}");
        assert_mate(&outcome, &game, moves as i32);
    }
}

/// A mate in at most `moves` moves, by trying everything.
fn mates(position: &Chess, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let replies = after.legal_moves();
        if replies.is_empty() || moves == 1 {
            return after.is_checkmate();
        }
        replies.into_iter().all(|reply| {
            let mut next = after.clone();
            next.play_unchecked(reply);
            mates(&next, moves - 1)
        })
    })
}

#[test]
fn mates_are_those_of_an_exhaustive_search() {
    let starts = [
        "4k3/8/8/3Q4/8/8/PPP5/4K2R w K - 0 1",
        "2rkr3/3p4/8/2N5/8/1B6/8/K2RR3 w - - 0 1",
        "2r3k1/5ppp/8/8/2q5/8/8/K2R2QR b - - 0 1",
    ];
    let mut random = RandomGames::new(23);
    let mut found = 0;
    for index in 0..120 {
        let mut game = game(starts[index % starts.len()]);
        for _ in 0..random.below(8) {
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
        }
        if game.legal_moves().is_empty() {
            continue;
        }
        let shortest = (1..=2).find(|&moves| mates(game.position(), moves));
        let outcome = go(&game, 2);
        let fen = engine_core::notation::fen_of(game.position());
        match shortest {
            Some(_) => {
                let moves = outcome.score.mate_moves().filter(|moves| (1..=2).contains(moves));
                assert!(moves.is_some(), "{fen}: {:?}", outcome.score);
                assert_mate(&outcome, &game, moves.unwrap_or(0));
                found += 1;
            }
            None => {
                let moves = outcome.score.mate_moves();
                assert!(moves.is_none_or(|moves| !(1..=2).contains(&moves)), "{fen}");
                assert!(outcome.best.is_some());
            }
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn without_a_mate_it_ends_with_a_move() {
    for mate in 1..=3 {
        let outcome = go(&game("startpos"), mate);
        assert!(outcome.best.is_some() && !outcome.score.is_mate());
    }
    assert!(go(&game("startpos"), 1).nodes < 1_000);
}

#[test]
fn other_limits_hold_too_and_only_the_requested_moves_mate() {
    let fen = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1";
    let game = game(fen);
    let limits = Limits { nodes: Some(3_000), mate: Some(9), ..Limits::default() };
    assert!(search().go(&game, &limits, |_| {}).nodes <= 3_000);
    let others = game.legal_moves();
    let others = others.into_iter().filter(|&mv| uci_move(mv) != "d2h6");
    let limits = Limits { mate: Some(2), search_moves: others.collect(), ..Limits::default() };
    let outcome = search().go(&game, &limits, |_| {});
    assert!(outcome.score.mate_moves().is_none_or(|moves| moves > 2));
}

#[test]
fn a_mate_beyond_the_fifty_moves_is_none() {
    // A king and a queen mate in two, and the fiftieth move comes before.
    let mate = |clock: u32| {
        let game = game(&format!("7k/8/4K3/8/8/8/8/6Q1 w - - {clock} 90"));
        go(&game, 2).score.mate_moves()
    };
    assert_eq!(mate(0), Some(2));
    assert_eq!(mate(97), Some(2));
    assert_eq!(mate(98), None);
}
