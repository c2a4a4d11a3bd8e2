//! Making a version from a state of the project.
//!
//! The files are written into a folder of the archive's own, from git's objects: neither the files
//! nor the index of the user are touched, and git's own folder stays as it is. All builds share
//! that folder and one for what cargo makes, so libraries are compiled once; one build at a time.
//! Programs are cached by their source: what was built before is not built again.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::archive::{ignored_folder, lock};
use super::bench;
use super::error::{VersionError, at};
use super::git::State;
use super::{Archive, Repository, Version, short};

/// Lines of a failed build that are shown.
const TAIL: usize = 30;

/// Variables that would make a build another one than its source says.
const FOREIGN: [&str; 7] = [
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
];

/// Builds versions of one repository.
#[derive(Debug)]
pub struct Builder<'a> {
    repository: &'a Repository,
    archive: &'a Archive,
}

impl<'a> Builder<'a> {
    /// A builder of versions of `repository` into `archive`.
    #[must_use]
    pub fn new(repository: &'a Repository, archive: &'a Archive) -> Self {
        Self {
            repository,
            archive,
        }
    }

    /// The version of `engine` from this state, without options of its own: an archived one if
    /// there is one, else a new one, whose building `tell` hears of line by line.
    ///
    /// # Errors
    /// If it cannot be built or archived; the archive is then as it was.
    pub fn version(
        &self,
        state: &State,
        engine: &str,
        tell: impl FnMut(&str),
    ) -> Result<Version, VersionError> {
        match self.built(state, engine)? {
            Some(version) => Ok(version),
            None => self.named(state, engine, &usual_name(state, engine), tell),
        }
    }

    /// The version of `engine` from this state under the name `name`. A program that was built
    /// before is copied.
    ///
    /// # Errors
    /// As [`Builder::version`]; also if the name is taken by something else.
    pub fn named(
        &self,
        state: &State,
        engine: &str,
        name: &str,
        mut tell: impl FnMut(&str),
    ) -> Result<Version, VersionError> {
        if let Some(built) = self.built(state, engine)? {
            return self.under(name, state, built);
        }
        ignored_folder(self.archive.folder()).map_err(at(self.archive.folder()))?;
        let folder = self.archive.folder().join(".build");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let place = Place {
            lock: lock(&folder.join("lock"), || tell("waiting for another build"))?,
            source: folder.join("source"),
            target: folder.join("target"),
        };
        // By whoever had the lock.
        if let Some(built) = self.built(state, engine)? {
            return self.under(name, state, built);
        }
        let program = place.build(self.repository, state, engine, &mut tell)?;
        tell("bench");
        let bench = bench::run(&program).map_err(at(&program))?;
        let version = Version {
            name: name.to_owned(),
            engine: engine.to_owned(),
            date: state.date.clone(),
            commit: Some(state.commit.clone()),
            changed: state.changed,
            tree: Some(state.tree.clone()),
            bench: bench.map(|bench| bench.nodes),
            swing: bench.map_or(1.0, |bench| bench.swing),
            file: String::new(),
            sha256: String::new(),
            params: toml::Table::new(),
        };
        self.archive.insert(&program, version)
    }

    /// The same program under the name `name` and as that of `state`.
    fn under(&self, name: &str, state: &State, built: Version) -> Result<Version, VersionError> {
        if built.name == name {
            return Ok(built);
        }
        let program = self.archive.program(&built)?;
        let version = Version {
            name: name.to_owned(),
            date: state.date.clone(),
            commit: Some(state.commit.clone()),
            changed: state.changed,
            ..built
        };
        self.archive.insert(&program, version)
    }

    /// An archived version of this source; rather of this commit than of changes that became it.
    fn built(&self, state: &State, engine: &str) -> Result<Option<Version>, VersionError> {
        let versions = self.archive.list()?.versions.into_iter();
        let of_source = versions.filter(|version| {
            version.engine == engine
                && version.tree.as_ref() == Some(&state.tree)
                && version.params.is_empty()
        });
        Ok(of_source.min_by_key(|version| version.commit.as_ref() != Some(&state.commit)))
    }
}

/// The name of a version that is given none.
fn usual_name(state: &State, engine: &str) -> String {
    if state.changed {
        return format!("{engine}-tree-{}", short(&state.tree));
    }
    format!("{engine}-{}", short(&state.commit))
}

/// Where a build happens.
struct Place {
    lock: File,
    source: PathBuf,
    target: PathBuf,
}

impl Place {
    /// Builds the program and returns its path.
    fn build(
        &self,
        repository: &Repository,
        state: &State,
        engine: &str,
        tell: &mut impl FnMut(&str),
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
        let messages = self.cargo(state, engine, &arguments, tell)?;
        executable(&messages, engine).ok_or_else(|| VersionError::Build {
            engine: engine.to_owned(),
            state: state.text(),
            command: "cargo build".to_owned(),
            tail: vec!["it made no program".to_owned()],
        })
    }

    /// Runs cargo on the source; its output. `tell` hears each line of what it says meanwhile.
    fn cargo(
        &self,
        state: &State,
        engine: &str,
        arguments: &[&str],
        tell: &mut impl FnMut(&str),
    ) -> Result<String, VersionError> {
        // A file, not a pipe: nobody has to read while it runs.
        let mut output = tempfile::tempfile().map_err(at(std::env::temp_dir()))?;
        let copy = |file: &File, path: &Path| file.try_clone().map_err(at(path));
        let mut command = Command::new("cargo");
        command.current_dir(&self.source).args(arguments);
        for name in FOREIGN {
            command.env_remove(name);
        }
        let child = command
            .env("CARGO_TARGET_DIR", &self.target)
            // It never reads it, but as long as cargo lives nobody else gets the lock, even if this
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
            tell(&line);
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

/// The program's path, from what cargo says of the things it has made.
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
