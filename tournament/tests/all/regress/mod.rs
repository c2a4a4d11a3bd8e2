//! `regress` as its users meet it: parameters of an evaluator, and a project of a single file that builds in a second, an
//! engine with a mistake in it in a git repository. Here: impossible requests end with a message and exit status 2, and harm
//! nothing; a kill, while building or while playing, loses nothing.

mod builds;
mod versions;

use std::fs;
use std::ops::Deref;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::arena::section;
use crate::common::*;

/// Makefiles and their like, the small engine, and the output of `bench`, with marks between them.
const PARTS: &str = include_str!("engines.txt");

/// A change that only a reader sees.
pub(crate) const COMMENT: (&str, &str) = ("/// By kind of man:", "/// In the order of their worth:");
/// A change that spoils the table of squares: a pawn that has moved is dearer than all else.
pub(crate) const SPOILT: (&str, &str) = ("[0, 0, 4, 8, 16, 32, 64, 0]", "[0, 0, 900, 900, 900, 900, 900, 0]");
/// A change that is right: the queen was worth less than a pawn.
pub(crate) const MENDED: (&str, &str) = ("500, 50, 20_000", "500, 900, 20_000");

/// The arguments that make a quick test: of large differences, in a second. The engine cannot win what is won, so games are
/// over early.
pub(crate) const QUICKLY: &str = "regress tiny --config quick.toml";

pub(crate) struct Project(Folder);

impl Deref for Project {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Project {
    pub(crate) fn new() -> Self {
        let project = Self::empty();
        project.write("tiny.rs", PARTS.split("#### ").nth(1).unwrap().strip_prefix("tiny.rs\n").unwrap());
        ["Cargo.toml", "Cargo.lock", "quick.toml"].iter().for_each(|file| project.write(file, section(file)));
        project.write("rust-toolchain.toml", include_str!("../../../../rust-toolchain.toml"));
        project.commit("A small engine");
        project
    }

    pub(crate) fn empty() -> Self {
        let project = Self(Folder::new());
        project.git("init --quiet --initial-branch main");
        project
    }

    pub(crate) fn git(&self, line: &str) -> String {
        let mut git = Command::new("git");
        let words = shlex::split(line).unwrap();
        git.current_dir(&self.0).args(["-c", "user.name=Tester", "-c", "user.email=t@example.org"]);
        let output = git.args(words).output().unwrap();
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        stdout(&output).trim().to_owned()
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git("add --all");
        self.git(&format!("commit --quiet --message '{message}'"));
    }

    pub(crate) fn change(&self, (old, new): (&str, &str)) {
        let text = self.read("tiny.rs");
        assert!(text.contains(old), "{old}");
        self.write("tiny.rs", text.replace(old, new));
    }

    /// The exit status of a quick test of `tiny`, and its result.
    pub(crate) fn regress(&self, arguments: &str) -> (i32, Value) {
        let arguments = format!("{QUICKLY} --json {arguments}");
        let output = run(self, &arguments);
        (output.status.code().unwrap(), result(&output))
    }

    pub(crate) fn versions(&self) -> Vec<String> {
        let rows = lines(&text(self, "regress list --json")).into_iter();
        rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn games(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.join("runs/regress")).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.is_dir()).collect()
    }
}

pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn result(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|_| panic!("{}", stderr(output)))
}

#[test]
fn unknown_names_are_refused_with_suggestions() {
    let project = Project::new();
    project.git("tag release-1");
    refused(&project, "regress tiny --against relase-1", &["did you mean \"release-1\"?"]);
    // The first commit has none before it.
    refused(&project, "regress tiny", &["--against"]);
    project.change(MENDED);
    refused(&project, "regress tinny", &["no bin target named `tinny`", "`tiny`"]);
    refused(&project, "regress tiny --elo0 5 --elo1 1", &["must be below"]);
    refused(&project, "regress tiny --params /dev/zero", &["/dev/zero", "MiB"]);
    let elsewhere = Folder::new();
    let mut command = arena(&elsewhere, "regress tiny");
    let above = elsewhere.parent().unwrap();
    let output = command.env("GIT_CEILING_DIRECTORIES", above).output().unwrap();
    output.ended(2).must_have(&["not inside a git repository"]);
}

#[test]
fn a_build_that_fails_shows_why_and_leaves_the_archive_as_it_was() {
    let project = Project::new();
    project.change(("fn main() {", "fn main() { let x: u8 = \"not a number\";"));
    refused(&project, "regress tiny", &["cannot be built from the working tree", "mismatched types"]);
    assert!(project.versions().is_empty());
    // A lock file that does not fit: it is unknown what would be built.
    project.git("checkout --quiet .");
    project.write("Cargo.lock", "version = 4\n");
    refused(&project, "regress tiny", &["--locked"]);
    assert!(project.versions().is_empty());
}

#[test]
fn without_cargo_or_git_nothing_is_built() {
    let project = Project::new();
    project.change(MENDED);
    let programs = Folder::new();
    let run = || {
        let mut command = arena(&project, "regress tiny");
        command.env("PATH", &*programs).output().unwrap().ended(2)
    };
    run().must_have(&["git was not found in PATH"]);
    let found = Command::new("sh").args(["-c", "command -v git"]).output().unwrap();
    let git = String::from_utf8(found.stdout).unwrap();
    symlink(git.trim(), programs.join("git")).unwrap();
    run().must_have(&["cargo was not found in PATH"]);
    assert!(project.versions().is_empty());
}

/// Starts a command and kills it as soon as `is_time`, which must come before its end.
fn kill_when(project: &Project, arguments: &str, is_time: impl FnMut() -> bool) {
    let mut child = start(arena(project, arguments));
    wait_until(&mut child, is_time);
    assert!(kill(child), "it ended before it could be killed");
}

#[test]
fn a_build_that_is_killed_leaves_nothing_half_made() {
    let project = Project::new();
    project.change(COMMENT);
    let target = project.join("versions/.build/target/release");
    // While the source is written, while cargo runs, while the program is archived.
    let is_written = || {
        let folders = fs::read_dir(project.join("versions")).into_iter().flatten();
        folders.flatten().any(|entry| entry.path().join("tree/tiny.rs").exists())
    };
    kill_when(&project, QUICKLY, is_written);
    assert!(project.versions().is_empty());
    kill_when(&project, QUICKLY, || target.exists());
    assert!(project.versions().is_empty());
    text(&project, QUICKLY);
    assert_eq!(project.versions().len(), 2);
}

#[test]
fn a_match_that_is_killed_resumes_and_ends_the_same() {
    let project = Project::new();
    project.change(MENDED);
    // Hundreds of games.
    let long = "--elo1 20 --threads 1";
    let arguments = format!("{QUICKLY} {long}");
    let games = || project.games().first().map_or(0, |run| stored(run));
    for more in 1..=2 {
        let before = games();
        kill_when(&project, &arguments, || games() >= before + more);
    }
    let played = games();
    assert!(played >= 3);
    let (_, gone_on) = project.regress(long);
    assert_eq!(project.games().len(), 1, "it resumed in its folder");
    let (_, whole) = project.regress("--fresh --elo1 20");
    assert_eq!(gone_on["penta"], whole["penta"]);
    assert_eq!(gone_on["verdict"], whole["verdict"]);
    assert!(whole["games"].as_u64().unwrap() > played as u64);
}
