//! The arena as its users meet it: the binary, its folder, its errors.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tempfile::{TempDir, tempdir};
use tournament::store::Store;

const CONFIGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs");

/// Three engines, twelve games, a second or two.
const SMALL: &str = r#"
[run]
name = "small"
format = "round-robin"
pairs = 2
seed = 5
anchor = "Material"

[limits]
nodes = 600

[adjudication]
draw = { after = 40, moves = 8, score = 10 }
resign = { moves = 4, score = 900, both = true }
max_moves = 100

[[engine]]
name = "Material"
evaluator = "material"
[[engine]]
name = "Michniewski"
evaluator = "michniewski"
params = { endgame_rule = "no_queens" }
[[engine]]
name = "Otter"
evaluator = "otter"
limits = { depth = 3 }
"#;

fn arena(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
    command.current_dir(folder).args(arguments);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    arena(folder, arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn folder_with(config: &str) -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("small.toml"), config).unwrap();
    folder
}

/// The games without what differs from run to run: dates, and the seconds in the comments.
fn timeless(pgn: &Path) -> String {
    let text = fs::read_to_string(pgn).unwrap();
    // Where lines break depends on how many digits a time has.
    let lines = text.lines().filter(|line| !line.starts_with("[Date "));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let is_time = |word: &&str| {
        let seconds = word.strip_suffix('s').unwrap_or("");
        seconds.contains('.') && seconds.parse::<f64>().is_ok()
    };
    words
        .into_iter()
        .filter(|word| !is_time(word))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = folder_with(SMALL);
    for threads in ["1", "2"] {
        let out = format!("t{threads}");
        let played = run(
            folder.path(),
            &["run", "small.toml", "--threads", threads, "--out", &out],
        );
        assert!(played.status.success(), "{}", stderr(&played));
    }
    let games = |out: &str| timeless(&folder.path().join(out).join("games.pgn"));
    assert_eq!(games("t1"), games("t2"));
    assert_eq!(games("t1").matches("[Event ").count(), 12);
    assert!(games("t1").contains("600}"));
    // Another seed is another tournament.
    run(
        folder.path(),
        &["run", "small.toml", "--seed", "6", "--out", "t3"],
    );
    assert_ne!(games("t1"), games("t3"));
}

