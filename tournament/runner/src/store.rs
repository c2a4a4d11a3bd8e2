//! The run's one truth: a SQLite database, `run.sqlite`, in the run's folder.
//!
//! A game is one transaction, so a killed process loses the games in play and nothing else. The
//! database is in WAL mode with `synchronous = NORMAL`: a loss of power may cost the last seconds
//! but never damages it. The index of a game in the schedule is the primary key, so no game can be
//! counted twice. Tables, PGN and reports are made from here and can be made again.
//!
//! Two processes must not play the same run: the writer holds an exclusive lock on `run.lock`
//! beside the database. The system releases it when the process ends, in any way, and the
//! file is never deleted, because deleting it would race with the next process to lock it.

mod error;
mod games;
mod lock;
mod meta;
mod part;
mod rows;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use config::{AnchorConfig, Config};
use players::identity::Identities;
use players::record::GameRecord;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::schedule::Schedule;
pub use error::{BadGame, StoreError, numbered};
use error::{SCHEMA_VERSION, failure};
pub use games::{RearrangedGames, Rearrangement};
pub use lock::Lock;
use lock::{BURIAL, WriteGuard};
pub use meta::Invocation;
use meta::{
    APPLICATION_ID, CONFIGURATION, HOST, check, clear_meta, is_empty, is_plain, meta, prepare,
    set_meta,
};
pub(crate) use part::stamp;
pub use part::{JoinError, MergedPart, Part};
pub(crate) use rows::{KeptGame, Replay};

/// The database in a run's folder.
pub const DATABASE: &str = "run.sqlite";
/// The key that marks a run with all games finished.
const COMPLETE: &str = "complete";
/// The longest wait for another program that has locked the database.
const PATIENCE: Duration = Duration::from_secs(60);

/// The identity of a run, written once when it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunInfo {
    /// The configuration: [`config::Config::text`].
    pub configuration: String,
    /// A text that identifies the openings: [`openings::OpeningSequence::fingerprint`], or anything else that
    /// changes when they do.
    pub openings: String,
    /// The version of the program.
    pub software: String,
    /// The versions that the engines report, by name; only those that report one.
    pub versions: BTreeMap<String, String>,
    /// The identities of the engines, without those whose files cannot be read.
    pub identities: Identities,
}

/// An open run.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    info: RunInfo,
    /// Held as long as the store may write.
    guard: Option<WriteGuard>,
}

impl Store {
    /// True if a folder has the database of a run in it, which may be empty.
    pub fn exists(folder: &Path) -> bool {
        folder.join(DATABASE).exists()
    }

    /// Opens a run for playing: begins it with `info` if there is none, resumes it if there is. In the second case
    /// [`Store::info`] is what the run began with, and the caller decides whether it is still the same tournament.
    pub fn open(folder: &Path, info: &RunInfo) -> Result<Self, StoreError> {
        Self::open_within(folder, info, BURIAL)
    }

    /// As [`Store::open`], but waits so long for another process that plays in the folder.
    pub fn open_within(
        folder: &Path,
        info: &RunInfo,
        patience: Duration,
    ) -> Result<Self, StoreError> {
        fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let path = folder.join(DATABASE);
        if path.exists() {
            is_file(&path)?;
        }
        let lock = Lock::acquire_within(folder, patience)?;
        let mut connection = Connection::open(&path).map_err(|e| failure(&path, e))?;
        connection.busy_timeout(PATIENCE).map_err(|e| failure(&path, e))?;
        prepare(&mut connection, info).map_err(|e| failure(&path, e))?;
        check(&connection, &path)?;
        let guard = WriteGuard::new(lock, &path)?;
        Self::opened(connection, path, Some(guard))
    }

    /// Opens a run for reading, whether or not it is being played.
    pub fn open_read_only(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE);
        is_file(&path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection =
            Connection::open_with_flags(&path, flags).map_err(|e| failure(&path, e))?;
        connection.busy_timeout(PATIENCE).map_err(|e| failure(&path, e))?;
        Self::opened(connection, path, None)
    }

    /// As [`Store::open_read_only`], but `None` if there is no run, or if the process was killed before it began one.
    pub fn begun(folder: &Path) -> Result<Option<Self>, StoreError> {
        ignore_missing(Self::open_read_only(folder))
    }

