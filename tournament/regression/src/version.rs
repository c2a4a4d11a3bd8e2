//! One program of the archive, its record, the files among which it is, and the way to build it.

use std::env;
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Error, Result, anyhow, bail};
use config::{NOT_SCALAR, is_scalar};
use eval_external::Spec;
use players::identity::sha256;
use serde::{Deserialize, Serialize};

use crate::at;
use crate::bench::{self, Bench};
use crate::git::short;

/// The file of the record, and the folder of the files, in the version's folder.
pub(crate) const RECORD: &str = "version.toml";
pub(crate) const TREE: &str = "tree";

/// The list of the files in the version's folder, as `sha256sum` writes it.
const FILES: &str = "files.sha256";
/// Extensions of files that programs write: one that has changed makes no other version.
const WRITTEN: [&str; 8] = ["log", "out", "err", "pid", "tmp", "pgn", "lrn", "exp"];

/// One program and its record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// Its name, which is also its folder's.
    pub name: String,
    /// The engine of which it is a version.
    pub engine: String,
    /// The commit time of its source, else that of archiving: UTC, as in `2026-11-21T03:45:00Z`.
    pub date: String,
    /// The commit that it was built from, or on which its changes are based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// True if it has uncommitted changes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// The identity of the source: git's hash of its tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// The command that built it, with variables that choose compilers and the file that it made; `None`: cargo or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The nodes of its `bench`; `None` if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench: Option<u64>,
    /// The extent to which a search moves its values, relative to Michniewski's; 1 if its `bench` does not print it.
    pub margin_scale: f64,
    /// K: the number of its centipawns for an expected score of 73 %, as its `bench` prints; `None` if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval_scale: Option<f64>,
    /// The program's file, from the version's folder.
    pub file: String,
    /// The SHA-256 of that file, in hexadecimal digits.
    pub sha256: String,
    /// That of the list of the files among which it is, if they are archived, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
    /// The UCI options with which it plays.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub params: toml::Table,
}

impl Version {
    /// A version that is not archived yet, without source and options.
    pub fn new(name: String, engine: &str, date: String) -> Version {
        Version { name, engine: engine.to_owned(), date, margin_scale: 1.0, ..Version::default() }
    }

    /// Takes in what the program's `bench` prints in `folder`, if it is a program and has one; `notify` is told why not.
    pub(crate) fn measure(
        &mut self,
        program: &Path,
        folder: Option<&Path>,
        mut notify: impl FnMut(&str),
    ) -> io::Result<()> {
        self.bench = None;
        if is_evaluation(program) {
            return Ok(());
        }
        match bench::run(program, folder, &mut notify)? {
            Ok(Bench { nodes, margin_scale, eval_scale }) => {
                (self.bench, self.margin_scale, self.eval_scale) = (Some(nodes), margin_scale, eval_scale);
            }
            Err(why) => notify(&format!("note: {why}")),
        }
        Ok(())
    }

    /// Writes its record, when all else is there. Otherwise a loss of power could leave the name on empty files.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let record = folder.join(RECORD);
        let text = toml::to_string(self).map_err(|error| no_record(&record, &error))?;
        fs::write(&record, text).map_err(at(&record))?;
        for path in [&folder.join(&self.file), &record] {
            File::open(path).and_then(|file| file.sync_all()).map_err(at(path))?;
        }
        Ok(())
    }

    /// A text that is equal for versions that play the same: the tree and the options, or the program and the options.
    pub fn identity(&self) -> String {
        let source = match (&self.tree, &self.build) {
            (Some(tree), Some(build)) => format!("tree {tree} by {build}"),
            (Some(tree), None) => format!("tree {tree}"),
            (None, _) => format!("sha256 {}", self.sha256),
        };
        with_params(source, &self.params)
    }

    /// Its program's file, from the top of its files if it has them.
    pub(crate) fn file_in_tree(&self) -> &str {
        let below = self.file.strip_prefix(TREE).and_then(|file| file.strip_prefix('/'));
        below.filter(|_| self.files.is_some()).unwrap_or(&self.file)
    }

    /// The files among which its program is, in words that go on from it; empty if it is alone.
    pub(crate) fn files_text(&self) -> String {
        self.files.as_ref().map(|files| format!(" among {files}")).unwrap_or_default()
    }

    pub(crate) fn fault(&self) -> Option<String> {
        if self.tree.is_some() && self.files.is_none() {
            return Some("the files of its commit, among which it plays, are not archived".to_owned());
        }
        let scales = [("margin_scale", Some(self.margin_scale)), ("eval_scale", self.eval_scale)];
        for (name, number) in scales {
            if let Some(wrong) = number.filter(|n| !(n.is_finite() && *n > 0.0)) {
                return Some(format!("{name} is {wrong} and must be finite and above 0"));
            }
        }
        let strange = self.params.iter().find(|(_, value)| !is_scalar(value));
        strange.map(|(name, _)| format!("params.{name} {NOT_SCALAR}"))
    }

    /// The commit in short, with a plus sign if there are changes: `1a2b3c4d5e+`; empty if it is not known.
    pub fn commit_text(&self) -> String {
        let commit = self.commit.as_deref().map(short).unwrap_or_default();
        format!("{commit}{}", if self.changed { "+" } else { "" })
    }
}

pub(crate) fn no_record(path: &Path, message: &dyn Display) -> Error {
    anyhow!("{}: not a version's record: {message}; remove its folder", path.display())
}

/// True if the file is the shared library of an evaluation, and not a program.
pub(crate) fn is_evaluation(file: &Path) -> bool {
    Spec::is_one(&file.to_string_lossy())
}