#[test]
fn a_run_that_is_killed_goes_on_and_ends_the_same() {
    let folder = folder_with(SMALL);
    run(folder.path(), &["run", "small.toml", "--out", "whole"]);
    let more = ["run", "small.toml", "--out", "killed", "--threads", "1"];
    let stored = || {
        let store = Store::open_read_only(&folder.path().join("killed"));
        store
            .and_then(|store| store.finished())
            .map_or(0, |games| games.len())
    };
    let mut kills = 0;
    for _ in 0..3 {
        let before = stored();
        let mut child = arena(folder.path(), &more)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // As soon as one more game is stored, in the middle of the next.
        while stored() == before && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        kills += usize::from(child.kill().is_ok() && !child.wait().unwrap().success());
    }
    assert!(kills > 0, "every run ended before it could be killed");
    let last = run(folder.path(), &more);
    assert!(last.status.success(), "{}", stderr(&last));
    let games = |out: &str| timeless(&folder.path().join(out).join("games.pgn"));
    assert_eq!(games("whole"), games("killed"));
    let results = |out: &str| -> Value {
        let text = fs::read_to_string(folder.path().join(out).join("results.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    assert_eq!(results("whole")["pairings"], results("killed")["pairings"]);
    assert_eq!(
        results("whole")["terminations"],
        results("killed")["terminations"]
    );
}

#[test]
fn a_finished_run_is_shown_a_changed_one_refused_and_a_fresh_one_played() {
    let folder = folder_with(SMALL);
    let first = run(folder.path(), &["run", "small.toml"]);
    assert!(
        stdout(&first).contains("small: 12 of 12 games, complete"),
        "{}",
        stderr(&first)
    );
    let again = run(folder.path(), &["run", "small.toml"]);
    assert!(again.status.success());
    assert_eq!(stdout(&again), stdout(&first));
    assert!(stderr(&again).contains("complete already"));
    let changed = run(
        folder.path(),
        &["run", "small.toml", "--set", "limits.nodes=700"],
    );
    assert_eq!(changed.status.code(), Some(2));
    let message = stderr(&changed);
    assert!(
        message.contains("600") && message.contains("700"),
        "{message}"
    );
    assert!(message.contains("--fresh"), "{message}");
    let fresh = [
        "run",
        "small.toml",
        "--set",
        "limits.nodes=700",
        "--fresh",
        "--json",
    ];
    let fresh = run(folder.path(), &fresh);
    assert!(fresh.status.success(), "{}", stderr(&fresh));
    assert!(folder.path().join("runs/small.old-1/run.sqlite").exists());
    let results: Value = serde_json::from_str(&stdout(&fresh)).unwrap();
    assert_eq!(results["games"], 12);
    let engine = &results["engines"][0];
    assert_eq!(
        (engine["name"].as_str(), engine["games"].as_u64()),
        (Some("Material"), Some(8))
    );
    assert_eq!(
        (engine["elo"].as_f64(), engine["elo_low"].as_f64()),
        (Some(0.0), Some(0.0))
    );
    let penta = results["pairings"][0]["penta"].as_array().unwrap();
    assert_eq!(
        penta
            .iter()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>(),
        2
    );
}

/// A run that must fail: exit status 2, one message with all of `expected`, nothing left behind.
fn refused(config: &str, arguments: &[&str], expected: &[&str]) {
    let folder = folder_with(config);
    fs::write(folder.path().join("empty.epd"), "\n").unwrap();
    fs::write(folder.path().join("bad.epd"), "8/8/8/8/8/8/8/8 w - -\n").unwrap();
    let before = entries(folder.path());
    let output = run(folder.path(), &[&["run", "small.toml"], arguments].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(message.starts_with("error: "), "{message}");
    for text in expected {
        assert!(message.contains(text), "{arguments:?}: {message}");
    }
    assert_eq!(stdout(&output), "");
    assert_eq!(entries(folder.path()), before, "{arguments:?}");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

#[test]
fn bad_input_is_refused_with_its_place_and_the_remedy() {
    let line = SMALL
        .lines()
        .position(|line| line.starts_with("pairs"))
        .unwrap()
        + 1;
    let unknown = SMALL.replace("pairs = 2", "pears = 2");
    refused(
        &unknown,
        &[],
        &["small.toml", &format!("line {line}"), "pears"],
    );
    let misspelt = SMALL.replace("\"otter\"", "\"oter\"");
    refused(&misspelt, &[], &["small.toml", "oter", "otter"]);
    refused(SMALL, &["--set", "run.pairs=0"], &["run.pairs=0", "pairs"]);
    refused(
        SMALL,
        &["--set", "openings.file=gone.epd"],
        &["gone.epd", "builtin"],
    );
    refused(
        SMALL,
        &["--set", "openings.file=empty.epd"],
        &["empty.epd", "no openings"],
    );
    refused(
        SMALL,
        &["--set", "openings.file=bad.epd"],
        &["bad.epd:1", "empty"],
    );
    refused(SMALL, &["--set", "openings.file=none"], &["same", "pairs"]);
    refused(
        SMALL,
        &["--set", "run.pairs=20000"],
        &["20000", "12000", "run.pairs"],
    );
    refused(
        SMALL,
        &["--set", "engine.Otter.params.x=1"],
        &["Otter", "this evaluator has none"],
    );
    refused(
        SMALL,
        &["--set", "engine.Otter.disable=['a']"],
        &["Otter", "disable"],
    );
    refused(SMALL, &["--set", "limits.nodes=0"], &["nodes"]);
    refused(
        SMALL,
        &["--out", "/proc/nowhere"],
        &["/proc/nowhere", "--out"],
    );
    refused(SMALL, &["--out", "small.toml"], &["small.toml", "--out"]);
    refused("[run", &[], &["small.toml", "line 1"]);
}

#[test]
fn bad_arguments_are_refused() {
    let folder = tempdir().unwrap();
    for arguments in [
        &["run", "missing.toml"][..],
        &["sing"],
        &["run", "--threads", "0"],
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!stderr(&output).is_empty());
    }
    assert_eq!(entries(folder.path()).len(), 0);
}

/// A folder with the engine binaries of this workspace that configurations name. Cargo builds none
/// for the tests of another package, so a program of this one stands in, with the same evaluators.
fn engine_binaries() -> TempDir {
    let folder = tempdir().unwrap();
    let engine = env!("CARGO_BIN_EXE_test-engine");
    for name in [
        "michniewski",
        "otter",
        "chessbin",
        "slate-atkin",
        "compendium",
    ] {
        let path = folder.path().join(name);
        let script = format!("#!/bin/sh\nexec {engine:?} --evaluator {name}\n");
        fs::write(&path, script).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&path, mode).unwrap();
    }
    folder
}

#[test]
fn every_configuration_runs_as_it_stands() {
    let programs = engine_binaries();
    let inherited = std::env::var("PATH").unwrap_or_default();
    let search_path = format!("{}:{inherited}", programs.path().display());
    let mut configurations = 0;
    for path in entries(Path::new(CONFIGS)) {
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        configurations += 1;
        let folder = tempdir().unwrap();
        let config = path.to_str().unwrap();
        let small = [
            "run",
            config,
            "--set",
            "run.pairs=1",
            "--set",
            "limits.nodes=200",
        ];
        let mut command = arena(folder.path(), &small);
        let output = command.env("PATH", &search_path).output().unwrap();
        assert!(output.status.success(), "{config}: {}", stderr(&output));
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.contains(" = ")) {
            let is_comment = line.starts_with('#');
            let has_comment = line.contains(" # ") || line.starts_with("evaluator");
            assert!(
                is_comment || has_comment,
                "{config}: say what this does: {line}"
            );
        }
    }
    assert!(configurations > 0);
}

#[test]
fn openings_are_generated_reproducibly() {
    let folder = tempdir().unwrap();
    let generate = |file: &str| {
        let arguments = [
            "openings", "generate", file, "--count", "30", "--nodes", "500",
        ];
        let output = run(folder.path(), &arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        fs::read(folder.path().join(file)).unwrap()
    };
    assert_eq!(generate("a.pgn.gz"), generate("b.pgn.gz"));
    let text = String::from_utf8(generate("c.pgn")).unwrap();
    assert_eq!(text.matches("[Event ").count(), 30);
    let nowhere = run(folder.path(), &["openings", "generate", "no/such/book.pgn"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let wrong = run(folder.path(), &["openings", "generate", "book.txt"]);
    assert!(stderr(&wrong).contains(".pgn.gz"));
}

#[test]
fn clocks_are_played() {
    let config = SMALL.replace("limits = { depth = 3 }", "limits = { movetime = 5 }");
    let folder = folder_with(&config);
    let set = [
        "--set",
        "limits.tc=0.2+0.01",
        "--set",
        "run.pairs=1",
        "--json",
    ];
    let output = run(folder.path(), &[&["run", "small.toml"], &set[..]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let results: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(results["games"], 6);
}
