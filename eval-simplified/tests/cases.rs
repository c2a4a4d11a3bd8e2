//! Known answers: positions with their histories and the terms they must give.

use engine_core::testkit::known_answers;
use eval_simplified::{michniewski, otter};

const CASES: &str = include_str!("data/cases.jsonl");

#[test]
fn michniewski_gives_the_known_terms() {
    let cases = known_answers(&michniewski(), CASES, "/expected/michniewski");
    assert_eq!(cases, 400);
}

#[test]
fn otter_gives_the_known_terms() {
    assert_eq!(known_answers(&otter(), CASES, "/expected/otter"), 400);
}
