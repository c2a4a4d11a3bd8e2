//! Errors of a run's folder, with their remedies.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::{DATABASE, PATIENCE, Store, schema::SCHEMA_VERSION};

/// The reason that a run cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum StoreError {
    /// The folder or a file in it cannot be made or opened.
    #[error("{}: {source}; choose a folder that can be written", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    /// Another process is playing this run.
    #[error("{}: another process is playing this run; wait for it, or choose another folder", folder.display())]
    Locked { folder: PathBuf },
    /// The folder or the database is not where it was opened.
    #[error("{}: this is no longer the file that is being written: the folder was renamed or deleted, or the file replaced, while the run was played; {left}; run again to begin anew, or after the folder is back in its place", path.display())]
    Moved { path: PathBuf, left: String },
    /// There is no run to read.
    #[error("{}: there is no run here; name a run's folder, the one with {DATABASE} in it", folder.display())]
    NoRun { folder: PathBuf },
    /// The file is something else.
    #[error("{}: not the database of a run; move it away, or choose another folder", path.display())]
    NotARun { path: PathBuf },
    /// Another version of this program made it.
    #[error("{}: {} version of this program made this run (layout {found}, this one reads {SCHEMA_VERSION}); use that version, or start again with --fresh", path.display(), age(*found))]
    Version { path: PathBuf, found: i32 },
    /// The configuration that it holds.
    #[error("{}: its configuration cannot be read: {reason}; the program that played it can", folder.display())]
    Configuration { folder: PathBuf, reason: String },
    /// The game is there already.
    #[error("{}: game {} is already finished, its second result was not kept", path.display(), game + 1)]
    Duplicate { path: PathBuf, game: usize },
    /// A game cannot be read back.
    #[error("{}: the database is damaged: {}: {reason}; `evalarena run` with its configuration and --repair plays it again", path.display(), numbered(*game))]
    Damaged { path: PathBuf, game: i64, reason: String },
    /// The file is damaged or was cut off.
    #[error("{}: the database is damaged and nothing was written to it; `sqlite3 FILE .recover` may save its games, and --fresh starts again (the old folder is kept under another name)", path.display())]
    Corrupt { path: PathBuf },
    /// Another program holds the database.
    #[error("{}: another program, perhaps sqlite3 or a backup, has locked the database for {} s; end it and run again, what was stored before is safe", path.display(), PATIENCE.as_secs())]
    Busy { path: PathBuf },
    /// No room on the disk.
    #[error("{}: the disk is full; make room and run again, what was stored before is safe", path.display())]
    Full { path: PathBuf },
    /// Nothing can be written there.
    #[error("{}: cannot be written; make it writable and try again, or choose another folder", path.display())]
    ReadOnly { path: PathBuf },
    /// Part of a database that may only be read stands in a file beside it.
    #[error("{}: may only be read, and the last games are not in it but in the file beside it whose name ends in -wal; make both writable, or copy the folder and name the copy", path.display())]
    Unmerged { path: PathBuf },
    /// Anything else that SQLite reports.
    #[error("{}: {source}; check that the disk is neither full nor read-only and run again, what was stored before is safe", path.display())]
    Sqlite { path: PathBuf, source: rusqlite::Error },
}

impl StoreError {
    /// True if it is about this store, and not about another one that is read.
    #[must_use]
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

fn age(found: i32) -> &'static str {
    if found > SCHEMA_VERSION { "a newer" } else { "an older" }
}

/// True if a table or a column is missing, which no disk loses.
fn lacks_a_part(source: &rusqlite::Error) -> bool {
    let text = source.to_string();
    text.contains("no such table") || text.contains("no such column")
}

/// An error of SQLite, with the file it is about.
pub(super) fn failure(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotARun { path },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Corrupt { path },
        Some(ErrorCode::Unknown) if lacks_a_part(&source) => StoreError::Corrupt { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
        Some(ErrorCode::DiskFull) => StoreError::Full { path },
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => StoreError::ReadOnly { path },
        _ => StoreError::Sqlite { path, source },
    }
}
