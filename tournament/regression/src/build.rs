//! Making a version from a state of the project.
//!
//! The files are written into a folder of the archive's own, from git's objects: neither the files nor the index of the
//! user are touched, and git's own folder stays as it is. All builds share that folder and a target folder, so
//! libraries are compiled once; one build at a time. Programs are cached by their source: a state is built only once.

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow, bail};
use serde::Deserialize;
use uci_client::{Executable, Process, command};

use crate::archive::{Archive, ignored_folder, lock};
use crate::at;
use crate::git::{Repository, State, short};
use crate::version::{Version, is_evaluation};

/// Variables by which build systems choose compilers and options: they are inherited, and recorded with the build.
const INHERITED: &str = "AR CC CFLAGS CMAKE_GENERATOR CPPFLAGS CXX CXXFLAGS GOAMD64 GOFLAGS LDFLAGS RUSTFLAGS";
/// Environment variables that would change a build by cargo beyond its source.
const FOREIGN: &str = "CARGO_BUILD_RUSTFLAGS CARGO_BUILD_TARGET CARGO_BUILD_TARGET_DIR CARGO_ENCODED_RUSTFLAGS \
    CARGO_TARGET_DIR RUSTFLAGS RUSTUP_TOOLCHAIN";
/// Variables of a `make` that runs this program: they are not for another one.
const OF_OUTER_MAKE: [&str; 3] = ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"];

/// Bytes that are read of cargo's messages, and bytes that are shown of a line of a build.
const MAX_MESSAGES: u64 = 64 << 20;
const LONGEST_LINE: usize = 4096;
/// A build takes as long as it takes.
const FOREVER: Duration = Duration::from_secs(1 << 30);

/// How a project builds its engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipe {
    /// `cargo build --release` of the program that has the engine's name.
    Cargo,
    /// A command of the shell, in the project's folder.
    Command {
        /// The command.
        command: String,
        /// The file that it makes, from that folder: a UCI program, or the shared library of an evaluation.
        program: String,
    },
}

impl Recipe {
    /// The recipe of a project with these files: cargo's, or `make EXE=ENGINE` as OpenBench calls it, here or in src/.
    pub fn usual(root: &Path, engine: &str) -> Result<Self> {
        if root.join("Cargo.toml").exists() {
            return Ok(Self::Cargo);
        }
        let has_makefile = |folder: &&(&str, &str)| {
            let names = ["GNUmakefile", "makefile", "Makefile"];
            names.iter().any(|name| root.join(folder.1).join(name).exists())
        };
        let folders = [("make", ""), ("make -C src", "src/")];
        let Some((make, folder)) = folders.iter().find(has_makefile) else {
            bail!(
                "{}: there is no Cargo.toml and no Makefile; give the command that builds the engine with --build and \
                 --program, or below [build] in regress.toml (docs/regression.md has it for CMake, Go, Meson and Zig)",
                root.display()
            );
        };
        Ok(Self::Command {
            command: format!("{make} EXE={}", shlex::try_quote(engine).unwrap_or_default()),
            program: format!("{folder}{engine}"),
        })
    }

    /// The recipe of a command. Fails if the path leads out of the project: what is there belongs to no commit.
    pub fn of_command(command: &str, program: &str) -> Result<Self> {
        if command.trim().is_empty() {
            bail!("the command that builds the engine is empty; give one, such as --build make");
        }
        let mut parts = Path::new(program).components();
        if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            bail!(
                "{program:?} is outside of the project, so it belongs to no commit; give a path below the project's folder"
            );
        }
        Ok(Self::Command { command: command.to_owned(), program: program.to_owned() })
    }

    /// The record of a build, which another command or another compiler does not share; `None` for cargo's.
    fn record(&self) -> Option<String> {
        if *self == Self::Cargo {
            return None;
        }
        let variables = INHERITED.split(' ');
        let variables = variables.filter_map(|name| Some(format!("{name}={} ", env::var(name).ok()?)));
        Some(variables.collect::<String>() + &self.to_string())
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cargo => f.write_str("cargo build --release"),
            Self::Command { command, program } => write!(f, "{command} -> {program}"),
        }
    }
}

/// Builds versions of one repository.
#[derive(Debug)]
pub struct Builder<'a> {
    /// Where their source is.
    pub repository: &'a Repository,
    /// Where they go.
    pub archive: &'a Archive,
    /// How they are built.
    pub recipe: &'a Recipe,
}

