//! A program's command line, options and timeouts.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::processors::Processors;

/// The option for castling written as king takes rook.
pub const CHESS960: &str = "UCI_Chess960";

/// The option that announces pondering.
const PONDER: &str = "Ponder";

/// A program to start, and its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// The program.
    pub executable: Executable,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder to start it in, from the working directory; `None`: the working directory.
    pub folder: Option<PathBuf>,
    /// Environment variables to set, besides our own.
    pub env: BTreeMap<String, String>,
    /// UCI options to set: texts, flags and numbers, for the program to check.
    pub options: toml::Table,
    /// True if its scores are from White's side, in place of the side to move.
    pub scores_from_white: bool,
    /// The processors that it runs on; `None`: any (Linux).
    pub processors: Option<Processors>,
    /// The longest waits for it.
    pub timeouts: Timeouts,
}

impl Launch {
    /// The program as it is: no arguments, no options, the usual patience.
    #[must_use]
    pub fn new(executable: Executable) -> Launch {
        Launch {
            executable,
            args: Vec::new(),
            folder: None,
            env: BTreeMap::new(),
            options: toml::Table::new(),
            scores_from_white: false,
            processors: None,
            timeouts: Timeouts::default(),
        }
    }

    /// An engine in shell.
    #[cfg(test)]
    pub(crate) fn shell(script: impl Into<String>) -> Launch {
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        launch.args = vec!["-c".to_owned(), script.into()];
        launch
    }

    /// True if it is set to play Chess960: moves to it are written accordingly.
    pub(crate) fn is_chess960(&self) -> bool {
        self.is_on(CHESS960)
    }

    /// True if it is set to ponder: it then does, in every game with a clock.
    #[must_use]
    pub fn ponders(&self) -> bool {
        self.is_on(PONDER)
    }

    fn is_on(&self, flag: &str) -> bool {
        let mut options = self.options.iter();
        options.any(|(name, value)| {
            let is_on = match value {
                toml::Value::String(text) => text.eq_ignore_ascii_case("true"),
                value => value.as_bool() == Some(true),
            };
            name.eq_ignore_ascii_case(flag) && is_on
        })
    }
}

/// The location of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Executable {
    /// A bare name: looked for in PATH and beside the program that runs.
    Name(String),
    /// A path from the working directory.
    Path(PathBuf),
}

/// The longest silences of a program before it has failed. All are at least a millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, and from `stop` to `bestmove`.
    pub ready: Duration,
    /// From `ucinewgame` to `readyok`.
    pub newgame: Duration,
    /// From `go` to `bestmove` at fixed nodes or depth, where no clock runs.
    pub hang: Duration,
    /// From `quit` to its end; after that it is killed.
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
