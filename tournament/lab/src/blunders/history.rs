//! Results of engines on the book in earlier runs: a file beside it, a line of JSON a run.
//!
//! Lines are only ever added, each at once. A process that is killed can leave half of one, which
//! the next reader passes over.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::BlunderError;
use config::LimitKind;
use config::read_limited;

/// The result of one engine on the book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The day, UTC, `2026-11-21`.
    pub date: String,
    /// The engine's name.
    pub engine: String,
    /// Its name and version; for an evaluator the version of the arena.
    pub version: String,
    /// The nodes of an evaluator's search of fixed positions, which identify the search and the
    /// evaluation; `None` for a program.
    pub signature: Option<u64>,
    /// The limit.
    pub limit: LimitKind,
    /// Position by position.
    pub results: Vec<Tried>,
}

impl Trial {
    /// The date and the player: `2026-11-21, Evalarena 0.1.0 (71792)`.
    #[must_use]
    pub fn label(&self) -> String {
        let signature = self.signature.map(|nodes| format!(" ({nodes})"));
        let signature = signature.unwrap_or_default();
        format!("{}, {}{signature}", self.date, self.version)
    }
}

/// The result of an engine in a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The position: a FEN without its clocks.
    pub position: String,
    /// The goal at that time, as in the book.
    pub goal: String,
    /// The move in UCI; `None` if the engine failed.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// True if it was right.
    pub solved: bool,
}

/// The record of earlier runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    /// The runs, the oldest first.
    pub trials: Vec<Trial>,
    /// Lines that cannot be read, from 1.
    pub damaged: Vec<usize>,
}

/// The history of a book: `blunders.history.jsonl` beside `blunders.epd`.
#[must_use]
pub fn path_of(book: &Path) -> PathBuf {
    book.with_extension("history.jsonl")
}

impl History {
    /// Reads a history; there need not be one.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub fn load(path: &Path) -> Result<History, BlunderError> {
        let text = match read_limited::positions(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(source) => {
                let path = path.to_owned();
                return Err(BlunderError::Write { path, source });
            }
        };
        let mut history = History::default();
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            match serde_json::from_slice(line) {
                Ok(trial) => history.trials.push(trial),
                Err(_) => history.damaged.push(index + 1),
            }
        }
        Ok(history)
    }

    /// The results of earlier runs of this engine at this limit in a position: true if it was tried, and
    /// the last run that solved it.
    #[must_use]
    pub fn earlier(
        &self,
        engine: &str,
        limit: LimitKind,
        position: &str,
        goal: &str,
    ) -> (bool, Option<&Trial>) {
        let (mut tried, mut solved) = (false, None);
        let own = |trial: &&Trial| trial.engine == engine && trial.limit == limit;
        for trial in self.trials.iter().filter(own) {
            let same = |tried: &&Tried| tried.position == position && tried.goal == goal;
            if let Some(result) = trial.results.iter().find(same) {
                tried = true;
                solved = if result.solved { Some(trial) } else { solved };
            }
        }
        (tried, solved)
    }
}

/// Adds runs to a history, all at once.
///
/// # Errors
/// If the file cannot be written.
pub fn append(path: &Path, trials: &[Trial]) -> Result<(), BlunderError> {
    let add = || -> io::Result<()> {
        let mut text = String::new();
        // Half a line that a killed process has left must not swallow the next one.
        if fs::read(path).is_ok_and(|old| !old.is_empty() && !old.ends_with(b"\n")) {
            text.push('\n');
        }
        for trial in trials {
            text += &serde_json::to_string(trial)?;
            text.push('\n');
        }
        let mut file = File::options().create(true).append(true).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()
    };
    add().map_err(|source| BlunderError::Write { path: path.to_owned(), source })
}
