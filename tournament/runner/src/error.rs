//! Errors, with their remedies, and stored games that cannot have been played.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use openings::OpeningError;
use players::player::PlayerError;
use players::record::Failure;
use rusqlite::ErrorCode;

/// The reason that a run's folder cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct StoreError {
    /// The folder, or a file in it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: StoreFault,
}

/// What is wrong with a run's folder.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what they are")]
pub enum StoreFault {
    #[error("another process is playing this run; wait for it, or choose another folder")]
    Locked,
    #[error("there is no run here; name a run's folder, the one with run.sqlite in it")]
    NoRun,
    #[error("{0}; choose a folder that can be written")]
    Folder(io::Error),
    #[error("{0}")]
    Other(String),
}

impl StoreError {
    pub(crate) fn new(path: &Path, fault: StoreFault) -> Self {
        Self { path: path.to_owned(), fault }
    }

    pub(crate) fn other(path: &Path, fault: impl Into<String>) -> Self {
        Self::new(path, StoreFault::Other(fault.into()))
    }

    pub(crate) fn damaged(path: &Path, game: &BadGame) -> Self {
        let text = format!(
            "the database is damaged: {game}; `evalarena run` and `match`, given as before with --repair, play it again"
        );
        Self::other(path, text)
    }
}

/// The longest wait for another program that has locked the database.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn no_run(path: &Path) -> StoreError {
    StoreError::new(path.parent().unwrap_or(path), StoreFault::NoRun)
}

pub(crate) fn not_a_run(path: &Path) -> StoreError {
    StoreError::other(path, "not the database of a run; move it away, or choose another folder")
}

pub(crate) fn corrupt(path: &Path) -> StoreError {
    let text = "the database is damaged and nothing was written to it; `sqlite3 FILE .recover` may save its games; \
        move the folder away to start again";
    StoreError::other(path, text)
}

pub(crate) const UNWRITABLE: &str = "cannot be written; make it writable and try again, or choose another folder";

/// The error of SQLite about the database `path`, with its remedy.
pub(crate) fn failure(path: &Path) -> impl Fn(rusqlite::Error) -> StoreError {
    move |source| {
        // A table or a column that is missing: no disk loses them.
        let text = source.to_string();
        let is_incomplete = text.contains("no such table") || text.contains("no such column");
        let fault = match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => return not_a_run(path),
            Some(ErrorCode::DatabaseCorrupt) => return corrupt(path),
            Some(ErrorCode::Unknown) if is_incomplete => return corrupt(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => format!(
                "another program, perhaps sqlite3 or a backup, has locked the database for {} s; end it and run again, \
                 what was stored before is safe",
                PATIENCE.as_secs()
            ),
            Some(ErrorCode::DiskFull) => {
                "the disk is full; make room and run again, what was stored before is safe".to_owned()
            }
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => UNWRITABLE.to_owned(),
            _ => format!(
                "{text}; check that the disk is neither full nor read-only and run again, what was stored before is safe"
            ),
        };
        StoreError::other(path, fault)
    }
}

/// The reason that a run cannot be played or merged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum RunError {
    #[error("{0}")]
    Message(String),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "game {}: engine \"{engine}\" lost by {failure}, and the run is strict{}\nThe game does not \
         count; the same command resumes, and does not stop with run.strict=false",
        game + 1, listing(&failure.log)
    )]
    Strict { game: usize, engine: String, failure: Box<Failure> },
}

impl RunError {
    /// The error of a log of a game, or of the folder of all.
    pub(crate) fn unlogged(path: &Path, error: &io::Error) -> Self {
        Self::Message(format!(
            "{}: {error}; choose a folder that can be written, and has room, with --log; what was played is safe",
            path.display()
        ))
    }
}

fn listing(log: &[String]) -> String {
    match log {
        [] => String::new(),
        _ => format!("; the last lines, > to it and < from it:\n  {}", log.join("\n  ")),
    }
}

/// The name of a game by its index: its number in reports, and the Round of its pair in PGN.
pub fn numbered(index: i64) -> String {
    match index {
        0.. => format!("game {} (Round {} in games.pgn)", index.saturating_add(1), index / 2 + 1),
        _ => format!("game {index}"),
    }
}

/// A stored game that cannot have been played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", numbered(*index))]
pub struct BadGame {
    /// Its index in the schedule, from 0, as stored in the row.
    pub index: i64,
    /// The fault found in it.
    pub reason: String,
}

impl BadGame {
    pub(crate) fn new(index: usize, reason: String) -> Self {
        Self { index: i64::try_from(index).unwrap_or(i64::MAX), reason }
    }
}
