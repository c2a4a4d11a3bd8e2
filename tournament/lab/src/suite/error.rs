//! Errors of a suite.

use std::io;

use engine_core::game::GameError;
use openings::epd::EpdFault;
use openings::files::FileError;

use super::goal::GoalFault;
use crate::bad_lines::BadLines;

/// The reason that a suite cannot be solved.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SuiteError {
    /// The file cannot be read.
    #[error("{file}: {source}; give the path of an EPD file")]
    Read { file: String, source: io::Error },
    /// The file cannot be opened, or has no suite in it.
    #[error(transparent)]
    File(FileError),
    /// There is nothing in the file.
    #[error("{file}: there are no positions in it; a suite has a position in EPD on each line")]
    Empty { file: String },
    /// Bad lines; there is at least one.
    #[error("{}", .0.message("positions of a suite", ""))]
    Lines(BadLines<SuiteLineFault>),
}

impl From<FileError> for SuiteError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Read { file, source } => Self::Read { file, source },
            other => Self::File(other),
        }
    }
}

/// The fault of a line.
#[derive(Debug, thiserror::Error)]
pub enum SuiteLineFault {
    /// Not a line of EPD.
    #[error(transparent)]
    Epd(#[from] EpdFault),
    /// Not a position.
    #[error(transparent)]
    Position(#[from] GameError),
    /// No move can be played.
    #[error("the game is already over by {0}")]
    Over(&'static str),
    /// The goal makes no sense.
    #[error(transparent)]
    Goal(#[from] GoalFault),
}
