//! A small project in a git repository: an engine in a file, with a mistake in it.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{self, Files, Folder, arena, stderr, stdout};

const ENGINE: &str = include_str!("tiny_engine.rs");
const TOOLCHAIN: &str = include_str!("../../../../rust-toolchain.toml");
const MANIFEST: &str = "[package]\nname = \"tiny-crate\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
     [[bin]]\nname = \"tiny\"\npath = \"tiny.rs\"\n\n\
     [profile.release]\nopt-level = 1\n";
const LOCKED: &str = "version = 4\n\n[[package]]\nname = \"tiny-crate\"\nversion = \"0.1.0\"\n";

/// A change that only a reader sees.
pub(crate) const COMMENT: (&str, &str) =
    ("/// By kind of man:", "/// In the order of their worth:");
/// A change that spoils the table of squares: a pawn that has moved is dearer than all else.
pub(crate) const SPOILT: (&str, &str) =
    ("[0, 0, 4, 8, 16, 32, 64, 0]", "[0, 0, 900, 900, 900, 900, 900, 0]");
/// A change that is right: the queen was worth less than a pawn.
pub(crate) const MENDED: (&str, &str) = ("500, 50, 20_000", "500, 900, 20_000");

/// A test of large differences that takes a second. The engine cannot win what is won, so games are
/// over early.
const QUICK: &str = "limits = { nodes = 100 }\ntest = { elo1 = 50, max_pairs = 300 }\n\
    [adjudication]\nresign = { moves = 2, score = 300, both = false }\nmax_moves = 100\n";
/// The arguments that make a quick test.
pub(crate) const QUICKLY: &str = "regress tiny --config quick.toml";

pub(crate) struct Project(Folder);

impl Deref for Project {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Project {
    /// The project with one commit.
    pub(crate) fn new() -> Self {
        let project = Self(Folder::new());
        let files = [
            ("tiny.rs", ENGINE),
            ("Cargo.toml", MANIFEST),
            ("Cargo.lock", LOCKED),
            ("rust-toolchain.toml", TOOLCHAIN),
            ("quick.toml", QUICK),
        ];
        for (name, text) in files {
            project.write(name, text);
        }
        project.git("init --quiet --initial-branch main");
        project.commit("A small engine");
        project
    }

    pub(crate) fn git(&self, line: &str) -> String {
        let mut git = Command::new("git");
        let words = shlex::split(line).unwrap();
        let output = git.current_dir(&self.0).args(words);
        for (name, value) in [("NAME", "Tester"), ("EMAIL", "tester@example.org")] {
            output.env(format!("GIT_AUTHOR_{name}"), value);
            output.env(format!("GIT_COMMITTER_{name}"), value);
        }
        let output = output.output().unwrap();
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        stdout(&output).trim().to_owned()
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git("add --all");
        self.git(&format!("commit --quiet --message '{message}'"));
    }

    /// Changes the engine.
    pub(crate) fn change(&self, (old, new): (&str, &str)) {
        let text = self.read("tiny.rs");
        assert!(text.contains(old), "{old}");
        self.write("tiny.rs", text.replace(old, new));
    }

    pub(crate) fn command(&self, line: &str) -> Command {
        arena(self, line)
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        common::run(self, line)
    }

    /// The output of a command that must succeed.
    #[track_caller]
    pub(crate) fn text(&self, line: &str) -> String {
        common::text(self, line)
    }

    /// The message of a command that must fail.
    #[track_caller]
    pub(crate) fn refused(&self, line: &str, parts: &[&str]) -> String {
        common::refused(self, line, parts)
    }

    /// The exit status of a quick test of `tiny`, and its result.
    pub(crate) fn regress(&self, arguments: &str) -> (i32, Value) {
        let arguments = format!("{QUICKLY} --json {arguments}");
        let output = self.run(&arguments);
        let result = serde_json::from_str(&stdout(&output));
        let result = result.unwrap_or_else(|_| panic!("{}", stderr(&output)));
        (output.status.code().unwrap(), result)
    }

    /// The names of the archived versions.
    pub(crate) fn versions(&self) -> Vec<String> {
        let text = self.text("regress list --json");
        let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    }

    /// The folders of games.
    pub(crate) fn games(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.join("runs/regress")) else {
            return Vec::new();
        };
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.is_dir()).collect()
    }
}
