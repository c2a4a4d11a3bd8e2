//! An engine that is a program: how to start it, and how long to wait for it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::limit::milliseconds;

/// A UCI program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgramConfig {
    /// The program as it is written: a bare name is looked for in PATH and beside the arena's own
    /// program, anything else is a path from the configuration's folder.
    pub command: String,
    /// The program's path from the working directory; `None` for a bare name.
    #[serde(skip)]
    pub path: Option<PathBuf>,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder to start it in, as it is written; `None`: the arena's own.
    pub dir: Option<String>,
    /// That folder from the working directory.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
    /// Environment variables to set, besides the arena's own.
    pub env: BTreeMap<String, String>,
    /// UCI options to set: texts, flags and numbers, for the program to check.
    pub options: toml::Table,
    /// How long to wait for it.
    pub timeouts: Timeouts,
}

/// How long a program may be silent before it has failed. All are at least a millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeouts {
    /// From its start to `uciok`.
    #[serde(with = "milliseconds")]
    pub start: Duration,
    /// From `isready` to `readyok`, and from `stop` to `bestmove`.
    #[serde(with = "milliseconds")]
    pub ready: Duration,
    /// From `ucinewgame` to `readyok`.
    #[serde(with = "milliseconds")]
    pub newgame: Duration,
    /// From `go` to `bestmove` at fixed nodes or depth, where no clock runs.
    #[serde(with = "milliseconds")]
    pub hang: Duration,
    /// From `quit` to its end; after that it is killed.
    #[serde(with = "milliseconds")]
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            newgame: Duration::from_secs(10),
            hang: Duration::from_secs(300),
            quit: Duration::from_secs(2),
        }
    }
}
