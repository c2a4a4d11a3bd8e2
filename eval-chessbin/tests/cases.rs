//! Known answers: positions with their histories and the terms they must give, of an independent program and of
//! reference.py.

#![allow(clippy::unwrap_used)]

use engine_core::options::Configure;
use engine_core::testkit::{known_answers, known_answers_by_numbers, reference_agrees};
use eval_chessbin::chessbin;

const CASES: &str = include_str!("data/cases.jsonl");
const NUMBERS: &str = include_str!("data/numbers.json");
const COUNT: usize = 462;

#[test]
fn the_printed_evaluation_gives_the_known_terms() {
    assert_eq!(known_answers(&chessbin(), CASES, "/expected/chessbin"), COUNT);
}

#[test]
fn with_the_a_file_mended_it_gives_the_known_totals() {
    let mut fixed = chessbin();
    fixed.set("a_file_fix", "true").unwrap();
    assert_eq!(known_answers(&fixed, CASES, "/expected/chessbin_fixed"), COUNT);
}

/// Drawn numbers, and all at their limits, in positions in which each of them counts.
#[test]
fn other_numbers_give_the_known_totals() {
    let answers = ["/expected", "/expected/chessbin"];
    known_answers_by_numbers(&chessbin(), CASES, NUMBERS, answers);
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}
