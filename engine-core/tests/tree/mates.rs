//! Mates: they are found and counted, a search for one ends with it, a line is as long as the mate that it announces; and
//! elementary endings are won, played out by the search against itself.

use engine_core::game::{Game, mirrored};
use engine_core::limits::Limits;
use engine_core::notation::{fen_of, uci_move};
use engine_core::random::RandomGames;
use engine_core::search::Report;
use engine_core::tables::transposition::Bound;
use shakmaty::{Chess, Color, Position};

use crate::search::reports;
use crate::{end_of, game, rows, search};

/// A search that ends with a mate in so many moves, or gives up.
fn go(game: &Game, mate: u32) -> Report {
    let limits = Limits { mate: Some(mate), ..Limits::nodes(100_000) };
    search().go(game, &limits, |_| {})
}

/// The line ends in the mate that the score announces.
fn assert_mate(outcome: &Report, game: &Game, moves: i32) {
    let start = fen_of(game.position());
    assert_eq!(outcome.score.mate_moves(), Some(moves), "{start}");
    assert_eq!(outcome.line.len() as i32, 2 * moves - 1, "{start}");
    assert!(end_of(game, &outcome.line).is_checkmate(), "{start}: {:?}", outcome.line);
}

/// A sacrifice after which Black, if he could pass, would be safe.
const HIDDEN: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1";

#[test]
fn mates_are_found_and_counted() {
    for [fen, limits, moves, best] in rows("mates") {
        let two = Limits { mate: Some(2), ..Limits::default() };
        let limits = if limits == "mate 2" { two } else { Limits::depth(14) };
        let game = game(fen);
        let outcome = search().go(&game, &limits, |_| {});
        let found = outcome.best().map_or_else(String::new, uci_move);
        assert!(best.is_empty() || best == found, "{fen}: {found}");
        assert_mate(&outcome, &game, moves.parse().unwrap());
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
        let exists = mates(game.position(), 2);
        let outcome = go(&game, 2);
        let announced = outcome.score.mate_moves().filter(|moves| (1..=2).contains(moves));
        assert_eq!(announced.is_some(), exists, "{}", fen_of(game.position()));
        assert!(outcome.best().is_some());
        if let Some(moves) = announced {
            assert_mate(&outcome, &game, moves);
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn other_limits_hold_too_and_only_the_requested_moves_mate() {
    let game = game(HIDDEN);
    let limits = Limits { mate: Some(2), ..Limits::depth(1) };
    assert!(!search().go(&game, &limits, |_| {}).score.is_mate());
    let others = game.legal_moves().into_iter().filter(|&mv| uci_move(mv) != "d2h6");
    let limits = Limits { mate: Some(2), search_moves: others.collect(), ..Limits::nodes(10_000) };
    let outcome = search().go(&game, &limits, |_| {});
    assert!(outcome.score.mate_moves().is_none_or(|moves| moves > 2));
}

#[test]
fn a_mate_beyond_the_fifty_moves_is_none() {
    // A king and a queen mate in two, and the fiftieth move comes before.
    for (clock, mate) in [(0, Some(2)), (97, Some(2)), (98, None)] {
        let game = game(&format!("7k/8/4K3/8/8/8/8/6Q1 w - - {clock} 90"));
        assert_eq!(go(&game, 2).score.mate_moves(), mate);
    }
}

#[test]
fn a_mate_after_passing_is_a_threat_and_no_cutoff() {
    // The quiet queen sacrifice threatens mate on h7, which a null move must not hide.
    let game = game("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1");
    let legal = game.legal_moves().into_iter();
    let candidates = legal.filter(|mv| ["f6e8", "g3g6"].contains(&uci_move(*mv).as_str()));
    let limits = Limits { search_moves: candidates.collect(), ..Limits::depth(20) };
    let outcome = search().go(&game, &limits, |_| {});
    assert_eq!(outcome.best().map(uci_move).as_deref(), Some("g3g6"));
    assert_eq!(outcome.score.mate_moves(), Some(2));
}

#[test]
fn a_line_is_as_long_as_the_mate_it_announces() {
    let mut mates_reported = 0;
    for [fen] in rows("lines that end in mate") {
        for lines in [1, 3] {
            let limits = Limits { lines, nodes: Some(60_000), ..Limits::default() };
            for report in reports(fen, &limits) {
                let Some(plies) = report.score.mate_plies() else { continue };
                if report.bound == Bound::Exact {
                    assert_eq!(report.line.len(), plies, "{fen}: {report:?}");
                    assert!(end_of(&game(fen), &report.line).is_checkmate(), "{fen}: {report:?}");
                    mates_reported += 1;
                }
            }
        }
    }
    assert!(mates_reported > 100, "{mates_reported}");
}

/// The winner of a game that only mate, stalemate, bare kings and the fifty-move rule end.
fn winner(start: Chess) -> Option<Color> {
    let mut game = Game::new(start);
    let mut search = search();
    while !game.position().is_game_over() && game.position().halfmoves() < 100 {
        let outcome = search.go(&game, &Limits::nodes(10_000), |_| {});
        game.play(outcome.best().unwrap());
    }
    let position = game.position();
    position.is_checkmate().then(|| !position.turn())
}

#[test]
fn won_endings_are_won_by_either_colour_and_drawn_ones_drawn() {
    for [fen, end] in rows("endings played out") {
        let start = game(fen).position().clone();
        let [white, black] = Color::ALL.map(|color| (end == "won").then_some(color));
        assert_eq!(winner(mirrored(&start)), black, "{fen}");
        assert_eq!(winner(start), white, "{fen}");
    }
}
