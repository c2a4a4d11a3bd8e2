//! Cargo on a state of the project: finding the package of the program, and building it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::super::Repository;
use super::super::error::{VersionError, at};
use super::super::git::State;

/// Lines of a failed build that are shown.
const TAIL: usize = 30;

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

/// The folder of a build.
pub(super) struct BuildFolder {
    /// Held during a build.
    pub(super) lock: File,
    /// The files of the state.
    pub(super) source: PathBuf,
    /// The target folder of cargo.
    pub(super) target: PathBuf,
}

impl BuildFolder {
    /// Builds the program and returns its path.
    pub(super) fn build(
        &self,
        repository: &Repository,
        state: &State,
        engine: &str,
        notify: &mut impl FnMut(&str),
    ) -> Result<PathBuf, VersionError> {
        match fs::remove_dir_all(&self.source) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(at(&self.source)(error));
            }
            _ => {}
        }
        fs::create_dir_all(&self.source).map_err(at(&self.source))?;
        repository.check_out(&state.tree, &self.source)?;
        let metadata = ["metadata", "--no-deps", "--format-version", "1"];
        let metadata = self.cargo(state, engine, &metadata, &mut |_| {})?;
        let package = package(&metadata, engine).map_err(|known| VersionError::NoProgram {
            state: state.text(),
            engine: engine.to_owned(),
            known,
        })?;
        let arguments = [
            "build",
            "--release",
            "--locked",
            "-p",
            &package,
            "--bin",
            engine,
            "--message-format",
            "json-render-diagnostics",
        ];
        let messages = self.cargo(state, engine, &arguments, notify)?;
        executable(&messages, engine).ok_or_else(|| VersionError::Build {
            engine: engine.to_owned(),
            state: state.text(),
            command: "cargo build".to_owned(),
            tail: vec!["it made no program".to_owned()],
        })
    }

    /// Runs cargo on the source; returns its output. `notify` receives each line of its messages meanwhile.
    fn cargo(
        &self,
        state: &State,
        engine: &str,
        arguments: &[&str],
        notify: &mut impl FnMut(&str),
    ) -> Result<String, VersionError> {
        // A file, not a pipe: no reader is needed while it runs.
        let mut output = tempfile::tempfile().map_err(at(std::env::temp_dir()))?;
        let copy = |file: &File, path: &Path| file.try_clone().map_err(at(path));
        let mut command = Command::new("cargo");
        command.current_dir(&self.source).args(arguments);
        for name in FOREIGN {
            command.env_remove(name);
        }
        let child = command
            .env("CARGO_TARGET_DIR", &self.target)
            // It never reads it, but as long as cargo lives no other process gets the lock, even if this
            // process is killed.
            .stdin(copy(&self.lock, &self.source)?)
            .stdout(copy(&output, &self.target)?)
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|source| match source.kind() {
            ErrorKind::NotFound => VersionError::Missing {
                program: "cargo",
                remedy: "versions are built with it: install Rust (https://rustup.rs), or add a \
                         program that is built already with `tournament versions add`",
            },
            _ => at("cargo")(source),
        })?;
        let mut tail = Vec::new();
        let complaints = child.stderr.take();
        for line in complaints
            .into_iter()
            .flat_map(|stderr| BufReader::new(stderr).split(b'\n'))
        {
            let line = String::from_utf8_lossy(&line.unwrap_or_default()).into_owned();
            notify(&line);
            tail.push(line);
            let superfluous = tail.len().saturating_sub(TAIL);
            tail.drain(..superfluous);
        }
        if !child.wait().map_err(at("cargo"))?.success() {
            return Err(VersionError::Build {
                engine: engine.to_owned(),
                state: state.text(),
                command: format!("cargo {}", arguments.join(" ")),
                tail,
            });
        }
        let mut text = String::new();
        let read = output
            .rewind()
            .and_then(|()| output.read_to_string(&mut text));
        read.map_err(at("the output of cargo"))?;
        Ok(text)
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
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
    let targets = metadata
        .packages
        .into_iter()
        .flat_map(|package| package.targets);
    let mut programs: Vec<String> = targets
        .filter(Target::is_program)
        .map(|target| target.name)
        .collect();
    programs.sort();
    Err(programs)
}

/// The program's path, from cargo's messages about its artifacts.
fn executable(messages: &str, engine: &str) -> Option<PathBuf> {
    #[derive(Deserialize)]
    struct Message {
        target: Option<Target>,
        executable: Option<PathBuf>,
    }
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok());
    let of_engine = |message: &Message| {
        let target = message.target.as_ref();
        target.is_some_and(|target| target.is_program() && target.name == engine)
    };
    messages
        .filter(of_engine)
        .find_map(|message| message.executable)
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
