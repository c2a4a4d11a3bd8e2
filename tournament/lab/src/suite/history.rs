//! Results of engines on a suite in earlier runs: a file beside it, a line of JSON for each engine and run.
//!
//! Lines are only ever added, each at once. A process that is killed can leave half of one, which
//! the next reader passes over.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::add::unwritable;
use super::report::{EngineReport, PositionReport, SuiteReport};
use crate::error::LabError;
use config::{LimitKind, disk};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Trial {
    /// The day, UTC, `2026-11-21`.
    date: String,
    engine: String,
    /// Its name and version; of an evaluator the arena's.
    version: String,
    limit: LimitKind,
    results: Vec<TrialResult>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TrialResult {
    position: String,
    /// The goal at that time: with another one it is another position.
    goal: String,
    #[serde(rename = "move")]
    san: Option<String>,
    solved: bool,
}

/// The record of earlier runs.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    path: PathBuf,
    trials: Vec<Trial>,
    damaged: Vec<usize>,
}

impl History {
    /// Reads a history; there need not be one.
    pub fn load(path: &Path) -> Result<History, LabError> {
        let text = match disk::positions(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(unwritable(path, &error)),
        };
        let path = path.to_owned();
        let mut history = History { path, trials: Vec::new(), damaged: Vec::new() };
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            match serde_json::from_slice(line) {
                Ok(trial) => history.trials.push(trial),
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(_) => history.damaged.push(index + 1),
            }
        }
        Ok(history)
    }

    /// A warning for each line that cannot be read.
    pub fn warnings(&self) -> impl Iterator<Item = String> + '_ {
        let file = self.path.display();
        let damaged = self.damaged.iter();
        damaged.map(move |line| format!("{file}:{line}: this line is damaged and passed over"))
    }

    /// Enters in a report which positions were solved in an earlier run of the same engine at the same limit.
    pub fn compare(&self, report: &mut SuiteReport) {
        for engine in &mut report.engines {
            for index in 0..engine.results.len() {
                let earlier = self.solved(engine, &engine.results[index]);
                engine.results[index].solved_before = earlier;
            }
            let is_lost_again = |row: &&PositionReport| !row.solved && row.solved_before.is_some();
            engine.lost_again = Some(engine.results.iter().filter(is_lost_again).count());
        }
    }

    /// The date and version of the last run that solved a position.
    fn solved(&self, engine: &EngineReport, row: &PositionReport) -> Option<String> {
        let position = row.position();
        let own = |trial: &&Trial| trial.engine == engine.name && trial.limit == engine.limit;
        let has_solved = |trial: &&Trial| {
            let mut results = trial.results.iter();
            results.any(|it| it.solved && it.position == position && it.goal == row.goal)
        };
        let last = self.trials.iter().rev().filter(own).find(has_solved)?;
        Some(format!("{}, {}", last.date, last.version))
    }

    /// Adds the run that a report is about to the file.
    pub fn append(&self, report: &SuiteReport) -> Result<(), LabError> {
        let add = || -> io::Result<()> {
            let mut text = String::new();
            // Half a line that a killed process has left must not swallow the next one.
            if fs::read(&self.path).is_ok_and(|old| !old.is_empty() && !old.ends_with(b"\n")) {
                text.push('\n');
            }
            for engine in &report.engines {
                let results = engine.results.iter().map(|row| TrialResult {
                    position: row.position(),
                    goal: row.goal.clone(),
                    san: row.san.clone(),
                    solved: row.solved,
                });
                let trial = Trial {
                    date: today(),
                    engine: engine.name.clone(),
                    version: engine.version.clone(),
                    limit: engine.limit,
                    results: results.collect(),
                };
                text += &serde_json::to_string(&trial)?;
                text.push('\n');
            }
            let mut file = File::options().create(true).append(true).open(&self.path)?;
            file.write_all(text.as_bytes())?;
            file.sync_data()
        };
        add().map_err(|error| unwritable(&self.path, &error))
    }
}

fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let milliseconds = since.map_or(0, |since| since.as_millis() as u64);
    ::report::day(milliseconds)
}
