//! Small runs to be looked at.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::browser::{Reader, file_url};
use crate::common::{Files, Folder, folder_of, results, success};

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
    format!("<img src=x onerror=alert(1)> '\"& {}", "long ".repeat(40).trim())
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
pub(crate) struct PlayedRun {
    folder: Folder,
}

impl PlayedRun {
    /// Plays the small run.
    pub(crate) fn small() -> Self {
        Self::of(&SMALL.replace("NAME", HOSTILE))
    }

    /// Plays a configuration.
    pub(crate) fn of(config: &str) -> Self {
        Self::from_book(config, &book())
    }

    /// The same from other openings, as book.pgn.
    pub(crate) fn from_book(config: &str, book: &str) -> Self {
        let folder = folder_of("run.toml", config);
        folder.write("book.pgn", book);
        success(&folder, "run run.toml --out run");
        Self { folder }
    }

    /// The run's folder.
    pub(crate) fn run(&self) -> PathBuf {
        self.folder.join("run")
    }

    /// A reader of its page, if there is a browser.
    pub(crate) fn read(&self) -> Option<Reader> {
        Reader::of(&file_url(&self.run().join("report.html")))
    }

    /// Its results.
    pub(crate) fn results(&self) -> Value {
        results(&self.run())
    }

    /// The folder in which the run is called `run`.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}
