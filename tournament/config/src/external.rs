//! An engine that is an evaluation from outside: what it needs beside the settings of an evaluator.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use uci_client::Timeouts;

use super::program::Milliseconds;

/// The surroundings of an evaluation from outside, which runs under the arena's search in a process of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExternalConfig {
    /// The configuration's folder: its paths count from there, and programs are started in it. Empty: the working
    /// directory.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The timeouts of its process.
    #[serde(with = "Milliseconds")]
    pub timeouts: Timeouts,
}
