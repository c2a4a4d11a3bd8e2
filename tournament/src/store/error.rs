//! What can go wrong with a run's folder, and what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::{DATABASE, SCHEMA_VERSION};

/// Why a run cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or a file in it cannot be made or opened.
    #[error("{}: {source}; choose a folder that can be written with --out", path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Another process is playing this run.
    #[error("{}: another process is playing this run; wait for it, or choose another folder with --out", folder.display())]
    Locked {
        /// The run's folder.
        folder: PathBuf,
    },
    /// There is no run to read.
    #[error("{}: there is no run here; name a run's folder, the one with {DATABASE} in it", folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
    },
    /// The file is something else.
    #[error("{}: not the database of a run; move it away, or choose another folder with --out", path.display())]
    NotARun {
        /// The database.
        path: PathBuf,
    },
    /// Another version of this program made it.
    #[error("{}: the run has layout {found} and this program reads {SCHEMA_VERSION}; use the version that made it, or start again with --fresh", path.display())]
    Version {
        /// The database.
        path: PathBuf,
        /// The layout found.
        found: i32,
    },
    /// The game is there already.
    #[error("{}: game {game} is already finished, its second result was not kept", path.display())]
    Duplicate {
        /// The database.
        path: PathBuf,
        /// The game's index.
        game: usize,
    },
    /// A game cannot be read back.
    #[error("{}: game {game} cannot be read ({reason}); start again with --fresh", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// The game's index.
        game: i64,
        /// What is wrong with it.
        reason: String,
    },
    /// Anything else that SQLite reports.
    #[error("{}: {source}; check that the disk is neither full nor read-only", path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

/// What SQLite reports, with the file it is about.
pub(super) fn failure(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotARun { path },
        _ => StoreError::Sqlite { path, source },
    }
}
