//! Making a version from a state of the project.
//!
//! The files are written into the folder of the new version, from git's objects: neither the files nor the index of the
//! user are touched. There it is built, and there it plays: a program may find its files by a path that was compiled into
//! it. Builds by cargo share a target folder, one at a time. A state is built only once.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Error, Result, anyhow};
use uci_client::{Executable, Process, command};

use crate::archive::{Archive, ignored_folder, lock};
use crate::at;
use crate::git::{Repository, State, short};
use crate::version::{Recipe, Version, executable, files_below, is_evaluation};

/// Environment variables that would change a build by cargo beyond its source.
const FOREIGN: &str = "CARGO_BUILD_RUSTFLAGS CARGO_BUILD_TARGET CARGO_BUILD_TARGET_DIR CARGO_ENCODED_RUSTFLAGS \
    CARGO_TARGET_DIR RUSTFLAGS RUSTUP_TOOLCHAIN";
/// Variables of a `make` that runs this program: they are not for another one.
const OF_OUTER_MAKE: [&str; 3] = ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"];

/// Bytes that are read of cargo's messages, and bytes that are shown of a line of a build.
const MAX_MESSAGES: u64 = 64 << 20;
const LONGEST_LINE: usize = 4096;
/// A build takes as long as it takes; so often it is looked after.
const LOOK: Duration = Duration::from_secs(1);
/// Endings of files on the way to a program, which it does not read.
const INTERMEDIATE: &str = " a d gcda gch gcno ilk lo o obj pch pdb profdata profraw tmp ";

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
        let lock = lock(&folder.join("lock"), || notify("note: waiting for another build"))?;
        // By the process that had the lock.
        if let Some(built) = self.built(state, engine)? {
            return Ok(built);
        }
        let name = self.free_name(state, engine);
        let source = self.archive.begin(&name)?;
        self.repository.check_out(&state.tree, &source)?;
        let place = BuildFolder { lock, target: folder.join("target"), before: times(&source)?, source };
        notify("the build");
        let built = match self.recipe {
            Recipe::Cargo => place.cargo(engine, &mut notify)?,
            Recipe::Command { command, program, is_named } => place.shell(command, program, *is_named, &mut notify)?,
        };
        let program = built.map_err(|(what, tail)| {
            let command = match self.recipe {
                Recipe::Command { command, .. } => command.clone(),
                Recipe::Cargo => self.recipe.to_string(),
            };
            let lines: Vec<String> = tail.iter().map(|line| format!("  {line}")).collect();
            let (state, tail) = (state.text(), lines.join("\n"));
            anyhow!("{engine} cannot be built from {state}: `{command}` {what}:\n{tail}\nNothing was archived")
        })?;
        place.clear()?;
        if !is_evaluation(&program) {
            notify("bench");
        }
        let version = Version {
            commit: Some(state.commit.clone()),
            changed: state.changed,
            tree: Some(state.tree.clone()),
            build: self.recipe.record(&program.to_string_lossy()),
            ..Version::new(name, engine, state.date.clone())
        };
        self.archive.finish(&program, version, notify)
    }

    /// The name of a new version, with a number if another build of the same source has it.
    fn free_name(&self, state: &State, engine: &str) -> String {
        let usual = if state.changed {
            format!("{engine}-tree-{}", short(&state.tree))
        } else {
            format!("{engine}-{}", short(&state.commit))
        };
        let mut names = (2..).map(|number| format!("{usual}-{number}"));
        let is_taken = |name: &String| self.archive.has(name);
        let numbered = if is_taken(&usual) { names.find(|name| !is_taken(name)) } else { None };
        numbered.unwrap_or(usual)
    }

    /// An archived version of this source; rather of this commit than of changes that became it.
    fn built(&self, state: &State, engine: &str) -> Result<Option<Version>> {
        let versions = self.archive.list()?.0.into_iter();
        let of_source = versions.filter(|version| {
            version.engine == engine
                && version.tree.as_ref() == Some(&state.tree)
                && self.recipe.is_of(version.build.as_ref())
                && version.files.is_some()
                && version.params.is_empty()
        });
        Ok(of_source.min_by_key(|version| version.commit.as_ref() != Some(&state.commit)))
    }
}

