//! An engine that is an evaluation from outside: what it needs beside the settings of an evaluator.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use uci_client::Timeouts;

use super::pgn::ScoreSide;
use super::program::Milliseconds;

/// The surroundings of an evaluation from outside, which runs under the arena's search in a process of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExternalConfig {
    /// The configuration's folder: its paths count from there, and programs are started in it. Empty: the working
    /// directory.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The output of a UCI engine; `None`: that of its preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<EvalFormat>,
    /// The timeouts of its process.
    #[serde(with = "Milliseconds")]
    pub timeouts: Timeouts,
}

/// The output of a UCI engine at its command `eval`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvalFormat {
    /// The line, with `{}` in place of the number.
    pub pattern: String,
    /// This much of the number makes a pawn: 1 for pawns, 100 for centipawns; above 0.
    pub unit: f64,
    /// The side from which the number is.
    pub view: ScoreSide,
}
