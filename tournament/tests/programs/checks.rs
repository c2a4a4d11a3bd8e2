//! `evalarena check`, from outside.

use serde_json::Value;

use crate::common::{TEST_ENGINE, arena, folder_with, refused, run, stderr, stdout};

#[test]
fn a_built_in_engine_passes() {
    let folder = folder_with("");
    let word = format!("cmd:{TEST_ENGINE} --evaluator michniewski");
    let output = run(&folder, &format!("check '{word}' --json"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let not_passed: Vec<&Value> = findings.iter().filter(|f| f["outcome"] != "ok").collect();
    // Lateness depends on the machine as well; and some things it does not offer.
    let grave = not_passed.iter().filter(|finding| {
        let detail = finding["detail"].as_str().unwrap();
        !detail.contains(" ms") && !detail.starts_with("it does not offer ")
    });
    assert_eq!(grave.count(), 0, "{not_passed:#?}");
    assert_eq!(report["passed"], findings.len() - not_passed.len());
    let keeps = findings.iter().find(|f| f["check"] == "keeps to nodes");
    assert_eq!(keeps.unwrap()["outcome"], "ok");
}

#[test]
fn faults_of_an_engine_are_reported() {
    let word = format!("cmd:{TEST_ENGINE} --fault endless-search");
    let folder = folder_with("");
    // Wide enough for each finding to be a line.
    let mut check = arena(&folder, &format!("check '{word}'"));
    let output = check.env("COLUMNS", "200").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    for (name, word, part) in [
        ("keeps to nodes", "FAILED", "searched on until it was stopped"),
        ("keeps to depth", "FAILED", "give it a time"),
        ("keeps to a time for the move", "ok", ""),
    ] {
        let line = text.lines().find(|line| line.contains(name)).unwrap();
        let outcome = line.trim_start().starts_with(word);
        assert!(outcome && line.contains(part), "{line}");
    }
}

#[test]
fn a_program_that_cannot_be_checked_is_an_error() {
    let folder = folder_with("");
    for (word, part) in [
        ("michniewski --games 0", "leave --games 0 out"),
        ("./nothing", "nothing"),
        ("true", "exit status 0"),
        ("t.toml", "no engines in it"),
    ] {
        refused(&folder, &format!("check {word}"), &[part]);
    }
}