impl Builder<'_> {
    /// The version of `engine` from this state, with default options: an archived one if there is one, else a new one,
    /// whose build output `notify` receives line by line. If it fails the archive is as it was.
    pub fn version(&self, state: &State, engine: &str, mut notify: impl FnMut(&str)) -> Result<Version> {
        if let Some(built) = self.built(state, engine)? {
            return Ok(built);
        }
        ignored_folder(&self.archive.folder).map_err(at(&self.archive.folder))?;
        let folder = self.archive.folder.join(".build");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let place = BuildFolder {
            lock: lock(&folder.join("lock"), || notify("waiting for another build"))?,
            source: folder.join("source"),
            target: folder.join("target"),
        };
        // By the process that had the lock.
        if let Some(built) = self.built(state, engine)? {
            return Ok(built);
        }
        place.check_out(self.repository, state)?;
        let built = match self.recipe {
            Recipe::Cargo => place.cargo(engine, &mut notify)?,
            Recipe::Command { command, program } => place.shell(command, program, &mut notify)?,
        };
        let program = built.map_err(|tail| {
            let command = match self.recipe {
                Recipe::Command { command, .. } => command.clone(),
                Recipe::Cargo => self.recipe.to_string(),
            };
            let lines: Vec<String> = tail.iter().map(|line| format!("  {line}")).collect();
            let (state, tail) = (state.text(), lines.join("\n"));
            anyhow!("{engine} cannot be built from {state}: `{command}` failed:\n{tail}\nNothing was archived")
        })?;
        if !is_evaluation(&program) {
            notify("bench");
        }
        let (name, date) = (self.free_name(state, engine)?, state.date.clone());
        let version = Version {
            commit: Some(state.commit.clone()),
            changed: state.changed,
            tree: Some(state.tree.clone()),
            build: self.recipe.record(),
            ..Version::of(&program, name, engine, date).map_err(at(&program))?
        };
        self.archive.insert(&program, version)
    }

    /// The name of a new version, with a number if another build of the same source has it.
    fn free_name(&self, state: &State, engine: &str) -> Result<String> {
        let usual = if state.changed {
            format!("{engine}-tree-{}", short(&state.tree))
        } else {
            format!("{engine}-{}", short(&state.commit))
        };
        let taken = self.archive.names()?;
        let mut names = (2..).map(|number| format!("{usual}-{number}"));
        let numbered = names.find(|name| !taken.contains(name));
        Ok(numbered.filter(|_| taken.contains(&usual)).unwrap_or(usual))
    }

    /// An archived version of this source; rather of this commit than of changes that became it.
    fn built(&self, state: &State, engine: &str) -> Result<Option<Version>> {
        let versions = self.archive.list()?.0.into_iter();
        let record = self.recipe.record();
        let of_source = versions.filter(|version| {
            version.engine == engine
                && version.tree.as_ref() == Some(&state.tree)
                && version.build == record
                && version.params.is_empty()
        });
        Ok(of_source.min_by_key(|version| version.commit.as_ref() != Some(&state.commit)))
    }
}

/// The path of the program that was built, or the last lines of a build that failed.
type Built = std::result::Result<PathBuf, Vec<String>>;

/// The folder in which versions are built: one build at a time.
struct BuildFolder {
    /// Held during a build.
    lock: File,
    source: PathBuf,
    target: PathBuf,
}

impl BuildFolder {
    /// Writes the files of the state, and no others, into the source folder.
    fn check_out(&self, repository: &Repository, state: &State) -> Result<()> {
        if self.source.exists() {
            fs::remove_dir_all(&self.source).map_err(at(&self.source))?;
        }
        fs::create_dir_all(&self.source).map_err(at(&self.source))?;
        repository.check_out(&state.tree, &self.source)
    }

    /// Builds the program `engine` with cargo.
    fn cargo(&self, engine: &str, notify: &mut impl FnMut(&str)) -> Result<Built> {
        // A file, not a pipe: no reader is needed while it runs.
        let mut output = tempfile::tempfile().map_err(at(env::temp_dir()))?;
        let mut command = command(&Executable::Name("cargo".to_owned()).file().map_err(|_| no_cargo())?);
        command.args(["build", "--release", "--workspace", "--bin", engine]);
        command.args(["--message-format", "json-render-diagnostics"]);
        if self.source.join("Cargo.lock").exists() {
            command.arg("--locked");
        } else {
            notify("note: no Cargo.lock is committed: the newest dependencies are taken that fit");
        }
        let copy = output.try_clone().map_err(at(&self.target))?;
        command.stdout(copy).stderr(Stdio::piped());
        for name in FOREIGN.split(' ') {
            command.env_remove(name);
        }
        command.env("CARGO_TARGET_DIR", &self.target);
        if let Some(tail) = self.run(command, notify)? {
            return Ok(Err(tail));
        }
        let mut messages = String::new();
        let read = output.rewind().and_then(|()| output.take(MAX_MESSAGES).read_to_string(&mut messages));
        read.map_err(at("the output of cargo"))?;
        let made = executable(&messages, engine);
        Ok(made.ok_or_else(|| vec!["it made no program".to_owned()]))
    }

