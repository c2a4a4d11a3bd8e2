//! Cargo on a state of the project.

use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::BuildFolder;
use crate::error::{RegressionError, at, not_in_path};

/// Environment variables that would change a build beyond its source.
const FOREIGN: [&str; 7] = [
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
];

/// Builds the program `engine` with cargo and returns its path; `Err` within has the last lines of a build that failed.
/// `notify` receives each line of its messages meanwhile.
pub(super) fn build(
    folder: &BuildFolder,
    engine: &str,
    notify: &mut impl FnMut(&str),
) -> Result<Result<PathBuf, Vec<String>>, RegressionError> {
    // A file, not a pipe: no reader is needed while it runs.
    let mut output = tempfile::tempfile().map_err(at(std::env::temp_dir()))?;
    let copy = output.try_clone().map_err(at(&folder.target))?;
    let mut command = Command::new("cargo");
    command.args(["build", "--release", "--workspace", "--bin", engine]);
    command.args(["--message-format", "json-render-diagnostics"]);
    if folder.source.join("Cargo.lock").exists() {
        command.arg("--locked");
    } else {
        notify("note: no Cargo.lock is committed: the newest dependencies are taken that fit");
    }
    command.stdout(copy).stderr(Stdio::piped());
    for name in FOREIGN {
        command.env_remove(name);
    }
    command.env("CARGO_TARGET_DIR", &folder.target);
    let ended = folder.run(command, notify).map_err(|error| match error {
        RegressionError::File { source, .. } if source.kind() == ErrorKind::NotFound => {
            not_in_path(
                "cargo",
                "this project is built with it: install Rust (https://rustup.rs), give another command (--build), or add a \
                 program that is built already with `evalarena regress add`",
            )
        }
        error => error,
    })?;
    if let Err(tail) = ended {
        return Ok(Err(tail));
    }
    let mut messages = String::new();
    let read = output.rewind().and_then(|()| output.read_to_string(&mut messages));
    read.map_err(at("the output of cargo"))?;
    let made = executable(&messages, engine);
    Ok(made.ok_or_else(|| vec!["it made no program".to_owned()]))
}

/// The names of the programs of the project in a folder; none if cargo cannot say.
pub fn programs(root: &Path) -> Vec<String> {
    #[derive(Default, Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        targets: Vec<Target>,
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
    let output = cargo.current_dir(root).stdin(Stdio::null()).output().ok();
    let metadata = output.and_then(|output| serde_json::from_slice(&output.stdout).ok());
    let Metadata { packages } = metadata.unwrap_or_default();
    let targets = packages.into_iter().flat_map(|package| package.targets);
    let programs = targets.filter(Target::is_program);
    let mut names: Vec<String> = programs.map(|target| target.name).collect();
    names.sort();
    names
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

impl Target {
    fn is_program(&self) -> bool {
        self.kind.iter().any(|kind| kind == "bin")
    }
}

/// The program's path, from cargo's messages about its artifacts.
fn executable(messages: &str, engine: &str) -> Option<PathBuf> {
    #[derive(Deserialize)]
    struct Message {
        target: Option<Target>,
        executable: Option<PathBuf>,
    }
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    let of_engine = |message: &Message| {
        let target = message.target.as_ref();
        target.is_some_and(|target| target.is_program() && target.name == engine)
    };
    messages.filter(of_engine).find_map(|message| message.executable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_program() {
        let messages = "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"otter\",\"kind\":[\"lib\"]},\"executable\":null}\n\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"otter\",\"kind\":[\"bin\"]},\"executable\":\"/t/otter\"}\n\
            {\"reason\":\"build-finished\",\"success\":true}\n";
        assert_eq!(executable(messages, "otter"), Some("/t/otter".into()));
        assert_eq!(executable(messages, "other"), None);
    }
}
