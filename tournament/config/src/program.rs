//! An engine that is a program: its command and its timeouts.

use std::collections::BTreeMap;
use std::ops::Not;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use uci_client::Timeouts;

use super::limit::milliseconds;
use super::sorted;

/// A UCI program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgramConfig {
    /// The program as it is written: a bare name is searched in PATH and beside the arena's own
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
    /// UCI options to set, in the order in which they are sent: texts, flags and numbers, for the
    /// program to check. The order is no part of the canonical text.
    #[serde(serialize_with = "sorted::serialize")]
    pub options: toml::Table,
    /// True if its scores are from White's side, in place of the side to move.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub scores_from_white: bool,
    /// The timeout.
    #[serde(with = "Milliseconds")]
    pub timeouts: Timeouts,
}

/// [`Timeouts`] in a configuration's canonical text: whole milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Timeouts")]
pub(super) struct Milliseconds {
    #[serde(with = "milliseconds")]
    start: Duration,
    #[serde(with = "milliseconds")]
    ready: Duration,
    #[serde(with = "milliseconds")]
    newgame: Duration,
    #[serde(with = "milliseconds")]
    hang: Duration,
    #[serde(with = "milliseconds")]
    quit: Duration,
}