/// The path of the program that was built, from the top of its files; or what is wrong, and what was printed last.
type Built<T = PathBuf> = std::result::Result<T, (&'static str, Vec<String>)>;

fn no_program<T>(mut tail: Vec<String>, sentence: String) -> Built<T> {
    tail.push(sentence);
    Err(("made no program", tail))
}

/// Files with the times at which they were written.
type FileTimes = BTreeMap<PathBuf, SystemTime>;

fn times(top: &Path) -> Result<FileTimes> {
    let time = |path: PathBuf| Some((fs::symlink_metadata(top.join(&path)).ok()?.modified().ok()?, path));
    Ok(files_below(top)?.into_iter().filter_map(time).map(|(time, path)| (path, time)).collect())
}

/// The folder in which a version is built: one build at a time.
struct BuildFolder {
    /// Held during a build.
    lock: File,
    /// The files of the state, and no others before the build.
    source: PathBuf,
    before: FileTimes,
    target: PathBuf,
}

impl BuildFolder {
    /// Removes what the build made on the way.
    fn clear(&self) -> Result<()> {
        for path in files_below(&self.source)? {
            let kind = format!(" {} ", path.extension().unwrap_or_default().display());
            if INTERMEDIATE.contains(&kind) && !self.before.contains_key(&path) {
                let path = self.source.join(path);
                fs::remove_file(&path).map_err(at(path))?;
            }
        }
        Ok(())
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
        let tail = match self.run(command, notify)? {
            Ok(tail) => tail,
            Err(failed) => return Ok(Err(failed)),
        };
        let mut messages = String::new();
        let read = output.rewind().and_then(|()| output.take(MAX_MESSAGES).read_to_string(&mut messages));
        read.map_err(at("the output of cargo"))?;
        let Some(made) = executable(&messages, engine) else {
            return Ok(no_program(tail, "it made no program".to_owned()));
        };
        // Where it is after a build of one's own.
        let program = Path::new("target/release").join(made.file_name().unwrap_or_default());
        let copy = self.source.join(&program);
        let copied = fs::create_dir_all(self.source.join("target/release")).and_then(|()| fs::copy(&made, &copy));
        copied.map_err(at(copy))?;
        Ok(Ok(program))
    }

    /// Runs a command of the shell, which makes the file `program`.
    fn shell(&self, line: &str, program: &str, is_named: bool, notify: &mut impl FnMut(&str)) -> Result<Built> {
        let mut shell = command(&Executable::Name("sh".to_owned()).file().map_err(at("sh"))?);
        // What it prints on the way, and its complaints, in their order.
        shell.args(["-c", &format!("exec 2>&1\n{line}")]).stdout(Stdio::piped());
        for name in OF_OUTER_MAKE {
            shell.env_remove(name);
        }
        let tail = match self.run(shell, notify)? {
            Ok(tail) => tail,
            Err(failed) => return Ok(Err(failed)),
        };
        let found = self.find(Path::new(program), is_named)?;
        Ok(found.or_else(|sentence| no_program(tail, sentence)))
    }

    /// The program that the build made: this file, or else, unless it `is_named`, the one of its name, or the only one.
    fn find(&self, program: &Path, is_named: bool) -> Result<std::result::Result<PathBuf, String>> {
        let top = self.source.canonicalize().map_err(at(&self.source))?;
        let now = times(&self.source)?;
        let is_made = |path: &PathBuf| self.before.get(path) != now.get(path);
        let is_program = |path: &PathBuf| {
            let real = self.source.join(path).canonicalize().ok().filter(|real| real.starts_with(&top));
            real.is_some_and(|real| Executable::Path(real).is_there())
        };
        let made: Vec<PathBuf> = now.keys().filter(|path| is_made(path) && is_program(path)).cloned().collect();
        if let Ok(real) = self.source.join(program).canonicalize() {
            if !real.starts_with(&top) {
                return Ok(Err(format!(
                    "{} is a link to {}, outside of the project, so it belongs to no commit; make a file below the project's \
                     folder",
                    program.display(),
                    real.display()
                )));
            }
            if real.is_file() && (is_named || is_made(&program.to_owned())) {
                return Ok(Ok(program.to_owned()));
            }
        }
        let name = program.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let has_name = |path: &&PathBuf| {
            let own = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            own == name || own.strip_suffix(".exe") == Some(&name)
        };
        let others = now.keys().filter(|path| is_program(path));
        // Rather one that was made than one that was there, and rather in the usual place.
        let of_name: [Vec<&PathBuf>; 3] = [
            made.iter().filter(has_name).collect(),
            others.clone().filter(|path| *path == program).collect(),
            others.filter(has_name).collect(),
        ];
        let of_name = of_name.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        Ok(match (&of_name[..], &made[..]) {
            ([found], _) if !is_named => Ok((*found).clone()),
            ([], [found]) if !is_named => Ok(found.clone()),
            _ => Err(format!(
                "it made no file {}{}; name the file that it makes (--program), or another command (--build)",
                program.display(),
                made.iter().take(5).map(|path| format!(", but {}", path.display())).collect::<String>()
            )),
        })
    }

    /// Runs a command in the source folder, whose messages are a pipe: standard error, or else standard output. `notify`
    /// receives each line meanwhile, or the last one again; its last lines are returned.
    fn run(&self, mut command: Command, notify: &mut impl FnMut(&str)) -> Result<Built<Vec<String>>> {
        // It never reads it, but as long as it lives no other process gets the lock, even if this process is killed.
        let lock = self.lock.try_clone().map_err(at(&self.source))?;
        command.current_dir(&self.source).stdin(lock);
        let mut process = Process::start(command).map_err(at(&self.source))?;
        let (mut tail, mut line) = (Vec::new(), Vec::new());
        let (mut room, mut ended) = ([0; 1 << 14], None);
        loop {
            // What it leaves running may hold the pipe and even write to it.
            ended = ended.or_else(|| process.await_end(Instant::now()).map(|_| Instant::now()));
            if ended.is_some_and(|ended| ended.elapsed() > LOOK) {
                break;
            }
            let read = match process.wait(false, Instant::now() + LOOK) {
                Ok(ready) if ready.complaints => process.read_complaints(&mut room),
                Ok(_) => process.read(&mut room).unwrap_or(0),
                Err(error) if error.kind() == ErrorKind::TimedOut => {
                    notify(tail.last().map_or("the build", String::as_str));
                    continue;
                }
                Err(_) => 0,
            };
            for &byte in &room[..read] {
                match byte {
                    b'\n' => end_line(&mut line, &mut tail, notify),
                    _ => line.extend((line.len() < LONGEST_LINE).then_some(byte)),
                }
            }
            if read == 0 {
                break;
            }
        }
        if !line.is_empty() {
            end_line(&mut line, &mut tail, notify);
        }
        // It may have closed its output long before its end.
        let status = loop {
            match process.await_end(Instant::now() + LOOK) {
                Some(status) => break status,
                None => notify("the build"),
            }
        };
        Ok(if status.success() { Ok(tail) } else { Err(("failed", tail)) })
    }
}

fn end_line(line: &mut Vec<u8>, tail: &mut Vec<String>, notify: &mut impl FnMut(&str)) {
    let text = String::from_utf8_lossy(line).into_owned();
    line.clear();
    notify(&text);
    tail.push(text);
    let superfluous = tail.len().saturating_sub(30);
    tail.drain(..superfluous);
}

fn no_cargo() -> Error {
    anyhow!(
        "cargo was not found in PATH; this project is built with it: install Rust (https://rustup.rs), give another \
         command (--build), or add a program that is built already with `evalarena regress add`"
    )
}
