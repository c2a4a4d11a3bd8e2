//! `evalarena check`, from outside; and `evalarena engine`: the program plays with a library of C or a program, whatever that does.

use std::process::Output;

use engine_core::testkit::output_of;
use serde_json::Value;

use super::evaluations::{hostile, library};
use super::{Contents, Ended, TEST_ENGINE, arena, folder_with, refused, run, stderr, stdout};

/// The output of the engine for these lines of input.
fn engine(evaluation: &str, lines: &str) -> Output {
    output_of(env!("CARGO_BIN_EXE_evalarena"), &["engine", evaluation], lines)
}

#[test]
fn a_library_plays_by_uci_and_explains() {
    let Some(folder) = library("michniewski.c", &[]) else { return };
    let library = folder.join("mine.so");
    let library = library.to_str().unwrap();
    let lines = "uci\nisready\nposition startpos\neval\ngo nodes 2000\nquit\n";
    let setup = format!(r#"{{"evaluation": "{library}", "options": {{"value.knight": 321}}}}"#);
    let output = engine(&setup, lines);
    let printed = stdout(&output);
    assert!(output.status.success(), "{printed}{}", stderr(&output));
    for expected in [
        "id name Michniewski in C ",
        "option name value.knight type spin default 320 min 0 max 2000\n",
        "option name no_queens type check default false\n",
        "uciok\nreadyok\n",
        "pst_knight",
        "bestmove ",
    ] {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_library_that_writes_to_standard_output_does_not_disturb_the_protocol() {
    let Some(folder) = hostile("NOISY") else { return };
    let library = folder.join("mine.so");
    let output = engine(library.to_str().unwrap(), "uci\ngo nodes 500\n");
    let printed = stdout(&output);
    assert!(output.status.success(), "{printed}");
    assert!(
        !printed.contains("loaded") && !printed.contains("a1a1") && !printed.contains("value "),
        "{printed}"
    );
    assert_eq!(printed.matches("bestmove").count(), 1, "{printed}");
    let error = stderr(&output);
    assert!(error.contains("loaded\n") && error.contains("bestmove a1a1\n"), "{error}");
}

#[test]
fn a_failure_in_a_search_ends_the_engine_with_a_message() {
    let Some(folder) = hostile("OUT_OF_RANGE") else { return };
    let library = folder.join("mine.so");
    let output = engine(library.to_str().unwrap(), "go nodes 100000\n");
    let error = output.ended(3);
    assert!(
        error.starts_with("error: the evaluation ")
            && error.contains(" failed: the value 40000 of \""),
        "{error}"
    );
    assert!(!stdout(&output).contains("bestmove"));
}

#[test]
fn a_program_over_a_pipe_plays() {
    let program = "eval:sh -c 'echo evaluation 1 name=Nothing; exec sed -u s/.*/0/'";
    let output = engine(program, "uci\ngo depth 2\n");
    let printed = stdout(&output);
    assert!(
        printed.contains("id name Nothing ") && printed.contains("bestmove "),
        "{printed}{}",
        stderr(&output)
    );
}

#[test]
fn what_cannot_be_used_is_refused_with_the_reason() {
    for (evaluation, message) in [
        ("./no/such.so", "error: ./no/such.so: the library cannot be loaded: No such file"),
        ("eval:", "is not an evaluation"),
        (
            "eval:false",
            "eval:false: the program ended (exit status: 1) while the greeting was awaited",
        ),
        (
            r#"{"evaluation": "eval:sh -c 'echo evaluation 1; cat'", "options": {"a": 1}}"#,
            "option \"a\" cannot be set: there is no option \"a\"; this evaluator has none",
        ),
        (r#"{"evaluation": "eval:x", "optons": {}}"#, "unknown field `optons`"),
        (r#"{"evaluation": "eval:x", "hash": 3}"#, "hash is 3; use 1, 2, 4 ... 256"),
        (r#"{"evaluation": "eval:x", "search": {"depth": 3}}"#, "search depth = 3: "),
        (
            r#"{"evaluation": "eval:sh -c 'echo evaluation 1; exec sed -u s/.*/0/'", "disable": ["x"]}"#,
            "disable: ",
        ),
    ] {
        let output = engine(evaluation, "");
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{evaluation}: {error}");
        assert!(error.contains(message), "{evaluation}: {error}");
    }
}

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
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn faults_of_an_engine_are_reported() {
    let word = format!("cmd:{TEST_ENGINE} --fault endless-search");
    let folder = folder_with("");
    // Wide enough for each finding to be a line.
    let mut check = arena(&folder, &format!("check '{word}'"));
    let output = check.env("COLUMNS", "200").output().unwrap();
    output.ended(1);
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

#[test]
fn a_broken_law_is_reported_with_the_position_and_both_values() {
    let spec = "eval:sh -c \"echo evaluation 1 white; exec sed -u s/.*/5/\"";
    let output = run(&folder_with(""), &format!("check '{spec}'"));
    output.ended(1);
    stdout(&output).must_have(&["FAILED", "4k3/8/8/8/8/8/8/4K3 b", "1 failed"]);
}
