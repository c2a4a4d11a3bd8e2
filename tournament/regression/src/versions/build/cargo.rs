//! Cargo on a state of the project: finding the package of the program, and building it.

use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::super::error::{VersionError, at};
use super::super::git::State;
use super::folder::BuildFolder;

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

/// The arguments with which cargo describes a project.
const METADATA: [&str; 4] = ["metadata", "--no-deps", "--format-version", "1"];

/// Builds the program `engine` with cargo and returns its path.
pub(super) fn build(
    folder: &BuildFolder,
    state: &State,
    engine: &str,
    notify: &mut impl FnMut(&str),
) -> Result<PathBuf, VersionError> {
    // Asking for metadata writes one.
    let has_lock = folder.source.join("Cargo.lock").exists();
    let metadata = cargo(folder, state, engine, &METADATA, &mut |_| {})?;
    let package = package(&metadata, engine).map_err(|known| VersionError::NoProgram {
        state: state.text(),
        engine: engine.to_owned(),
        known,
    })?;
    let mut arguments = vec![
        "build",
        "--release",
        "-p",
        &package,
        "--bin",
        engine,
        "--message-format",
        "json-render-diagnostics",
    ];
    if has_lock {
        arguments.push("--locked");
    } else {
        notify("note: no Cargo.lock is committed: the newest dependencies are taken that fit");
    }
    let messages = cargo(folder, state, engine, &arguments, notify)?;
    executable(&messages, engine).ok_or_else(|| VersionError::Build {
        engine: engine.to_owned(),
        state: state.text(),
        command: "cargo build".to_owned(),
        tail: vec!["it made no program".to_owned()],
    })
}

/// The names of the programs of the project in a folder; none if cargo cannot say.
#[must_use]
pub fn programs(root: &Path) -> Vec<String> {
    let mut cargo = Command::new("cargo");
    cargo.args(METADATA).current_dir(root).stdin(Stdio::null());
    let output = cargo.output().map(|output| output.stdout);
    let metadata = output.ok().and_then(|text| serde_json::from_slice(&text).ok());
    metadata.map(Metadata::programs).unwrap_or_default()
}

/// Runs cargo on the source; returns its output. `notify` receives each line of its messages meanwhile.
fn cargo(
    folder: &BuildFolder,
    state: &State,
    engine: &str,
    arguments: &[&str],
    notify: &mut impl FnMut(&str),
) -> Result<String, VersionError> {
    // A file, not a pipe: no reader is needed while it runs.
    let mut output = tempfile::tempfile().map_err(at(std::env::temp_dir()))?;
    let copy = output.try_clone().map_err(at(&folder.target))?;
    let mut command = Command::new("cargo");
    command.args(arguments).stdout(copy).stderr(Stdio::piped());
    for name in FOREIGN {
        command.env_remove(name);
    }
    command.env("CARGO_TARGET_DIR", &folder.target);
    let ended = folder.run(command, &folder.source, notify).map_err(|error| match error {
        VersionError::File { source, .. } if source.kind() == ErrorKind::NotFound => {
            VersionError::Missing {
                program: "cargo",
                remedy: "this project is built with it: install Rust (https://rustup.rs), give another command \
                         (--build), or add a program that is built already with `evalarena versions add`",
            }
        }
        error => error,
    })?;
    if let Err(tail) = ended {
        return Err(VersionError::Build {
            engine: engine.to_owned(),
            state: state.text(),
            command: format!("cargo {}", arguments.join(" ")),
            tail,
        });
    }
    let mut text = String::new();
    let read = output.rewind().and_then(|()| output.read_to_string(&mut text));
    read.map_err(at("the output of cargo"))?;
    Ok(text)
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

impl Metadata {
    /// The names of all programs, in their order.
    fn programs(self) -> Vec<String> {
        let packages = self.packages.into_iter();
        let targets = packages.flat_map(|package| package.targets);
        let programs = targets.filter(Target::is_program);
        let mut names: Vec<String> = programs.map(|target| target.name).collect();
        names.sort();
        names
    }
}

#[derive(Deserialize)]
struct Package {
    name: String,
    targets: Vec<Target>,
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

/// The package whose program this is; else all programs that there are.
fn package(metadata: &str, engine: &str) -> Result<String, Vec<String>> {
    let metadata: Metadata = serde_json::from_str(metadata).map_err(|_| Vec::new())?;
    let has_it = |package: &&Package| {
        let mut targets = package.targets.iter();
        targets.any(|target| target.is_program() && target.name == engine)
    };
    if let Some(package) = metadata.packages.iter().find(has_it) {
        return Ok(package.name.clone());
    }
    Err(metadata.programs())
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
    fn the_package_of_a_program() {
        let metadata = r#"{"packages":[
            {"name":"core","targets":[{"name":"otter","kind":["lib"]}]},
            {"name":"eval","targets":[{"name":"eval","kind":["lib"]},{"name":"otter","kind":["bin"]}]}
        ]}"#;
        assert_eq!(package(metadata, "otter"), Ok("eval".to_owned()));
        assert_eq!(package(metadata, "eval"), Err(vec!["otter".to_owned()]));
    }

    #[test]
    fn the_path_of_a_program() {
        let messages = "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"otter\",\"kind\":[\"lib\"]},\"executable\":null}\n\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"otter\",\"kind\":[\"bin\"]},\"executable\":\"/t/otter\"}\n\
            {\"reason\":\"build-finished\",\"success\":true}\n";
        assert_eq!(executable(messages, "otter"), Some("/t/otter".into()));
        assert_eq!(executable(messages, "other"), None);
    }
}
