//! `evalarena engine`: the program plays with a library of C, whatever that does.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

use std::fs::{self, create_dir_all};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A library of a C file of eval-external's tests; `None` without a compiler.
fn library(file: &str, flag: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../eval-external");
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine");
    create_dir_all(&place).unwrap();
    // Tests that run at the same time use the same library.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let library = place.join(format!("{}-{number}-{file}.so", std::process::id()));
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-shared", "-fPIC", flag, "-I"]).arg(folder.join("include"));
    compiler.arg("-o").arg(&library).arg(folder.join("tests").join(file));
    let Ok(status) = compiler.status() else {
        println!("skipped: there is no C compiler (cc)");
        return None;
    };
    assert!(status.success());
    Some(library)
}

/// The output of the engine for these lines of input.
fn engine(arguments: &[&str], lines: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_evalarena"));
    program.arg("engine").args(arguments);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    // An engine that has failed does not read.
    child.stdin.take().unwrap().write_all(lines.as_bytes()).ok();
    child.wait_with_output().unwrap()
}

/// Plays a match at fixed nodes into a new folder of this name, against another engine; returns the folder and the output.
fn play(name: &str, engine: &str, other: &str, limit: &[&str]) -> (PathBuf, Output) {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine");
    let folder = place.join(format!("{}-{name}", std::process::id()));
    let mut program = Command::new(env!("CARGO_BIN_EXE_evalarena"));
    program.current_dir(&place).args(["match", engine, other, "--seed", "7", "--out"]);
    program.arg(&folder).args(limit);
    (folder, program.output().unwrap())
}

/// The engine's command line, as `match` takes it.
fn command(library: &Path) -> String {
    let program = env!("CARGO_BIN_EXE_evalarena");
    format!("cmd:'{program}' engine --evaluation '{}'", library.display())
}

