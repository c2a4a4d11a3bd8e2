//! The evaluation by known answers, by hand and by the laws of every evaluator.

#![allow(clippy::unwrap_used)]

mod history;
mod rules;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError};
use engine_core::testkit::{
    Contents, Plan, known_answers, known_answers_by_numbers, prove, prove_chess960,
    reference_agrees, set_numbers,
};
use eval_slate_atkin::slate_atkin;

/// Positions with their histories and the terms they must give, of an independent program and of reference.py.
const CASES: &str = include_str!("../data/cases.jsonl");
const NUMBERS: &str = include_str!("../data/numbers.json");
const COUNT: usize = 418;

/// The evaluation of `game`'s position.
fn breakdown(game: &Game) -> Breakdown {
    let evaluator = slate_atkin();
    let (node, _) = Node::root(&evaluator, game);
    evaluator.explain(&node)
}

/// The values of `name` in `breakdown`, in centipawns for White and for Black.
fn term_of(breakdown: &Breakdown, name: &str) -> [i32; 2] {
    let mut terms = breakdown.terms().iter();
    let term = terms.find(|term| term.rule.name == name).expect(name);
    assert_eq!((term.white % 10, term.black % 10), (0, 0), "{name}");
    [term.white / 10, term.black / 10]
}

/// The sides that have castled, as the explanation shows it.
fn castled(breakdown: &Breakdown) -> [bool; 2] {
    match breakdown.meta() {
        [("castled", Meta::Sides(white, black))] => [*white, *black],
        other => panic!("{other:?}"),
    }
}

/// With the document's numbers, with drawn ones and with all at their limits, in positions in which each of them counts.
#[test]
fn it_gives_the_known_terms() {
    assert_eq!(known_answers(&slate_atkin(), CASES, "/expected"), COUNT);
    known_answers_by_numbers(&slate_atkin(), CASES, NUMBERS, ["", "/expected"]);
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}

#[test]
fn games_keep_the_laws() {
    prove(&slate_atkin(), Plan::new(1, 1000));
    prove_chess960(&slate_atkin(), Plan::new(2, 200));
}

#[test]
fn other_numbers_keep_the_laws() {
    let mut other = slate_atkin();
    set_numbers(&mut other, |_, default, _, _| default - default / 10 + 1);
    prove(&other, Plan::new(3, 500));
    prove_chess960(&other, Plan::new(3, 50));
}

#[test]
fn it_describes_itself_and_refuses_unknown_options() {
    let mut evaluator = slate_atkin();
    assert_eq!(evaluator.info().name, "slate-atkin");
    assert_eq!(evaluator.info().title, "Slate & Atkin");
    // Explained in the order in which they are declared, the document's.
    let explained = breakdown(&Game::default());
    let declared = evaluator.rules().into_iter().map(|declared| declared.rule);
    assert!(explained.terms().iter().map(|term| term.rule).eq(declared));
    assert!(matches!(evaluator.set("passed", "25"), Err(OptionError::Unknown { .. })));
    let text = evaluator.set("bishop_pear", "25").unwrap_err().to_string();
    text.must_have(&["did you mean \"bishop_pair\"?", "value.*", "pawn_advance.*"]);
    let error = evaluator.set("bishop_pair", "a lot").unwrap_err();
    assert!(matches!(error, OptionError::Value { .. }));
    // A decimal where the document has decimals.
    assert!(evaluator.set("rook_king_tropism.slope", "1.7").is_ok());
    assert!(evaluator.set("rook_king_tropism.zero_at", "6.5").is_err());
}
