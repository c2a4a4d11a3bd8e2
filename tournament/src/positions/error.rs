//! What can be wrong with a collection of positions.

use std::fmt::Write as _;
use std::io;

use engine_core::game::GameError;
use openings::OpeningError;
use openings::epd::EpdFault;

/// A message names this many bad lines and counts the rest.
const NAMED: usize = 10;

/// Why there are no positions.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The file cannot be read or unpacked.
    #[error("{file}: {source}; give the path of a file that `tournament positions` wrote")]
    Read {
        /// The file.
        file: String,
        /// What the system said.
        source: io::Error,
    },
    /// A file of games cannot be read or unpacked.
    #[error("{file}: {source}; give the path of a file of games, .pgn, .pgn.gz or .zip")]
    ReadGames {
        /// The file.
        file: String,
        /// What the system said.
        source: io::Error,
    },
    /// Something else is wrong with a file of games.
    #[error(transparent)]
    Games(OpeningError),
    /// There is nothing in the file.
    #[error(
        "{file}: there are no positions in it; `tournament positions games.pgn --out {file}` makes \
         some"
    )]
    Empty {
        /// The file.
        file: String,
    },
    /// Bad lines; there is at least one.
    #[error("{}", listed(.0))]
    Lines(Vec<BadLine>),
}

impl From<OpeningError> for PositionsError {
    fn from(error: OpeningError) -> Self {
        match error {
            OpeningError::Read { file, source } => Self::ReadGames { file, source },
            other => Self::Games(other),
        }
    }
}

/// A line that is no position with a result.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: {fault}")]
pub struct BadLine {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    /// Not readable as text.
    #[error("not UTF-8 text")]
    Encoding,
    /// Not a line of EPD.
    #[error(transparent)]
    Epd(#[from] EpdFault),
    /// Not a position.
    #[error(transparent)]
    Position(#[from] GameError),
    /// The moves lead somewhere else.
    #[error("the moves of c8 lead to another position; correct them or leave c8 out")]
    Elsewhere,
    /// Nobody knows how the game ended.
    #[error("it has no result; c9 says \"1-0\", \"0-1\" or \"1/2-1/2\"")]
    NoResult,
    /// A result that is none.
    #[error("{0:?} is no result; c9 says \"1-0\", \"0-1\" or \"1/2-1/2\"")]
    Result(String),
}

fn listed(lines: &[BadLine]) -> String {
    if let [line] = lines {
        return format!("{line}; correct the line or remove it");
    }
    let mut text = format!(
        "{} lines are no positions with results; correct them or remove them",
        lines.len()
    );
    for line in lines.iter().take(NAMED) {
        // Writing into a text cannot fail.
        write!(text, "\n  {line}").ok();
    }
    if lines.len() > NAMED {
        write!(text, "\n  and {} more", lines.len() - NAMED).ok();
    }
    text
}
