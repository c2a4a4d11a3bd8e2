//! Errors of a collection of positions.

use std::io;

use engine_core::game::GameError;
use openings::OpeningError;
use openings::epd::EpdFault;
use openings::files::FileError;

use super::{LAST_PLIES, OPENING_MOVES, Tally};
use crate::bad_lines::BadLines;
use evaluators::EvaluationError;
use players::pool::PoolError;
use runner::store::StoreError;

/// The reason that there are no positions.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum PositionsError {
    /// The file cannot be read or unpacked.
    #[error("{file}: {source}; give the path of a file that `evalarena positions` wrote")]
    Read { file: String, source: io::Error },
    /// A file of games cannot be read or unpacked.
    #[error("{file}: {source}; give the path of a file of games, .pgn, .pgn.gz, .pgn.zst or .zip")]
    ReadGames { file: String, source: io::Error },
    /// Something else is wrong with a file of games.
    #[error(transparent)]
    Games(OpeningError),
    /// There is nothing in the file.
    #[error(
        "{file}: there are no positions in it; `evalarena positions games.pgn --out {file}` makes \
         some"
    )]
    Empty { file: String },
    /// A file of games where positions are needed.
    #[error(
        "{file} has games and not positions; `evalarena positions {file} --out positions.epd.gz` draws positions from them"
    )]
    HasGames { file: String },
    /// Bad lines; there is at least one.
    #[error("{}", .0.message("positions with results", ""))]
    Lines(BadLines<LineFault>),
    /// A file that cannot be opened, or whose name does not show its format.
    #[error(
        "{0}; give the path of a run's folder, a file of games (.pgn) or a file of positions (.epd, .fen, .txt, .plain)"
    )]
    File(#[from] FileError),
    /// A run that cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game of a run that cannot be played again.
    #[error("{folder}: game {game} cannot be played again; the store is damaged")]
    Damaged { folder: String, game: usize },
    /// The engine that is to score them.
    #[error(transparent)]
    Pool(PoolError),
    /// The engine fails again and again.
    #[error(
        "engine \"{engine}\" gave no score at {row} positions in a row, the last time by {reason}; \
         `evalarena check` lists what it cannot do"
    )]
    Failing { engine: String, row: usize, reason: String },
    /// Nothing was drawn.
    #[error("{}", nothing(.0))]
    Nothing(Tally),
    /// An evaluation from outside fails.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// Ended from outside.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// The positions cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
}

impl From<PoolError> for PositionsError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Interrupted => Self::Interrupted,
            other => Self::Pool(other),
        }
    }
}

impl From<csv::Error> for PositionsError {
    fn from(error: csv::Error) -> Self {
        Self::Write(error.into())
    }
}

impl From<OpeningError> for PositionsError {
    fn from(error: OpeningError) -> Self {
        match error {
            OpeningError::Read { file, source } => Self::ReadGames { file, source },
            other => Self::Games(other),
        }
    }
}

/// The fault of a line.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum LineFault {
    /// Not a line of EPD.
    #[error(transparent)]
    Epd(#[from] EpdFault),
    /// Not a position.
    #[error(transparent)]
    Position(#[from] GameError),
    /// The moves lead somewhere else.
    #[error("the moves of c8 lead to another position; correct them or leave c8 out")]
    Elsewhere,
    /// The result of the game is missing.
    #[error(
        "it has no result; write it in c9 (c9 \"1-0\"; \"0-1\" or \"1/2-1/2\"), in brackets ([1.0], [0.5] or [0.0]) or \
         after a bar (| 1.0)"
    )]
    NoResult,
    /// Two numbers, each of which can be the result.
    #[error("{0:?} and {1:?} can both be the result; write it in brackets: [1.0], [0.5] or [0.0]")]
    TwoResults(String, String),
    /// An invalid result.
    #[error("{0:?} is no result; write 1-0, 0-1, 1/2-1/2, 1.0, 0.5 or 0.0, White's points")]
    Result(String),
    /// An invalid score.
    #[error(
        "{0:?} is no score; write whole centipawns, in ce from the side to move, between bars from White's side, or \
         leave it out"
    )]
    Score(String),
    /// An invalid count.
    #[error("{code} {text:?} is no number; write one or leave {code} out")]
    Count { code: &'static str, text: String },
}

fn nothing(tally: &Tally) -> String {
    let Tally { games, filtered, .. } = tally;
    if filtered.lines > 0 {
        return format!(
            "{} lines and {games} games have no quiet position that is to be drawn; name files with more of them",
            filtered.lines
        );
    }
    format!(
        "{games} games have no quiet position after move {OPENING_MOVES} and before their last {LAST_PLIES} plies; \
         name files with more and longer games that have results"
    )
}
