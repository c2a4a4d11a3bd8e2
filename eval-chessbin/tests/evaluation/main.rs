//! The evaluation by known answers, by hand and by the laws of every evaluator.

#![allow(clippy::unwrap_used)]

mod keys;
mod rules;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError};
use engine_core::testkit::{
    Contents, Plan, known_answers, known_answers_by_numbers, output_of, printed, prove,
    prove_chess960, reference_agrees, set_numbers,
};
use eval_chessbin::{ChessBin, chessbin};

/// Positions with their histories and the terms they must give, of an independent program and of reference.py.
const CASES: &str = include_str!("../data/cases.jsonl");
const NUMBERS: &str = include_str!("../data/numbers.json");
const COUNT: usize = 462;

/// With the slip on White's a-file mended.
fn fixed() -> ChessBin {
    let mut evaluator = chessbin();
    evaluator.set("A_File_Fix", "true").unwrap();
    evaluator
}

/// The evaluation of a FEN, or of `startpos`/`fen FEN` with moves.
fn explain(evaluator: &ChessBin, text: &str) -> Breakdown {
    evaluator.explain(&Node::root(evaluator, &Game::parse(text).unwrap()).0)
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

/// With the document's numbers, with drawn ones and with all at their limits, in positions in which each of them counts.
#[test]
fn it_gives_the_known_terms() {
    assert_eq!(known_answers(&fixed(), CASES, "/expected/chessbin_fixed"), COUNT);
    assert_eq!(known_answers(&chessbin(), CASES, "/expected/chessbin"), COUNT);
    known_answers_by_numbers(&chessbin(), CASES, NUMBERS, ["/expected", "/expected/chessbin"]);
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}

/// Both colours alike, but for the slip on the a-file.
const PLAN: Plan = Plan { plies: 250, ..Plan::new(2, 1000) };

#[test]
fn games_keep_the_laws() {
    prove(&chessbin(), Plan { mirror: false, ..PLAN });
    prove(&fixed(), PLAN);
    prove_chess960(&fixed(), Plan { games: 200, ..PLAN });
}

#[test]
fn other_numbers_keep_the_laws() {
    let mut other = fixed();
    // The tables are still symmetric: what is turned round is mirrored.
    set_numbers(&mut other, |_, default, _, _| default - default / 10 + 1);
    prove(&other, Plan { games: 500, ..PLAN });
    prove_chess960(&other, Plan { games: 50, ..PLAN });
}

#[test]
#[should_panic(expected = "mirror")]
fn the_slip_breaks_the_mirror() {
    prove(&chessbin(), PLAN);
}

#[test]
fn an_unknown_option_is_refused_with_what_there_is() {
    let refused = |name, value| chessbin().set(name, value).unwrap_err();
    let text = refused("a_file", "true").to_string();
    text.must_have(&["this evaluator has a_file_fix, value.*, pst_pawn.*, "]);
    let text = refused("pst_knight.i9", "1").to_string();
    text.must_have(&["did you mean \"pst_knight."]);
    assert!(text.len() < 600, "{text}");
    for name in ["pst_pawn.e8", "value.king"] {
        assert!(matches!(refused(name, "1"), OptionError::Unknown { .. }), "{name}");
    }
    assert!(matches!(refused("a_file_fix", "yes"), OptionError::Value { .. }));
}

#[test]
fn it_plays_by_its_evaluation() {
    let script = "uci\nsetoption name a_file_fix value true\nposition startpos\ngo nodes 500\n";
    let output = printed(&output_of(env!("CARGO_BIN_EXE_chessbin"), &[], script));
    output.must_have(&["id name ChessBin ", "option name a_file_fix type check default false\n"]);
    assert!(output.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{output}");
}