    /// Runs a command of the shell, which makes the file `program`.
    fn shell(&self, line: &str, program: &str, notify: &mut impl FnMut(&str)) -> Result<Built> {
        let mut shell = command(&Executable::Name("sh".to_owned()).file().map_err(at("sh"))?);
        // What it prints on the way, and its complaints, in their order.
        shell.args(["-c", &format!("exec 2>&1\n{line}")]).stdout(Stdio::piped());
        for name in OF_OUTER_MAKE {
            shell.env_remove(name);
        }
        if let Some(tail) = self.run(shell, notify)? {
            return Ok(Err(tail));
        }
        let path = self.source.join(program);
        let missing = || vec![format!("it made no file {program}; name the file that it makes (--program)")];
        let real = [&path, &self.source].map(|path| path.canonicalize());
        Ok(match real {
            [Ok(real), Ok(source)] if !real.starts_with(&source) => Err(vec![format!(
                "{program} is a link to {}, outside of the project, so it belongs to no commit; make a file below the \
                 project's folder",
                real.display()
            )]),
            [Ok(real), _] if real.is_file() => Ok(path),
            _ => Err(missing()),
        })
    }

    /// Runs a command in the source folder, whose messages are a pipe: standard error, or else standard output. `notify`
    /// receives each line meanwhile; the last lines of one that failed are returned.
    fn run(&self, mut command: Command, notify: &mut impl FnMut(&str)) -> Result<Option<Vec<String>>> {
        // It never reads it, but as long as it lives no other process gets the lock, even if this process is killed.
        let lock = self.lock.try_clone().map_err(at(&self.source))?;
        command.current_dir(&self.source).stdin(lock);
        let mut process = Process::start(command).map_err(at(&self.source))?;
        let (mut tail, mut line) = (Vec::new(), Vec::new());
        let mut end_line = |line: &mut Vec<u8>| {
            let text = String::from_utf8_lossy(line).into_owned();
            line.clear();
            notify(&text);
            tail.push(text);
            // So many lines of a failed build are shown.
            let superfluous = tail.len().saturating_sub(30);
            tail.drain(..superfluous);
        };
        let mut room = [0; 1 << 14];
        // A build that has ended is not waited for, even if a process that it leaves holds the pipe.
        while let Ok(ready) = process.wait(false, Instant::now() + FOREVER) {
            let read = if ready.complaints { Ok(process.read_complaints(&mut room)) } else { process.read(&mut room) };
            let read = read.unwrap_or(0);
            for &byte in &room[..read] {
                match byte {
                    b'\n' => end_line(&mut line),
                    _ => line.extend((line.len() < LONGEST_LINE).then_some(byte)),
                }
            }
            if read == 0 {
                break;
            }
        }
        if !line.is_empty() {
            end_line(&mut line);
        }
        let ended = process.await_end(Instant::now() + FOREVER);
        Ok((!ended.is_some_and(|ended| ended.success())).then_some(tail))
    }
}

fn no_cargo() -> Error {
    anyhow!(
        "cargo was not found in PATH; this project is built with it: install Rust (https://rustup.rs), give another \
         command (--build), or add a program that is built already with `evalarena regress add`"
    )
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
    fn the_usual_recipe_by_the_files_in_the_project() {
        for (files, engine, recipe) in [
            (&["Makefile"] as &[&str], "x", Some("make EXE=x -> x")),
            (&["src/makefile"], "my x", Some("make -C src EXE='my x' -> src/my x")),
            (&["Makefile", "Cargo.toml"], "x", Some("cargo build --release")),
            (&["README.md"], "x", None),
        ] {
            let root = tempfile::tempdir().unwrap();
            fs::create_dir(root.path().join("src")).unwrap();
            for file in files {
                fs::write(root.path().join(file), "").unwrap();
            }
            let usual = Recipe::usual(root.path(), engine).ok().map(|recipe| recipe.to_string());
            assert_eq!(usual.as_deref(), recipe, "{files:?}");
        }
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
