//! Books made and checked by UCI programs.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{arena, entries, run, stderr, stdout};

/// A UCI engine that misbehaves when it is told to.
const TEST_ENGINE: &str = env!("CARGO_BIN_EXE_test-engine");

fn program(arguments: &str) -> String {
    format!("cmd:{TEST_ENGINE} {arguments}")
}

/// The command that makes `file` by a program.
fn making<'a>(file: &'a str, program: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = [
        "openings",
        "generate",
        file,
        "--engine",
        program,
        "--count",
        "60",
        "--plies",
        "4..7",
        "--balance",
        "40",
    ];
    [&fixed[..], more].concat()
}

fn made(folder: &Path, file: &str, program: &str, more: &[&str]) -> Vec<u8> {
    let output = run(folder, &making(file, program, more));
    assert!(output.status.success(), "{}", stderr(&output));
    fs::read(folder.join(file)).unwrap()
}

fn checked(folder: &Path, file: &str, program: &str) -> Value {
    let arguments = ["openings", "check", file, "--engine", program, "--json"];
    let output = run(folder, &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn a_program_makes_the_same_book_on_any_number_of_threads() {
    let folder = tempdir().unwrap();
    let program = program("--spread 60");
    let one = made(folder.path(), "one.pgn", &program, &["--threads", "1"]);
    let three = made(folder.path(), "three.pgn", &program, &["--threads", "3"]);
    assert_eq!(one, three);
    let other = made(folder.path(), "other.pgn", &program, &["--seed", "2"]);
    assert_ne!(one, other);
    // The searches that were kept on the way are gone.
    assert_eq!(entries(folder.path()).len(), 3);
    let report = checked(folder.path(), "one.pgn", &program);
    assert_eq!(report["openings"], 60);
    assert_eq!(
        (&report["doubles"], &report["cannot_castle"]),
        (&0.into(), &0.into())
    );
    let plies = report["plies"].as_object().unwrap();
    assert!(plies.keys().eq(["4", "5", "6", "7"].iter()), "{report}");
    let judge = &report["judge"];
    assert_eq!(
        (&judge["sample"], &judge["engine"]),
        (&60.into(), &"Test Engine 1.0".into())
    );
    // The program says the same of a position every time, so none is beyond the balance.
    let largest = judge["largest"].as_i64().unwrap();
    assert!((20..=40).contains(&largest), "{report}");
    assert_eq!(judge["decided"], 0);
    let strict = checked(folder.path(), "one.pgn", &self::program("--spread 2000"));
    assert!(
        strict["judge"]["decided"].as_i64().unwrap() > 20,
        "{strict}"
    );
}

#[test]
fn a_book_that_was_killed_is_not_there_and_goes_on() {
    let folder = tempdir().unwrap();
    let program = program("--spread 60");
    let whole = made(folder.path(), "whole.pgn", &program, &[]);
    let arguments = making("book.pgn", &program, &["--threads", "1"]);
    let mut child = arena(folder.path(), &arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let kept = folder.path().join("book.pgn.searches");
    let lines = || fs::read_to_string(&kept).map_or(0, |text| text.lines().count());
    while lines() < 20 && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it was done before");
    assert!(!folder.path().join("book.pgn").exists());
    let output = run(folder.path(), &arguments);
    assert!(
        stderr(&output).contains("searches are there already"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read(folder.path().join("book.pgn")).unwrap(), whole);
    assert!(!kept.exists());
}

#[test]
fn programs_that_cannot_or_do_not_answer_are_refused() {
    let folder = tempdir().unwrap();
    for (arguments, expected) in [
        ("--one-line", &["MultiPV", "no such option"][..]),
        ("--fault abort --at 3", &["SIGABRT", "at rn"]),
        ("--fault exit --at 3", &["exit status 3", "at rn"]),
        ("--fault illegal --at 3", &["bestmove e", "at rn"]),
        ("--fault unparsable --at 3", &["bestmove castles"]),
        ("--fault not-utf8", &["engine \"test-engine\""]),
        ("--silent", &["the scores of 0 of 8 moves", "more nodes"]),
    ] {
        let program = program(arguments);
        let output = run(folder.path(), &making("book.pgn", &program, &[]));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        for text in expected {
            assert!(message.contains(text), "{arguments}, {text}: {message}");
        }
        assert!(!folder.path().join("book.pgn").exists());
        // What other programs have found does not help this one.
        fs::remove_file(folder.path().join("book.pgn.searches")).unwrap();
    }
    let output = run(
        folder.path(),
        &making("book.pgn", "cmd:no-such-program", &[]),
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("check the command"));
    assert_eq!(entries(folder.path()).len(), 0);
}

#[test]
fn arguments_and_books_that_make_no_sense_are_refused() {
    let folder = tempdir().unwrap();
    fs::write(
        folder.path().join("bad.pgn"),
        "1. e4 e5 *\n\n1. e4 e6 2. Nf6 *\n",
    )
    .unwrap();
    fs::write(folder.path().join("old.pgn.searches"), "something else\n").unwrap();
    fs::write(folder.path().join("bad.txt2"), "").unwrap();
    let program = program("");
    for (arguments, expected) in [
        (
            &["generate", "b.pgn", "--plies", "9..8"][..],
            "a range of them",
        ),
        (&["generate", "b.pgn", "--plies", "0"], "a range of them"),
        (&["generate", "b.pgn", "--plies", "8-12"], "a range of them"),
        (&["generate", "b.pgn", "--temperature", "0"], "from 0.1"),
        (
            &["generate", "b.pgn", "--engine", "oter"],
            "did you mean \"otter\"",
        ),
        (
            &["generate", "old.pgn", "--engine", &program],
            "old.pgn.searches:1: ",
        ),
        (&["check", "bad.pgn"], "bad.pgn:3: game 2: "),
        (&["check", "gone.pgn"], "gone.pgn: "),
        (&["check", "bad.txt2"], "a file of openings ends in"),
    ] {
        let output = run(folder.path(), &[&["openings"], arguments].concat());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(stdout(&output), "");
    }
    assert_eq!(entries(folder.path()).len(), 3);
}
