//! Known answers: positions with their histories and the terms they must give, of an independent program and of
//! reference.py.

use engine_core::testkit::{known_answers, known_answers_by_numbers, reference_agrees};
use eval_simplified::{Simplified, material, michniewski, otter};

const CASES: &str = include_str!("data/cases.jsonl");
const NUMBERS: &str = include_str!("data/numbers.json");
const COUNT: usize = 455;

/// By the document's numbers, by drawn ones and by all at their limits, in positions in which each of them counts.
fn gives_the_known_terms(evaluator: &Simplified, name: &str) {
    let expected = format!("/expected/{name}");
    assert_eq!(known_answers(evaluator, CASES, &expected), COUNT);
    known_answers_by_numbers(evaluator, CASES, NUMBERS, [&format!("/{name}"), &expected]);
}

#[test]
fn michniewski_gives_the_known_terms() {
    gives_the_known_terms(&michniewski(), "michniewski");
}

#[test]
fn otter_gives_the_known_terms() {
    gives_the_known_terms(&otter(), "otter");
}

#[test]
fn material_gives_the_known_terms() {
    gives_the_known_terms(&material(), "material");
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}
