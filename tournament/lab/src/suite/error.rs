//! Errors of a suite.

use std::io;
use std::path::PathBuf;

use engine_core::game::GameError;
use openings::OpeningError;
use openings::epd::EpdFault;
use openings::files::FileError;
use players::pool::PoolError;
use runner::store::StoreError;

use super::goal::GoalFault;
use crate::bad_lines::BadLines;

/// The reason that a suite is not solved, or that nothing was added to it. The file is then as it was.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SuiteError {
    #[error("{file}: {source}; give the path of an EPD file")]
    Read { file: String, source: io::Error },
    #[error(transparent)]
    File(FileError),
    #[error("{file}: there are no positions in it; a suite has a position in EPD on each line")]
    Empty { file: String },
    #[error("{}", .0.message("positions of a suite", ""))]
    Lines(BadLines<SuiteLineFault>),
    #[error("{}: {source}; the file is as it was: make room, or name another", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{0}; nothing is added")]
    NewLine(SuiteLineFault),
    #[error(transparent)]
    Game(#[from] OpeningError),
    #[error("{file}: it has {games} games; choose one with --game 1 to --game {games}")]
    WhichGame { file: String, games: usize },
    #[error("--move {place} is not in the game, whose moves are numbered {first} to {last}")]
    NoPlace { place: String, first: String, last: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: game {game} is damaged; nothing can be found in it", path.display())]
    Damaged { path: PathBuf, game: usize },
    #[error("no engine of the run is called {name:?}; there are {}", known.join(", "))]
    NoSuchEngine { name: String, known: Vec<String> },
    #[error("engine \"{0}\" is a program; name an engine that judges its moves with --judge")]
    Judge(String),
    #[error(transparent)]
    Pool(#[from] PoolError),
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
