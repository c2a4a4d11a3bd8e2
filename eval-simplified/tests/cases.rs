//! Known answers: positions with their histories and the terms they must give.

#![allow(clippy::unwrap_used)]

use engine_core::evaluator::Evaluator;
use engine_core::explain::Meta;
use engine_core::game::Game;
use engine_core::node::Node;
use eval_simplified::Simplified;
use serde_json::Value;
use shakmaty::{Color, Position};

const CASES: &str = include_str!("data/cases.jsonl");

fn check(evaluator: &Simplified) {
    let name = evaluator.info().name;
    let mut cases = 0;
    for text in CASES.lines() {
        let case: Value = serde_json::from_str(text).unwrap();
        let line = case["line"].as_str().unwrap();
        let expected = &case["expected"][name];
        let game = Game::parse(line).unwrap();
        let (node, _) = Node::root(evaluator, &game);
        let breakdown = evaluator.explain(&node);
        let mut terms = serde_json::Map::new();
        for term in breakdown.terms() {
            if (term.white, term.black) != (0, 0) {
                terms.insert(
                    term.rule.0.to_owned(),
                    serde_json::json!([term.white / 10, term.black / 10]),
                );
            }
        }
        let mut meta = serde_json::Map::new();
        for (key, value) in breakdown.meta() {
            let Meta::Flag(flag) = value else {
                panic!("{key}")
            };
            meta.insert((*key).to_owned(), Value::Bool(*flag));
        }
        assert_eq!(expected["total"], breakdown.centipawns(), "{name}: {line}");
        assert_eq!(expected["terms"], Value::Object(terms), "{name}: {line}");
        assert_eq!(expected["meta"], Value::Object(meta), "{name}: {line}");
        let sign = if game.position().turn() == Color::White {
            1
        } else {
            -1
        };
        assert_eq!(
            expected["relative"].as_i64().unwrap(),
            i64::from(sign * breakdown.centipawns())
        );
        cases += 1;
    }
    assert_eq!(cases, 400);
}

#[test]
fn michniewski_gives_the_known_terms() {
    check(&eval_simplified::michniewski());
}

#[test]
fn otter_gives_the_known_terms() {
    check(&eval_simplified::otter());
}
