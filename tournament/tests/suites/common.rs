//! Helpers of all these tests: the program, and test suites.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// Five positions that any search solves at once, and one that none can: it names a losing move as
/// the best.
pub(crate) const EASY: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";
4k3/8/8/3q4/4N3/8/8/4K3 w - - hmvc 3; fmvn 40; am Kf1; id \"not the king\";
r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm a8a1; id \"back rank, black\";
4k3/1P6/8/8/8/8/8/4K3 w - - bm b8=Q+ b8=R+; id \"promote\";
3qk3/8/8/8/8/8/3R4/3RK3 w - - bm Rxd8+; id \"take; the queen\";
4k3/8/8/8/8/8/3q4/3QK3 w - - bm Kf1; id \"impossible\";
";

pub(crate) fn folder_with(suite: &str) -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("s.epd"), suite).unwrap();
    folder
}

pub(crate) fn arena(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
    command.env_remove("COLUMNS");
    command
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The output of a command that succeeds.
pub(crate) fn text(folder: &Path, arguments: &[&str]) -> String {
    let output = arena(folder, arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    stdout(&output)
}

/// The same as JSON.
pub(crate) fn json(folder: &Path, arguments: &[&str]) -> Value {
    let text = text(folder, &[arguments, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

/// A suite solved by Michniewski's evaluator at 2000 nodes.
pub(crate) fn solved(suite: &str) -> Value {
    let folder = folder_with(suite);
    let arguments = [
        "suite",
        "s.epd",
        "--engine",
        "michniewski",
        "--nodes",
        "2000",
    ];
    json(folder.path(), &arguments)
}

/// A command that must fail: exit status 2, one message with all of `expected`, nothing printed.
pub(crate) fn refused(folder: &Path, arguments: &[&str], expected: &[&str]) {
    let output = arena(folder, arguments);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    for text in expected {
        assert!(message.contains(text), "{arguments:?}, {text}: {message}");
    }
    assert_eq!(stdout(&output), "");
}