/// The moves of the games in a folder, in a fixed order.
fn moves(folder: &Path) -> Vec<String> {
    let games = fs::read_to_string(folder.join("games.pgn")).unwrap();
    let games = games.split("\n\n[");
    let moves = games.map(|game| {
        let (_, moves) = game.split_once("\n\n").unwrap();
        let parts = moves.split('{');
        let outside = parts.map(|part| part.split_once('}').map_or(part, |(_, after)| after));
        let words: Vec<&str> = outside.flat_map(str::split_whitespace).collect();
        words.join(" ")
    });
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_library_plays_by_uci_and_explains() {
    let Some(library) = library("michniewski.c", "-DCASE=0") else {
        return;
    };
    let library = library.to_str().unwrap();
    let lines = "uci\nisready\nposition startpos\neval\ngo nodes 2000\nquit\n";
    let output = engine(&["--evaluation", library, "--option", "value.knight=321"], lines);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
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
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_library_that_writes_to_standard_output_does_not_disturb_the_protocol() {
    let Some(library) = library("hostile.c", "-DCASE=NOISY") else {
        return;
    };
    let output = engine(&["--evaluation", library.to_str().unwrap()], "uci\ngo nodes 500\n");
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}");
    assert!(
        !printed.contains("loaded") && !printed.contains("a1a1") && !printed.contains("value "),
        "{printed}"
    );
    assert_eq!(printed.matches("bestmove").count(), 1, "{printed}");
    let error = text(&output.stderr);
    assert!(error.contains("loaded\n") && error.contains("bestmove a1a1\n"), "{error}");
}

#[test]
fn a_failure_in_a_search_ends_the_engine_with_a_message() {
    let Some(library) = library("hostile.c", "-DCASE=OUT_OF_RANGE") else {
        return;
    };
    let output = engine(&["--evaluation", library.to_str().unwrap()], "go nodes 100000\n");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(
        error.starts_with("error: the evaluation ")
            && error.contains(" failed: the value 40000 of \""),
        "{error}"
    );
    assert!(!text(&output.stdout).contains("bestmove"));
}

#[test]
fn a_program_over_a_pipe_plays() {
    let program = "eval:sh -c 'echo evaluation 1 name=Nothing; exec sed -u s/.*/0/'";
    let output = engine(&["--evaluation", program], "uci\ngo depth 2\n");
    let printed = text(&output.stdout);
    assert!(
        printed.contains("id name Nothing ") && printed.contains("bestmove "),
        "{printed}{}",
        text(&output.stderr)
    );
}

#[test]
fn a_library_plays_the_games_of_the_built_in_evaluator_in_the_arena() {
    let Some(library) = library("michniewski.c", "-DCASE=0") else {
        return;
    };
    // The tables have the same size.
    let limit = ["--nodes", "1000", "--games", "10", "--hash", "1"];
    let (built_in, _) = play("built-in", "michniewski", "otter", &limit);
    let (external, output) = play("external", &command(&library), "otter", &limit);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let moves_of_it = moves(&external);
    assert_eq!(moves_of_it.len(), 10);
    assert!(moves_of_it.iter().all(|moves| moves.len() > 100));
    assert_eq!(moves_of_it, moves(&built_in));
}

#[test]
fn a_library_that_fails_costs_its_engine_the_games_and_not_the_run() {
    let nodes = ["--nodes", "1000", "--games", "2"];
    let clock = ["--tc", "0.5+0.01", "--games", "2"];
    for (case, limit, reason) in [
        ("CRASH_AT_LOAD", &nodes, None),
        ("CRASH_LATER", &nodes, Some("by a crash (signal 11 (SIGSEGV))")),
        ("OUT_OF_RANGE", &nodes, Some("by a program that ended (exit status 3)")),
        ("EXIT", &nodes, Some("by a program that ended (exit status 0)")),
        ("HANG", &clock, Some("by no answer")),
    ] {
        let Some(library) = library("hostile.c", &format!("-DCASE={case}")) else {
            return;
        };
        let (_, output) = play(case, &command(&library), "material", limit);
        let (printed, error) = (text(&output.stdout), text(&output.stderr));
        let Some(reason) = reason else {
            // It is found before the first game.
            assert_eq!(output.status.code(), Some(2), "{case}: {error}");
            assert!(error.contains("(SIGABRT)"), "{case}: {error}");
            continue;
        };
        assert_eq!(output.status.code(), Some(4), "{case}: {error}");
        assert!(error.contains(reason), "{case}: {error}");
        assert!(printed.contains("tournament against material: +0 =0 -2"), "{case}: {printed}");
    }
}

#[test]
fn what_cannot_be_used_is_refused_with_the_reason() {
    for (arguments, message) in [
        (
            &["--evaluation", "./no/such.so"][..],
            "error: --evaluation ./no/such.so: the library cannot be loaded: No such file",
        ),
        (&["--evaluation", "eval:"], "is no evaluation"),
        (
            &["--evaluation", "eval:false"],
            "--evaluation eval:false: the program ended (exit status: 1) while the greeting",
        ),
        (&["--evaluation", "eval:x", "--option", "a"], "--option \"a\" is not NAME=VALUE"),
        (
            &["--evaluation", "eval:sh -c 'echo evaluation 1; cat'", "--option", "a=1"],
            "option \"a\" cannot be set: there is no option \"a\"; this evaluator has none",
        ),
        (
            &[
                "--evaluation",
                "eval:x",
                "--eval-pattern",
                "{}",
                "--eval-unit",
                "1",
                "--eval-view",
                "mover",
            ],
            "--eval-pattern is for `uci-eval:COMMAND`",
        ),
        (
            &[
                "--evaluation",
                "uci-eval:x",
                "--eval-pattern",
                "v",
                "--eval-unit",
                "1",
                "--eval-view",
                "mover",
            ],
            "has no {} in place of the number",
        ),
    ] {
        let output = engine(arguments, "");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}
