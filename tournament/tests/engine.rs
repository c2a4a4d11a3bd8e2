//! `evalarena engine`: the program plays with a library of C, whatever that does.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

use std::fs::create_dir_all;
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

fn engine(evaluation: &str, lines: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_evalarena"));
    program.args(["engine", evaluation]);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    // An engine that has failed does not read.
    child.stdin.take().unwrap().write_all(lines.as_bytes()).ok();
    child.wait_with_output().unwrap()
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
    let setup = format!(r#"{{"evaluation": "{library}", "options": {{"value.knight": 321}}}}"#);
    let output = engine(&setup, lines);
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
    let output = engine(library.to_str().unwrap(), "uci\ngo nodes 500\n");
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
    let output = engine(library.to_str().unwrap(), "go nodes 100000\n");
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
    let output = engine(program, "uci\ngo depth 2\n");
    let printed = text(&output.stdout);
    assert!(
        printed.contains("id name Nothing ") && printed.contains("bestmove "),
        "{printed}{}",
        text(&output.stderr)
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
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{evaluation}: {error}");
        assert!(error.contains(message), "{evaluation}: {error}");
    }
}
