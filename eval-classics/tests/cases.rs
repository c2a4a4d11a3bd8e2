//! Known answers, which reference.py has computed from the documents.

use engine_core::testkit::{known_answers, reference_agrees};
use eval_classics::{Classic, kaufman, pesto, shannon, turochamp};

const CASES: &str = include_str!("data/cases.jsonl");
const COUNT: usize = 307;

fn gives_the_known_terms(evaluator: &Classic, name: &str) {
    let answer = format!("/expected/{name}");
    assert_eq!(known_answers(evaluator, CASES, &answer), COUNT);
}

#[test]
fn shannon_gives_the_known_terms() {
    gives_the_known_terms(&shannon(), "shannon");
}

#[test]
fn turochamp_gives_the_known_terms() {
    gives_the_known_terms(&turochamp(), "turochamp");
}

#[test]
fn pesto_gives_the_known_terms() {
    gives_the_known_terms(&pesto(), "pesto");
}

#[test]
fn kaufman_gives_the_known_terms() {
    gives_the_known_terms(&kaufman(), "kaufman");
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}
