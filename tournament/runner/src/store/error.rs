//! Errors of a run's folder, with their remedies, and stored games that cannot have been played.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::{DATABASE, PATIENCE, Store};

/// The version of the tables' layout and of the meaning of their values. A change of either adds one.
pub(super) const SCHEMA_VERSION: i32 = 4;

/// The reason that a run cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum StoreError {
    #[error("{}: {source}; choose a folder that can be written", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("{}: another process is playing this run; wait for it, or choose another folder", folder.display())]
    Locked { folder: PathBuf },
    #[error("{}: this is no longer the file that is being written: the folder was renamed or deleted, or the file replaced, while the run was played; {left}; run again to begin anew, or after the folder is back in its place", path.display())]
    Moved { path: PathBuf, left: String },
    #[error("{}: there is no run here; name a run's folder, the one with {DATABASE} in it", folder.display())]
    NoRun { folder: PathBuf },
    #[error("{}: not the database of a run; move it away, or choose another folder", path.display())]
    NotARun { path: PathBuf },
    #[error("{}: this run was made by {software} (layout {found}, this program has {SCHEMA_VERSION}); use that program, or play it anew with --fresh", path.display())]
    Version { path: PathBuf, found: i32, software: String },
    #[error("{}: its configuration cannot be read: {reason}; the program that played it can", folder.display())]
    Configuration { folder: PathBuf, reason: String },
    #[error("{}: game {} is already finished, its second result was not kept", path.display(), game + 1)]
    Duplicate { path: PathBuf, game: usize },
    #[error("{}: the database is damaged: {}: {reason}; `evalarena run` with its configuration and --repair plays it again", path.display(), numbered(*game))]
    Damaged { path: PathBuf, game: i64, reason: String },
    #[error("{}: the database is damaged and nothing was written to it; `sqlite3 FILE .recover` may save its games, and --fresh starts again (the old folder is kept under another name)", path.display())]
    Corrupt { path: PathBuf },
    #[error("{}: another program, perhaps sqlite3 or a backup, has locked the database for {} s; end it and run again, what was stored before is safe", path.display(), PATIENCE.as_secs())]
    Busy { path: PathBuf },
    #[error("{}: the disk is full; make room and run again, what was stored before is safe", path.display())]
    Full { path: PathBuf },
    #[error("{}: cannot be written; make it writable and try again, or choose another folder", path.display())]
    ReadOnly { path: PathBuf },
    #[error("{}: may only be read, and the last games are not in it but in the file beside it whose name ends in -wal; make both writable, or copy the folder and name the copy", path.display())]
    Unmerged { path: PathBuf },
    #[error("{}: {source}; check that the disk is neither full nor read-only and run again, what was stored before is safe", path.display())]
    Sqlite { path: PathBuf, source: rusqlite::Error },
}

impl StoreError {
    /// True if it is about this store, and not about another one that is read.
    pub fn is_of(&self, store: &Store) -> bool {
        let path = match self {
            Self::Folder { path, .. }
            | Self::Moved { path, .. }
            | Self::NotARun { path }
            | Self::Version { path, .. }
            | Self::Duplicate { path, .. }
            | Self::Damaged { path, .. }
            | Self::Corrupt { path }
            | Self::Busy { path }
            | Self::Full { path }
            | Self::ReadOnly { path }
            | Self::Unmerged { path }
            | Self::Sqlite { path, .. } => path,
            Self::Locked { folder }
            | Self::NoRun { folder }
            | Self::Configuration { folder, .. } => folder,
        };
        *path == store.path
    }
}

/// The name of a game by its index: its number in reports, and the Round of its pair in PGN.
pub fn numbered(index: i64) -> String {
    match index {
        0.. => format!("game {} (Round {} in games.pgn)", index.saturating_add(1), index / 2 + 1),
        _ => format!("game {index}"),
    }
}

/// True if a table or a column is missing, which no disk loses.
fn is_incomplete(source: &rusqlite::Error) -> bool {
    let text = source.to_string();
    text.contains("no such table") || text.contains("no such column")
}

pub(super) fn failure(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotARun { path },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Corrupt { path },
        Some(ErrorCode::Unknown) if is_incomplete(&source) => StoreError::Corrupt { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
        Some(ErrorCode::DiskFull) => StoreError::Full { path },
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => StoreError::ReadOnly { path },
        _ => StoreError::Sqlite { path, source },
    }
}

/// A stored game that cannot have been played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadGame {
    /// Its index in the schedule, from 0, as stored in the row.
    pub index: i64,
    /// The fault found in it.
    pub reason: String,
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", numbered(self.index), self.reason)
    }
}
