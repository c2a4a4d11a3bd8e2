//! Evaluations in other languages, from `new-evaluator` and from docs/own-evaluation.md: they build, keep the laws and play.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::tempdir;

use super::common::{Contents, refused, run, stderr, stdout, success, text};

const DOCUMENT: &str = include_str!("../../../../docs/own-evaluation.md");

/// True if the program runs with these arguments; otherwise the test is skipped, and a line printed.
fn is_there(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    let is_there = command.status().is_ok_and(|status| status.success());
    if !is_there {
        println!("skipped: there is no {program} ({})", arguments.join(" "));
    }
    is_there
}

fn has_python() -> bool {
    is_there("python3", &["-c", "import chess"])
}

/// Runs make in the folder with this program as the arena; returns the output.
#[track_caller]
fn make(folder: &Path, target: &str) -> String {
    let mut make = Command::new("make");
    let program = env!("CARGO_BIN_EXE_evalarena");
    make.current_dir(folder).args([target, &format!("EVALARENA={program}")]);
    let output = make.output().unwrap();
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    assert_eq!(stderr(&output), "", "make {target}");
    stdout(&output)
}

/// Asserts that the evaluation breaks no law.
#[track_caller]
fn keeps_the_laws(folder: &Path, spec: &str) {
    let output = run(folder, &format!("check '{spec}' --games 0 --json"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["failed"], 0, "{report:#}");
    assert_eq!(output.status.code(), Some(0), "{report:#}");
}

/// Plays two short games, and asserts that nothing failed.
#[track_caller]
fn plays(folder: &Path, spec: &str) {
    let line =
        format!("match '{spec}' michniewski --games 2 --nodes 500 --out runs/two --threads 2");
    let output = success(folder, &line);
    stdout(&output).must_have(&["michniewski"]);
    stderr(&output).must_lack(&["failed", "crash"]);
    let games = fs::read_to_string(folder.join("runs/two/games.pgn")).unwrap();
    assert_eq!(games.matches("[Result \"").count(), 2, "{games}");
}

#[test]
fn a_folder_in_c_or_cpp_builds_keeps_the_laws_and_plays() {
    if !is_there("make", &["--version"]) {
        return;
    }
    for (language, compiler) in [("c", "cc"), ("cpp", "c++")] {
        if !is_there(compiler, &["--version"]) {
            continue;
        }
        let place = tempdir().unwrap();
        let line = format!("new-evaluator two-words --language {language}");
        let source = format!("two-words/two-words.{language}");
        text(place.path(), &line).must_have(&[
            "written: ",
            &source,
            "make check",
            "./two-words.so",
        ]);
        let folder = place.path().join("two-words");
        make(&folder, "two-words.so");
        make(&folder, "check").must_have(&[", 0 failed"]);
        keeps_the_laws(&folder, "./two-words.so");
        plays(&folder, "./two-words.so");
        text(&folder, "explain startpos moves e2e4 --engine ./two-words.so")
            .must_have(&["material", "centre", "15"]);
        make(&folder, "clean");
        assert!(!folder.join("two-words.so").exists());
    }
}

#[test]
fn a_folder_in_python_keeps_the_laws_and_plays() {
    if !has_python() {
        return;
    }
    let place = tempdir().unwrap();
    let spec = "eval:python3 eval_two_words.py";
    text(place.path(), "new-evaluator two-words --language python").must_have(&[
        "two-words/eval_two_words.py",
        "pip install",
        spec,
    ]);
    let folder = place.path().join("two-words");
    keeps_the_laws(&folder, spec);
    plays(&folder, spec);
}

#[test]
fn a_uci_engine_that_prints_its_value_keeps_the_laws_and_plays() {
    let names = ["stockfish", "/usr/games/stockfish"];
    let Some(program) = names.into_iter().find(|name| is_there(name, &["quit"])) else { return };
    let version = Command::new(program).arg("quit").output().unwrap();
    // Later ones have no classical evaluation.
    if !stdout(&version).starts_with("Stockfish 15") || !is_there("python3", &["--version"]) {
        println!("skipped: {program} is not Stockfish 15");
        return;
    }
    let place = tempdir().unwrap();
    let spec = "eval:python3 eval_theirs.py";
    text(place.path(), "new-evaluator theirs --language uci-eval").must_have(&[spec]);
    let folder = place.path().join("theirs");
    let ours = fs::read_to_string(folder.join("eval_theirs.py")).unwrap();
    assert!(DOCUMENT.contains(&ours), "the document shows the template");
    keeps_the_laws(&folder, spec);
    plays(&folder, spec);
    let explained = text(&folder, &format!("explain startpos moves e2e4 --engine '{spec}' --json"));
    let explained: Value = serde_json::from_str(&explained).unwrap();
    assert_eq!(explained["evaluations"][0]["total"], 58, "{explained}");
}

#[test]
fn what_is_there_is_not_written_over() {
    let place = tempdir().unwrap();
    success(place.path(), "new-evaluator mine --language python");
    let parts = ["mine exists already"];
    refused(place.path(), "new-evaluator mine --language c", &parts);
    refused(place.path(), "new-evaluator Mine --language c", &["cannot name"]);
    refused(place.path(), "new-evaluator other", &["--language c, cpp or python"]);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
}

/// The first block of this language in the document.
fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let (_, block) = DOCUMENT.split_once(start.as_str()).unwrap();
    block.split_once("```").unwrap().0
}

#[test]
fn the_library_of_the_document_keeps_the_laws_and_plays() {
    if !is_there("cc", &["--version"]) {
        return;
    }
    let place = tempdir().unwrap();
    fs::write(place.path().join("mine.c"), block("c")).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I"]);
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("../eval-external/include");
    compiler.arg(header).args(["-o", "mine.so", "mine.c"]);
    assert!(compiler.current_dir(place.path()).status().unwrap().success());
    keeps_the_laws(place.path(), "./mine.so");
    plays(place.path(), "./mine.so");
}

#[test]
fn the_fifteen_lines_of_the_document_keep_the_laws_and_play() {
    let program = block("python");
    assert_eq!(program.lines().count(), 15);
    if !has_python() {
        return;
    }
    let place = tempdir().unwrap();
    fs::write(place.path().join("mine.py"), program).unwrap();
    keeps_the_laws(place.path(), "eval:python3 mine.py");
    plays(place.path(), "eval:python3 mine.py");
}

#[test]
fn a_broken_law_is_reported_with_the_position_and_both_values() {
    let place = tempdir().unwrap();
    let spec = "eval:sh -c \"echo evaluation 1 white; exec sed -u s/.*/5/\"";
    let output = run(place.path(), &format!("check '{spec}'"));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    stdout(&output).must_have(&["FAILED", "4k3/8/8/8/8/8/8/4K3 b", "1 failed"]);
}
