//! Small runs to be looked at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// Names that do harm where they are not escaped.
pub(crate) const HOSTILE: &str = "<script>alert(1)</script> \"O'Tter\" & 🦦 </td>";

/// Three engines, one of them with a name that is meant to do harm, from two openings.
const SMALL: &str = r#"
[run]
name = "small"
format = "round-robin"
pairs = 2
seed = 5

[limits]
nodes = 400

[openings]
file = "book.pgn"

[adjudication]
resign = { moves = 4, score = 900, both = true }
max_moves = 120

[[engine]]
evaluator = "material"
[[engine]]
evaluator = "michniewski"
[[engine]]
name = '''NAME'''
evaluator = "otter"
"#;

/// The name of the second opening.
pub(crate) fn hostile_opening() -> String {
    format!(
        "<img src=x onerror=alert(1)> '\"& {}",
        "long ".repeat(40).trim()
    )
}

/// Three openings, one of them with a name that is meant to do harm.
fn book() -> String {
    let hostile = hostile_opening().replace('"', "\\\"");
    let opening = |name: &str, moves: &str| format!("[Opening \"{name}\"]\n\n{moves} *\n\n");
    [
        opening("Sicilian Defense: Open", "1. e4 c5 2. Nf3 d6 3. d4 cxd4"),
        opening(&hostile, "1. d4 d5 2. c4 e6"),
        opening("English Opening", "1. c4 e5"),
    ]
    .concat()
}

/// A run that was played, and its folder.
pub(crate) struct Played {
    pub(crate) folder: TempDir,
}

impl Played {
    /// Plays the small run.
    pub(crate) fn small() -> Self {
        Self::of(&SMALL.replace("NAME", HOSTILE), &[])
    }

    /// Plays a configuration.
    pub(crate) fn of(config: &str, arguments: &[&str]) -> Self {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("run.toml"), config).unwrap();
        fs::write(folder.path().join("book.pgn"), book()).unwrap();
        let played = Self { folder };
        let output = played.tournament(&[&["run", "run.toml", "--out", "run"], arguments].concat());
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        played
    }

    /// The run's folder.
    pub(crate) fn run(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    /// Its page.
    pub(crate) fn page(&self) -> PathBuf {
        self.run().join("report.html")
    }

    /// Its results.
    pub(crate) fn results(&self) -> Value {
        let text = fs::read_to_string(self.run().join("results.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// The program, in the folder in which the run is called `run`.
    pub(crate) fn tournament(&self, arguments: &[&str]) -> Output {
        command(self.folder.path(), arguments).output().unwrap()
    }
}

/// The program, to be started in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
    command.current_dir(folder).args(arguments);
    command
}
