//! Each rule on its own positions: what it gives, and a near miss.

#![allow(clippy::unwrap_used)]

mod board;
mod exchange;
mod lines;
mod pawns;
mod pieces;
mod terminal;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use eval_chessbin::chessbin;

/// The evaluation of a FEN, or of `startpos`/`fen FEN` with moves.
fn explain(text: &str) -> Breakdown {
    explain_with(text, false)
}

fn explain_with(text: &str, a_file_fix: bool) -> Breakdown {
    let mut evaluator = chessbin();
    evaluator.set("a_file_fix", &a_file_fix.to_string()).unwrap();
    let (node, _) = Node::root(&evaluator, &Game::parse(text).unwrap());
    evaluator.explain(&node)
}

/// The values of a rule for White and Black, in centipawns.
fn term(breakdown: &Breakdown, name: &str) -> [i32; 2] {
    let mut terms = breakdown.terms().iter();
    let found = terms.find(|term| term.rule.name == name);
    found.map_or([0, 0], |term| [term.white / 10, term.black / 10])
}

fn fact(breakdown: &Breakdown, name: &str) -> Meta {
    let mut facts = breakdown.meta().iter();
    facts.find(|(other, _)| *other == name).unwrap().1
}

/// Asserts what `name` gives in each position.
fn check(name: &str, cases: &[(&str, [i32; 2])]) {
    for (text, expected) in cases {
        assert_eq!(term(&explain(text), name), *expected, "{name}: {text}");
    }
}

#[test]
fn the_start_position_is_known() {
    let breakdown = explain("startpos");
    let expected = [
        ("defended", 36),
        ("mobility", 20),
        ("pst", -160),
        ("edge_pawn", -30),
        ("bishop_pair", 10),
        ("king_few_moves", -5),
    ];
    for (name, each) in expected {
        assert_eq!(term(&breakdown, name), [each, each], "{name}");
    }
    assert_eq!(breakdown.centipawns(), 10);
    assert_eq!(fact(&breakdown, "men"), Meta::Number(32));
    assert_eq!(fact(&breakdown, "castled"), Meta::Sides(false, false));
    assert_eq!(fact(&breakdown, "endgame_phase"), Meta::Flag(false));
    assert_eq!(fact(&breakdown, "terminal"), Meta::Word(None));
}
