//! Known answers: positions with their histories and the terms they must give.

#![allow(clippy::unwrap_used)]

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::{Game, fen_of};
use engine_core::node::Node;
use engine_core::options::Configure;
use eval_chessbin::{ChessBin, chessbin};
use serde_json::{Map, Value, json};
use shakmaty::{Color, Position};

const CASES: &str = include_str!("data/cases.jsonl");

fn explain(evaluator: &ChessBin, game: &Game) -> Breakdown {
    let (node, _) = Node::root(evaluator, game);
    evaluator.explain(&node)
}

/// Terms in whole centipawns; those that are zero for both sides are left out.
fn terms(breakdown: &Breakdown) -> Value {
    let terms = breakdown.terms().iter();
    let named = terms.map(|term| {
        assert_eq!((term.white % 10, term.black % 10), (0, 0));
        let sides = json!([term.white / 10, term.black / 10]);
        (term.rule.0.to_owned(), sides)
    });
    Value::Object(without_zeros(named.collect()))
}

fn without_zeros(mut terms: Map<String, Value>) -> Map<String, Value> {
    terms.retain(|_, sides| *sides != json!([0, 0]));
    terms
}

fn meta(breakdown: &Breakdown) -> Value {
    let facts = breakdown.meta().iter();
    let plain = facts.map(|(name, fact)| {
        let fact = match *fact {
            Meta::Flag(flag) => json!(flag),
            Meta::Number(number) => json!(number),
            Meta::Sides(white, black) => json!([white, black]),
            Meta::Word(word) => json!(word),
        };
        ((*name).to_owned(), fact)
    });
    Value::Object(plain.collect())
}

#[test]
fn every_case_gives_the_known_terms() {
    let (plain, mut fixed) = (chessbin(), chessbin());
    fixed.set("a_file_fix", "true").unwrap();
    let mut cases = 0;
    for text in CASES.lines() {
        let case: Value = serde_json::from_str(text).unwrap();
        let line = case["line"].as_str().unwrap();
        let expected = &case["expected"]["chessbin"];
        let game = Game::parse(line).unwrap();
        let breakdown = explain(&plain, &game);
        let total = breakdown.centipawns();
        let relative = match game.position().turn() {
            Color::White => total,
            Color::Black => -total,
        };
        let expected_terms = expected["terms"].as_object().unwrap().clone();
        let reached = Game::parse(case["fen"].as_str().unwrap()).unwrap();
        assert_eq!(
            fen_of(reached.position()),
            fen_of(game.position()),
            "{line}"
        );
        assert_eq!(
            Value::Object(without_zeros(expected_terms)),
            terms(&breakdown),
            "{line}"
        );
        assert_eq!(expected["meta"], meta(&breakdown), "{line}");
        assert_eq!(expected["total"], total, "{line}");
        assert_eq!(expected["relative"], relative, "{line}");
        let mended = explain(&fixed, &game).centipawns();
        assert_eq!(
            case["expected"]["chessbin_fixed"]["total"], mended,
            "{line}"
        );
        cases += 1;
    }
    assert_eq!(cases, 400);
}