    fn opened(
        connection: Connection,
        path: PathBuf,
        guard: Option<WriteGuard>,
    ) -> Result<Self, StoreError> {
        let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
        let id: i32 = pragma("application_id").map_err(|e| failure(&path, e))?;
        if id != APPLICATION_ID {
            // The process was killed before it began the run.
            return Err(if is_empty(&connection).map_err(|e| failure(&path, e))? {
                StoreError::NoRun { folder: path.parent().unwrap_or(&path).to_owned() }
            } else {
                StoreError::NotARun { path }
            });
        }
        if !is_plain(&connection).map_err(|e| failure(&path, e))? {
            return Err(StoreError::NotARun { path });
        }
        let found: i32 = pragma("user_version").map_err(|e| failure(&path, e))?;
        let text = |key| meta(&connection, key).map(Option::unwrap_or_default);
        if found != SCHEMA_VERSION {
            let software = text("software").map_err(|e| failure(&path, e))?;
            return Err(StoreError::Version { path, found, software });
        }
        let info = text(CONFIGURATION).and_then(|configuration| {
            Ok(RunInfo {
                configuration,
                openings: text("openings")?,
                software: text("software")?,
                versions: serde_json::from_str(&text("versions")?).unwrap_or_default(),
                identities: serde_json::from_str(&text("identities")?).unwrap_or_default(),
            })
        });
        Ok(Self { info: info.map_err(|e| failure(&path, e))?, connection, path, guard })
    }

    /// The folder that it is in.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The information with which the run began.
    pub fn info(&self) -> &RunInfo {
        &self.info
    }

    /// The configuration that the run began with, and the test that ended it the last time that it was played.
    pub fn config(&self) -> Result<Config, StoreError> {
        let unreadable =
            |reason: String| StoreError::Configuration { folder: self.folder().to_owned(), reason };
        let config = Config::from_text(&self.info.configuration);
        let mut config = config.map_err(|error| unreadable(error.to_string()))?;
        let mut anchors = config.run.anchor.iter().flat_map(AnchorConfig::ratings);
        if anchors.any(|given| given.engine >= config.engines.len()) {
            return Err(unreadable("its anchor is not an engine of it".to_owned()));
        }
        config.run.stop = self.invocation()?.stop;
        Ok(config)
    }

    /// The machine on which the run was begun; `None` if it is not known.
    pub fn host(&self) -> Result<Option<String>, StoreError> {
        meta(&self.connection, HOST).map_err(|e| failure(&self.path, e))
    }

    /// Keeps a finished game, in one transaction.
    /// [`StoreError::Duplicate`] if there is already a game of this index; the first one stays. As
    /// [`Store::is_in_place`] otherwise.
    pub fn insert(&self, game: &GameRecord) -> Result<(), StoreError> {
        self.is_in_place()?;
        rows::insert(&self.connection, game).map_err(|error| {
            let code = error.sqlite_error_code();
            if code == Some(ErrorCode::ConstraintViolation) {
                StoreError::Duplicate { path: self.path.clone(), game: game.index }
            } else {
                failure(&self.path, error)
            }
        })
    }

    /// Checks that the path of a store that is being written still leads to it.
    /// [`StoreError::Moved`] if its folder was renamed or deleted, or its database replaced: games
    /// written from then on would be lost.
    pub fn is_in_place(&self) -> Result<(), StoreError> {
        match &self.guard {
            Some(guard) => guard.is_in_place(&self.path),
            None => Ok(()),
        }
    }

    /// The error for a stored game that has no place in the schedule.
    pub fn contradiction(&self, schedule: &Schedule, game: &GameRecord) -> StoreError {
        StoreError::Damaged {
            path: self.path.clone(),
            game: i64::try_from(game.index).unwrap_or(i64::MAX),
            reason: schedule.contradicted_by(game),
        }
    }

    /// Marks the run as complete: every game of its schedule is finished.
    pub fn mark_complete(&self) -> Result<(), StoreError> {
        set_meta(&self.connection, COMPLETE, "yes").map_err(|e| failure(&self.path, e))
    }

    /// True if the run is marked as complete and has all of its `planned` games: a row may have been lost since.
    pub fn is_complete(&self, planned: usize) -> Result<bool, StoreError> {
        let mark = meta(&self.connection, COMPLETE).map_err(|e| failure(&self.path, e))?;
        Ok(mark.is_some() && self.count()? == planned)
    }

    /// Takes games out, all or none, as if they had not been played. The run is then not complete, and parts are
    /// read again when they are merged.
    pub(crate) fn forget(&mut self, games: impl Iterator<Item = i64>) -> Result<(), StoreError> {
        self.is_in_place()?;
        let forget = || {
            let transaction = self.connection.transaction()?;
            for game in games {
                transaction.execute("DELETE FROM games WHERE game = ?1", [game])?;
                transaction.execute("DELETE FROM failures WHERE game = ?1", [game])?;
            }
            clear_meta(&transaction, COMPLETE)?;
            transaction.execute("DELETE FROM joined", [])?;
            transaction.commit()
        };
        forget().map_err(|error| failure(&self.path, error))
    }
}

/// An error unless this is a file: a pipe would be waited for.
fn is_file(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(there) if there.is_file() => Ok(()),
        Ok(_) => Err(StoreError::NotARun { path: path.to_owned() }),
        Err(_) => Err(StoreError::NoRun { folder: path.parent().unwrap_or(path).to_owned() }),
    }
}

fn ignore_missing<T>(opened: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match opened {
        Err(StoreError::NoRun { .. }) => Ok(None),
        opened => opened.map(Some),
    }
}

#[cfg(test)]
mod tests;