pub(crate) fn with_params(source: String, params: &toml::Table) -> String {
    if params.is_empty() {
        return source;
    }
    let params: toml::Table =
        config::sorted(params).into_iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    format!("{source} with {params}")
}

/// The files and links below a folder, from there, in their order; links are not followed.
pub(crate) fn files_below(top: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![top.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = entry.map_err(at(&folder))?.path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.is_file() || path.is_symlink() {
                files.extend(path.strip_prefix(top).map(Path::to_owned));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Writes the list of a version's files, and returns its checksum.
pub(crate) fn list_files(place: &Path) -> Result<String> {
    let (tree, list) = (place.join(TREE), place.join(FILES));
    let mut text = String::new();
    for path in files_below(&tree)? {
        let is_written = path.extension().is_some_and(|kind| WRITTEN.iter().any(|of| kind.eq_ignore_ascii_case(of)));
        if let Some(name) = path.to_str().filter(|name| !is_written && !name.contains('\n')) {
            text += &format!("{}  {name}\n", content(&tree.join(&path))?);
        }
    }
    fs::write(&list, text).map_err(at(&list))?;
    checksum(&list)
}

/// The first file that is not as it was when it was archived.
pub(crate) fn first_change(place: &Path, files: &str) -> Result<Option<PathBuf>> {
    let list = place.join(FILES);
    if checksum(&list)? != files {
        return Ok(Some(list));
    }
    let text = fs::read_to_string(&list).map_err(at(&list))?;
    let files = text.lines().filter_map(|line| line.split_once("  "));
    let mut files = files.map(|(known, name)| (known, place.join(TREE).join(name)));
    Ok(files.find(|(known, path)| content(path).ok().as_deref() != Some(known)).map(|(_, path)| path))
}

/// The checksum of a file, or that to which a link leads.
fn content(path: &Path) -> Result<String> {
    match fs::read_link(path) {
        Ok(target) => Ok(format!("-> {}", target.display())),
        Err(_) => checksum(path),
    }
}

pub(crate) fn checksum(path: &Path) -> Result<String> {
    sha256(path).map_err(at(path))
}

/// Variables by which build systems choose compilers and options: they are inherited, and recorded with the build.
const INHERITED: &str = "AR CC CFLAGS CMAKE_GENERATOR CPPFLAGS CXX CXXFLAGS GOAMD64 GOFLAGS LDFLAGS RUSTFLAGS";

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
        /// True unless another file of that name, or the only program that it makes, will do.
        is_named: bool,
    },
}

impl Recipe {
    /// The recipe of a project with these files: cargo's, or `make EXE=ENGINE` as OpenBench calls it, here or in src/.
    pub fn usual(root: &Path, engine: &str, program: Option<&str>) -> Result<Self> {
        if root.join("Cargo.toml").exists() {
            if program.is_some() {
                bail!(
                    "cargo makes the program that has the engine's name: name the engine, or give a command (--build)"
                );
            }
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
        let command = format!("{make} EXE={}", shlex::try_quote(engine).unwrap_or_default());
        Self::of_command(&command, program, &format!("{folder}{engine}"))
    }

    /// The recipe of a command that makes the file `program`, or else one like `usual`, in the project's folder.
    pub fn of_command(command: &str, program: Option<&str>, usual: &str) -> Result<Self> {
        if command.trim().is_empty() {
            bail!("the command that builds the engine is empty; give one, such as --build make");
        }
        let (is_named, program) = (program.is_some(), program.unwrap_or(usual));
        let mut parts = Path::new(program).components();
        if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            bail!(
                "{program:?} is outside of the project, so it belongs to no commit; give a path below the project's folder"
            );
        }
        Ok(Self::Command { command: command.to_owned(), program: program.to_owned(), is_named })
    }

    /// The same, which names the file that it made for `version`.
    pub fn as_built(mut self, version: &Version) -> Self {
        if let Self::Command { program, is_named, .. } = &mut self {
            (*program, *is_named) = (version.file_in_tree().to_owned(), true);
        }
        self
    }

    /// The record of a build that made `program`: by a command, and a compiler; `None` for cargo's.
    pub(crate) fn record(&self, program: &str) -> Option<String> {
        let Self::Command { command, .. } = self else { return None };
        let variables = INHERITED.split(' ');
        let variables = variables.filter_map(|name| Some(format!("{name}={} ", env::var(name).ok()?)));
        Some(format!("{}{command}{MADE}{program}", variables.collect::<String>()))
    }

    /// True if it would make what was built so.
    pub(crate) fn is_of(&self, record: Option<&String>) -> bool {
        match (self, record, self.record("")) {
            (Self::Command { program, is_named, .. }, Some(record), Some(start)) => {
                record.strip_prefix(&start).is_some_and(|made| !is_named || made == program)
            }
            (_, record, start) => record.is_none() && start.is_none(),
        }
    }
}

/// Between the command and the file that it made.
const MADE: &str = " -> ";

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cargo => f.write_str("cargo build --release"),
            Self::Command { command, program, .. } => write!(f, "{command}{MADE}{program}"),
        }
    }
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
pub(crate) fn executable(messages: &str, engine: &str) -> Option<PathBuf> {
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
    fn cargo_comes_before_make_and_names_are_quoted() {
        let root = tempfile::tempdir().unwrap();
        for (file, recipe) in [("Makefile", "make EXE='my x' -> my x"), ("Cargo.toml", "cargo build --release")] {
            std::fs::write(root.path().join(file), "").unwrap();
            assert_eq!(Recipe::usual(root.path(), "my x", None).unwrap().to_string(), recipe);
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
