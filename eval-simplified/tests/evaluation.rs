//! The evaluations by known answers, by hand and by the laws of every evaluator.

#![allow(clippy::unwrap_used)]

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError};
use engine_core::testkit::{
    Plan, RandomGames, known_answers, known_answers_with_numbers, prove, prove_chess960, reference_agrees, set_numbers,
};
use eval_simplified::{Simplified, material, michniewski, otter};

/// Positions with their histories and the terms they must give, of an independent program and of reference.py.
const CASES: &str = include_str!("data/cases.jsonl");
const NUMBERS: &str = include_str!("data/numbers.json");
const COUNT: usize = 455;

/// By the document's numbers, by drawn ones and by all at their limits, in positions in which each of them counts.
#[test]
fn each_gives_the_known_terms() {
    for evaluator in [michniewski(), otter(), material()] {
        let name = evaluator.info().name;
        let expected = format!("/expected/{name}");
        assert_eq!(known_answers(&evaluator, CASES, &expected), COUNT);
        known_answers_with_numbers(&evaluator, CASES, NUMBERS, [&format!("/{name}"), &expected]);
    }
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}

/// Random games in which the laws are proved.
const GAMES: usize = if cfg!(feature = "full") { 300 } else { 50 };

#[test]
fn games_keep_the_laws() {
    for evaluator in [michniewski(), otter(), material()] {
        prove(&evaluator, Plan::new(1, GAMES));
        prove_chess960(&evaluator, Plan::new(1, GAMES / 5));
    }
}

/// White's king on e4 gets 40 in the endgame and -40 before it, Black's on a8 -50 and 20.
fn is_endgame(evaluator: &Simplified, fen: &str) -> bool {
    let (node, _) = Node::root(evaluator, &Game::parse(fen).unwrap());
    let breakdown = evaluator.explain(&node);
    let kings = breakdown.terms().iter().find(|term| term.rule.name == "pst_king").unwrap();
    match (kings.white, kings.black) {
        (400, -500) => true,
        (-400, 200) => false,
        other => panic!("{fen}: {other:?}"),
    }
}

#[test]
fn the_endgame_begins_as_the_document_states() {
    let either = michniewski();
    let mut no_queens = michniewski();
    no_queens.set("endgame_rule", "no_queens").unwrap();
    // (position, by either condition, by the first alone)
    let cases = [
        ("k7/8/8/8/4K3/8/8/2BBNRRN w - - 0 1", true, true),
        ("k7/8/8/8/4K3/8/8/Q7 b - - 0 1", true, false),
        ("k7/8/8/8/4K3/8/8/1Q2N3 w - - 0 1", true, false),
        ("k7/8/8/8/4K3/8/PPPPPPPP/1Q2N3 w - - 0 1", true, false),
        ("k7/8/8/8/4K3/8/8/1Q2NB2 w - - 0 1", false, false),
        ("k7/8/8/8/4K3/8/8/1Q2R3 w - - 0 1", false, false),
        ("k7/8/8/8/4K3/8/8/1QQ5 w - - 0 1", false, false),
        ("k7/2q5/8/8/4K3/8/8/1Q6 b - - 0 1", true, false),
        ("k6q/5r2/8/8/4K3/8/8/8 w - - 0 1", false, false),
    ];
    for (fen, by_either, by_first) in cases {
        assert_eq!(is_endgame(&either, fen), by_either, "{fen}");
        assert_eq!(is_endgame(&no_queens, fen), by_first, "{fen}");
    }
}

#[test]
fn other_numbers_keep_the_laws() {
    for mut evaluator in [michniewski(), otter(), material()] {
        let mut random = RandomGames::new(5);
        set_numbers(&mut evaluator, |_, _, _, _| random.below(401) as i32 - 200);
        prove(&evaluator, Plan::new(4, GAMES / 3));
        prove_chess960(&evaluator, Plan::new(4, GAMES / 30));
    }
}

#[test]
fn an_unknown_option_is_refused_with_what_there_is() {
    let error = michniewski().set("endgame", "either").unwrap_err();
    assert!(error.to_string().contains("this evaluator has endgame_rule"));
    let error = michniewski().set("endgame_rule", "never").unwrap_err();
    assert!(error.to_string().contains("it takes either or no_queens"));
    assert!(matches!(otter().set("endgame_rule", "either"), Err(OptionError::Unknown { .. })));
}

#[test]
fn numbers_without_a_document_are_no_options() {
    for (name, mut evaluators) in [
        ("value.king", vec![michniewski(), otter(), material()]),
        ("pst_pawn.e1", vec![michniewski(), otter(), material()]),
        ("pst_pawn.e8", vec![michniewski(), otter(), material()]),
        ("pst_king_endgame.e4", vec![otter(), material()]),
        ("pst_knight.e4", vec![material()]),
    ] {
        for evaluator in &mut evaluators {
            let error = evaluator.set(name, "1").unwrap_err();
            assert!(matches!(error, OptionError::Unknown { .. }), "{error}");
        }
    }
    let error = michniewski().set("value.pawn", "2001").unwrap_err();
    let message = error.to_string();
    assert!(message.contains("a whole number from -2000 to 2000"), "{message}");
}
