//! Known answers, which reference.py has computed from the documents.

#![allow(clippy::unwrap_used)]

use std::process::Command;

use engine_core::testkit::known_answers;
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

/// The answers are what the reference gives, where there is a Python.
#[test]
fn the_reference_gives_the_known_answers() {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let script = format!("{tests}/reference.py");
    let cases = format!("{tests}/data/cases.jsonl");
    match Command::new("python3").args([&script, "--check", &cases]).output() {
        Ok(output) => {
            let printed = String::from_utf8(output.stdout).unwrap();
            let expected = format!("{COUNT} of {COUNT} agree\n");
            assert_eq!(printed, expected);
        }
        Err(error) => eprintln!("skipped, without python3: {error}"),
    }
}
