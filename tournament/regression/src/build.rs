//! Making a version from a state of the project.
//!
//! The files are written into a folder of the archive's own, from git's objects: neither the files nor the index of the
//! user are touched, and git's own folder stays as it is. All builds share that folder and a target folder, so
//! libraries are compiled once; one build at a time. Programs are cached by their source: a state is built only once.

mod cargo;

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use crate::archive::{Archive, ignored_folder, lock};
use crate::error::{RegressionError, at};
use crate::git::{Repository, State, short};
use crate::version::{Version, run_bench};
pub use cargo::programs;

/// Variables by which build systems choose compilers and options: they are inherited, and recorded with the build.
const INHERITED: [&str; 11] = [
    "AR",
    "CC",
    "CFLAGS",
    "CMAKE_GENERATOR",
    "CPPFLAGS",
    "CXX",
    "CXXFLAGS",
    "GOAMD64",
    "GOFLAGS",
    "LDFLAGS",
    "RUSTFLAGS",
];
/// Variables of a `make` that runs this program: they are not for another one.
const OF_OUTER_MAKE: [&str; 3] = ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"];

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
    pub fn usual(root: &Path, engine: &str) -> Result<Self, RegressionError> {
        if root.join("Cargo.toml").exists() {
            return Ok(Self::Cargo);
        }
        let has_makefile = |folder: &&(&str, &str)| {
            let names = ["GNUmakefile", "makefile", "Makefile"];
            names.iter().any(|name| root.join(folder.1).join(name).exists())
        };
        let folders = [("make", ""), ("make -C src", "src/")];
        let Some((make, folder)) = folders.iter().find(has_makefile) else {
            return Err(RegressionError::Message(format!(
                "{}: there is no Cargo.toml and no Makefile; give the command that builds the engine with --build and \
                 --program, or below [build] in regress.toml (docs/regression.md has it for CMake, Go, Meson and Zig)",
                root.display()
            )));
        };
        Ok(Self::Command {
            command: format!("{make} EXE={}", shlex::try_quote(engine).unwrap_or_default()),
            program: format!("{folder}{engine}"),
        })
    }

    /// The recipe of a command. Fails if the path leads out of the project: what is there belongs to no commit.
    pub fn of_command(command: &str, program: &str) -> Result<Self, RegressionError> {
        if command.trim().is_empty() {
            return Err(RegressionError::Message(
                "the command that builds the engine is empty; give one, such as --build make"
                    .to_owned(),
            ));
        }
        let mut parts = Path::new(program).components();
        if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(RegressionError::Message(format!(
                "{program:?} is outside of the project, so it belongs to no commit; give a path below the project's folder"
            )));
        }
        Ok(Self::Command { command: command.to_owned(), program: program.to_owned() })
    }

    /// The record of a build, which another command or another compiler does not share; `None` for cargo's.
    fn record(&self) -> Option<String> {
        if *self == Self::Cargo {
            return None;
        }
        let variables = INHERITED.iter();
        let variables =
            variables.filter_map(|name| Some(format!("{name}={} ", env::var(name).ok()?)));
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
    pub fn version(
        &self,
        state: &State,
        engine: &str,
        mut notify: impl FnMut(&str),
    ) -> Result<Version, RegressionError> {
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
        let program = self.program(&place, state, engine, &mut notify)?;
        let bench = if Version::is_evaluation(&program) {
            None
        } else {
            notify("bench");
            run_bench(&program).map_err(at(&program))?
        };
        let version = Version {
            commit: Some(state.commit.clone()),
            changed: state.changed,
            tree: Some(state.tree.clone()),
            build: self.recipe.record(),
            ..Version::new(self.free_name(state, engine)?, engine, state.date.clone(), bench)
        };
        self.archive.insert(&program, version)
    }

    fn program(
        &self,
        place: &BuildFolder,
        state: &State,
        engine: &str,
        notify: &mut impl FnMut(&str),
    ) -> Result<PathBuf, RegressionError> {
        let failed = |tail: Vec<String>| {
            let command = match self.recipe {
                Recipe::Command { command, .. } => command.clone(),
                Recipe::Cargo => self.recipe.to_string(),
            };
            let lines: Vec<String> = tail.iter().map(|line| format!("  {line}")).collect();
            let (state, tail) = (state.text(), lines.join("\n"));
            RegressionError::Message(format!(
                "{engine} cannot be built from {state}: `{command}` failed:\n{tail}\nNothing was archived"
            ))
        };
        let Recipe::Command { command, program } = self.recipe else {
            return cargo::build(place, engine, notify)?.map_err(failed);
        };
        let mut shell = Command::new("sh");
        // What it prints on the way, and its complaints, in their order.
        shell.args(["-c", &format!("exec 2>&1\n{command}")]).stdout(Stdio::piped());
        for name in OF_OUTER_MAKE {
            shell.env_remove(name);
        }
        place.run(shell, notify)?.map_err(failed)?;
        let path = place.source.join(program);
        if path.is_file() {
            return Ok(path);
        }
        let missing = format!("it made no file {program}; name the file that it makes (--program)");
        Err(failed(vec![missing]))
    }

    /// The name of a new version, with a number if another build of the same source has it.
    fn free_name(&self, state: &State, engine: &str) -> Result<String, RegressionError> {
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
    fn built(&self, state: &State, engine: &str) -> Result<Option<Version>, RegressionError> {
        let versions = self.archive.list()?.versions.into_iter();
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

/// The folder in which versions are built: one build at a time.
struct BuildFolder {
    /// Held during a build.
    lock: File,
    source: PathBuf,
    target: PathBuf,
}

impl BuildFolder {
    /// Writes the files of the state, and no others, into the source folder.
    fn check_out(&self, repository: &Repository, state: &State) -> Result<(), RegressionError> {
        match fs::remove_dir_all(&self.source) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(at(&self.source)(error));
            }
            _ => {}
        }
        fs::create_dir_all(&self.source).map_err(at(&self.source))?;
        repository.check_out(&state.tree, &self.source)
    }

    /// Runs a command in the source folder, whose messages are a pipe: standard error, or else standard output. `notify`
    /// receives each line meanwhile. `Err` within has the last lines of one that failed.
    fn run(
        &self,
        mut command: Command,
        notify: &mut impl FnMut(&str),
    ) -> Result<Result<(), Vec<String>>, RegressionError> {
        let program = command.get_program().to_string_lossy().into_owned();
        // It never reads it, but as long as it lives no other process gets the lock, even if this process is killed.
        let lock = self.lock.try_clone().map_err(at(&self.source))?;
        let child = command.current_dir(&self.source).stdin(lock).spawn();
        let mut child = child.map_err(at(&program))?;
        let errors = child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read>);
        let output = child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read>);
        let mut tail = Vec::new();
        let messages = errors.or(output).into_iter();
        for line in messages.flat_map(|messages| BufReader::new(messages).split(b'\n')) {
            let line = String::from_utf8_lossy(&line.unwrap_or_default()).into_owned();
            notify(&line);
            tail.push(line);
            // So many lines of a failed build are shown.
            let superfluous = tail.len().saturating_sub(30);
            tail.drain(..superfluous);
        }
        let ended = child.wait().map_err(at(&program))?;
        Ok(if ended.success() { Ok(()) } else { Err(tail) })
    }
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
}
