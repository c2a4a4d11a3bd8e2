//! Helpers of all these tests: programs, a gauntlet of them, and its results.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// A UCI engine that misbehaves on request.
pub(crate) const TEST_ENGINE: &str = env!("CARGO_BIN_EXE_test-engine");

pub(crate) fn folder_with(config: &str) -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), config).unwrap();
    folder
}

pub(crate) fn arena(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
    command.env_remove("COLUMNS");
    command.current_dir(folder).args(["run", "t.toml"]);
    command.args(["--out", "run"]).args(arguments);
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    arena(folder, arguments).output().unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn results(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("run/results.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A program of the test's; `keys` are further lines.
pub(crate) fn engine(name: &str, arguments: &[&str], keys: &str) -> String {
    let program = TEST_ENGINE;
    format!("[[engine]]\nname = {name:?}\ncommand = {program:?}\nargs = {arguments:?}\n{keys}\n")
}

pub(crate) fn gauntlet(pairs: u32, engines: &[String]) -> String {
    let head = format!(
        "run = {{ name = \"t\", format = \"gauntlet\", pairs = {pairs} }}\n\
         limits = {{ nodes = 100 }}\nadjudication = {{ max_moves = 30 }}\n"
    );
    head + &engines.concat()
}

/// The number of processes that have this text in their environment.
#[cfg(target_os = "linux")]
pub(crate) fn with_environment(mark: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let all = entries.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    all.filter(|all| String::from_utf8_lossy(all).contains(mark))
        .count()
}
