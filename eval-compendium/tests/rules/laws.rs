//! The laws of every evaluator, from three kinds of starts, and table keys.

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::testkit::{Keyless, Plan, prove, prove_chess960, prove_from};
use eval_compendium::{State, compendium};

use crate::{game, raw_terms, worked};

/// A part of the games and positions, where not all of them are tried.
const PART: usize = if cfg!(feature = "full") { 4 } else { 20 };

#[test]
fn long_games_keep_the_laws() {
    prove(&compendium(), Plan::new(1, 500 / PART));
}

#[test]
fn games_of_chess960_keep_the_laws() {
    prove_chess960(&compendium(), Plan::new(4, 20_usize.div_ceil(PART)));
}

/// Games from positions close to patterns.
#[test]
fn games_from_the_worked_positions_keep_the_laws() {
    let starts: Vec<_> = worked().iter().step_by(PART).map(|case| game(case.position)).collect();
    let plan = Plan { plies: 12, ..Plan::new(2, 2) };
    prove_from(&compendium(), plan, &starts);
}

/// Openings with few moves to choose from.
const MEETING: [&str; 4] = [
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5",
    "rnb1kbnr/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/RNB1KBNR w KQkq - 0 1",
    "rn2k2r/5b2/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/5B2/RN2K2R w KQkq - 0 1",
    "r3k2r/1b4n1/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/1B4N1/R3K2R w KQkq - 0 1",
];
/// Short games from them often transpose.
const MEETINGS: Plan = Plan { plies: 8, ..Plan::new(3, 2000 / PART) };

#[test]
fn games_that_meet_keep_the_laws() {
    prove_from(&compendium(), MEETINGS, &MEETING.map(game));
}

#[test]
#[should_panic(expected = "one table key, two values")]
fn without_their_keys_they_break_them() {
    prove_from(&Keyless(compendium()), MEETINGS, &MEETING.map(game));
}

fn node(start: &str, moves: &str) -> Node<State> {
    let game = Game::parse(&format!("{start} moves {moves}"));
    Node::root(&compendium(), &game.unwrap()).0
}

/// Rules that distinguish two ways to one position, with the start and the ways.
const DIFFERENT: [(&str, &str, [&str; 2]); 6] = [
    // A knight was the first to leave home, or a bishop.
    ("opening.knight-before-bishop", "startpos", ["e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "e2e4 e7e5 f1c4 b8c6 g1f3 f8c5"]),
    // The bishop goes to c4 in one move, or in two.
    (
        "opening.same-piece-twice",
        "startpos",
        ["e2e3 e7e5 g1f3 b8c6 e3e4 a7a6 f1c4 d7d6", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c4 d7d6"],
    ),
    // The king castles with the knight at home, or after it; the knight goes out and back.
    (
        "opening.castling-over-developing-other-side",
        "fen r3k2r/pppqbppp/2npbn2/4p3/2B1P3/3PBN2/PPPQ1PPP/RN2K2R w Kkq - 0 9",
        ["e1g1 a7a6 b1c3 h7h6 c3b1 b7b6", "b1c3 a7a6 e1g1 h7h6 c3b1 b7b6"],
    ),
    // The king could have castled long, or the queen stood in the way.
    (
        "opening.castle-short-over-long",
        "fen r3k2r/pppqbppp/2npbn2/4p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 9",
        ["e1g1 a7a6 d2d1 h7h6 a2a3 b7b6", "d2d1 a7a6 e1g1 h7h6 a2a3 b7b6"],
    ),
    // The king comes back from castling, or it has only lost the right.
    (
        "opening.lost-castling-king-in-center",
        "fen r3k2r/pppqbppp/2npbn2/4p3/2B1P3/2NPBN2/PPPQ2PP/4K2R w Kkq - 0 9",
        ["e1g1 a7a6 g1f2 h7h6 f2e1 b7b6", "h1f1 a7a6 e1f2 h7h6 f2e1 b7b6"],
    ),
    // The pawn was given a few plies ago, or so long ago that it is forgotten.
    (
        "sacrifice-pawns.one-permanent-factor",
        "fen r5k1/p4ppp/1p1b4/2P5/8/3B4/P4PPP/2R3K1 b - - 0 30",
        [
            "g8f8 g1f1 f8g8 f1g1 g8f8 g1f1 f8g8 f1g1 g8f8 g1f1 d6c5 f1g1 f8g8 g1f1",
            "d6c5 g1f1 g8f8 f1g1 f8g8 g1f1 g8f8 f1g1 f8g8 g1f1 g8f8 f1g1 f8g8 g1f1",
        ],
    ),
];

#[test]
fn different_values_have_different_keys() {
    for (rule, start, ways) in DIFFERENT {
        let nodes = ways.map(|moves| node(start, moves));
        assert_eq!(nodes[0].key(), nodes[1].key(), "{ways:?}");
        let term = |node| raw_terms(&compendium().explain(node), rule);
        let [one, other] = nodes.each_ref().map(term);
        assert_ne!(one, other, "{rule}: {ways:?}");
        let [one, other] = nodes.map(|node| compendium().state_key(&node));
        assert_ne!(one, other, "{rule}: {ways:?}");
    }
}
