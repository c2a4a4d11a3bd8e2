//! Known answers: positions with their histories and the terms they must give.

#![allow(clippy::unwrap_used)]

use engine_core::options::Configure;
use engine_core::testkit::known_answers;
use eval_chessbin::chessbin;

const CASES: &str = include_str!("data/cases.jsonl");

#[test]
fn the_printed_evaluation_gives_the_known_terms() {
    assert_eq!(known_answers(&chessbin(), CASES, "/expected/chessbin"), 400);
}

#[test]
fn with_the_a_file_mended_it_gives_the_known_totals() {
    let mut fixed = chessbin();
    fixed.set("a_file_fix", "true").unwrap();
    let cases = known_answers(&fixed, CASES, "/expected/chessbin_fixed");
    assert_eq!(cases, 400);
}
