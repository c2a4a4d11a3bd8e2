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

mod games;
mod lock;
mod meta;
mod moved;
mod replayer;
mod rows;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use config::{AnchorConfig, Config};
use players::identity::Identities;
use players::record::GameRecord;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use tempfile::TempDir;

pub use crate::error::{BadGame, StoreError, StoreFault, numbered};
use crate::error::{PATIENCE, UNWRITABLE, failure, no_run, not_a_run};
use crate::schedule::Schedule;
use lock::BURIAL;
pub use lock::{Lock, RUNS};
pub use meta::Invocation;
use meta::{
    APPLICATION_ID, CONFIGURATION, HOST, SCHEMA_VERSION, check, clear_meta, is_empty, is_plain, meta, prepare, set_meta,
};
pub use moved::RearrangedGames;
pub(crate) use moved::stamp;
pub(crate) use replayer::Replayer;

/// The database in a run's folder.
pub const DATABASE: &str = "run.sqlite";
/// The key that marks a run with all games finished.
const COMPLETE: &str = "complete";
/// The identity of a run, written once when it begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    pub(crate) path: PathBuf,
    /// The information with which the run began.
    pub info: RunInfo,
    /// Held as long as the store may write.
    guard: Option<Lock>,
    /// The copy that is read in its place.
    _copy: Option<TempDir>,
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
    pub(crate) fn open_within(folder: &Path, info: &RunInfo, patience: Duration) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE);
        if path.exists() {
            check_is_file(&path)?;
        }
        let lock = Lock::acquire_within(folder, patience)?;
        let mut connection = connect(&path, OpenFlags::default())?;
        prepare(&mut connection, info).map_err(failure(&path))?;
        check(&connection, &path)?;
        let guard = lock.for_writing(&path)?;
        Self::opened(connection, path, Some(guard))
    }

    /// Opens a run for reading, whether or not it is being played.
    pub fn open_read_only(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE);
        check_is_file(&path)?;
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        match connection.pragma_query_value(None, "application_id", |row| row.get::<_, i32>(0)) {
            // SQLite makes a file beside the database, and may not: nobody plays here.
            Err(error) if matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen)) => {
                Self::open_unchanged(path)
            }
            _ => Self::opened(connection, path, None),
        }
    }

    /// Opens a run in a folder that may only be read; a copy of it if a killed process has left games beside it.
    fn open_unchanged(path: PathBuf) -> Result<Self, StoreError> {
        let names = [DATABASE.to_owned(), format!("{DATABASE}-wal")];
        let has_journal = fs::metadata(path.with_file_name(&names[1])).is_ok_and(|journal| journal.len() > 0);
        if !has_journal {
            return Self::opened(connect_unchanged(&path)?, path, None);
        }
        let copied = tempfile::tempdir().and_then(|copy| {
            names
                .iter()
                .try_for_each(|name| fs::copy(path.with_file_name(name), copy.path().join(name)).map(|_| ()))?;
            Ok(copy)
        });
        let copy = copied.map_err(|error| StoreError::new(&env::temp_dir(), StoreFault::Folder(error)))?;
        let connection = connect(&copy.path().join(DATABASE), OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        Ok(Self { _copy: Some(copy), ..Self::opened(connection, path, None)? })
    }

    /// As [`Store::open_read_only`], but `None` if there is no run, or if the process was killed before it began one.
    pub fn begun(folder: &Path) -> Result<Option<Self>, StoreError> {
        ignore_missing(Self::open_read_only(folder))
    }

    /// Opens a run in which no process plays until it is dropped, for a database in a folder that machines share must be
    /// open on one of them only; one that may only be read here, for reading. Waits up to `patience` for a process that
    /// plays in it.
    pub(crate) fn open_alone(folder: &Path, patience: Duration) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE);
        check_is_file(&path)?;
        let Some(lock) = Lock::acquire_to_read(folder, patience)? else {
            return Self::open_unchanged(path);
        };
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let guard = lock.for_writing(&path)?;
        let store = Self::opened(connection, path, Some(guard))?;
        // What a killed process has left beside the database goes into it.
        let set_up = || {
            store.connection.pragma_update(None, "synchronous", "NORMAL")?;
            store.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        };
        set_up().map_err(failure(&store.path))?;
        Ok(store)
    }

    /// Opens a run alone, as a merge does; `None` if there is no run, or if the process was killed before it began one.
    pub fn begun_alone(folder: &Path, patience: Duration) -> Result<Option<Self>, StoreError> {
        ignore_missing(Self::open_alone(folder, patience))
    }

    /// Checks that it may be written.
    pub(crate) fn check_writable(&self) -> Result<(), StoreError> {
        self.guard.as_ref().map(|_| ()).ok_or_else(|| StoreError::other(&self.path, UNWRITABLE))
    }

    /// Checks that the database is whole.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        check(&self.connection, &self.path)
    }

    fn opened(connection: Connection, path: PathBuf, guard: Option<Lock>) -> Result<Self, StoreError> {
        let read = || -> rusqlite::Result<Result<RunInfo, StoreError>> {
            let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
            if pragma("application_id")? != APPLICATION_ID {
                // The process was killed before it began the run.
                let is_new = is_empty(&connection)?;
                return Ok(Err(if is_new { no_run(&path) } else { not_a_run(&path) }));
            }
            if !is_plain(&connection)? {
                return Ok(Err(not_a_run(&path)));
            }
            let text = |key| meta(&connection, key).map(Option::unwrap_or_default);
            let (layout, software) = (pragma("user_version")?, text("software")?);
            if layout != SCHEMA_VERSION {
                let other = format!(
                    "this run was made by {software} (layout {layout}, this program has {SCHEMA_VERSION}); use that \
                     program, or play it anew (`evalarena run` and `match`: --fresh)"
                );
                return Ok(Err(StoreError::other(&path, other)));
            }
            Ok(Ok(RunInfo {
                configuration: text(CONFIGURATION)?,
                openings: text("openings")?,
                software,
                versions: serde_json::from_str(&text("versions")?).unwrap_or_default(),
                identities: serde_json::from_str(&text("identities")?).unwrap_or_default(),
            }))
        };
        let info = read().map_err(failure(&path))??;
        Ok(Self { info, connection, path, guard, _copy: None })
    }

    /// The folder that it is in.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The configuration that the run began with, and the test that ended it the last time that it was played.
    pub fn config(&self) -> Result<Config, StoreError> {
        let unreadable = |reason: String| {
            let text = format!("its configuration cannot be read: {reason}; the program that played it can");
            StoreError::other(self.folder(), text)
        };
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
        meta(&self.connection, HOST).map_err(failure(&self.path))
    }

    /// Keeps a finished game, in one transaction. Fails if there is already a game of this index: the first one stays.
    /// As [`Store::check_place`] otherwise.
    pub fn insert(&self, game: &GameRecord) -> Result<(), StoreError> {
        self.check_place()?;
        rows::insert(&self.connection, game).map_err(|error| {
            if error.sqlite_error_code() != Some(ErrorCode::ConstraintViolation) {
                return failure(&self.path)(error);
            }
            let number = game.index + 1;
            let twice = format!("game {number} is already finished, its second result was not kept");
            StoreError::other(&self.path, twice)
        })
    }

    /// Checks that the path of a store that is being written still leads to it. If its folder was renamed or deleted, or
    /// its database replaced, games written from then on would be lost.
    pub fn check_place(&self) -> Result<(), StoreError> {
        self.guard.as_ref().map_or(Ok(()), |guard| guard.check_place(&self.path))
    }

    /// The error for a stored game that has no place in the schedule.
    pub fn contradiction(&self, schedule: &Schedule, game: &GameRecord) -> StoreError {
        let game = BadGame::new(game.index, schedule.contradicted_by(game));
        StoreError::damaged(&self.path, &game)
    }

    /// Marks the run as complete: every game of its schedule is finished.
    pub fn mark_complete(&self) -> Result<(), StoreError> {
        set_meta(&self.connection, COMPLETE, "yes").map_err(failure(&self.path))
    }

    /// True if the run is marked as complete and has all of its `planned` games: a row may have been lost since.
    pub fn is_complete(&self, planned: usize) -> Result<bool, StoreError> {
        let mark = meta(&self.connection, COMPLETE).map_err(failure(&self.path))?;
        Ok(mark.is_some() && self.count()? == planned)
    }

    /// Takes games out, all or none, as if they had not been played. The run is then not complete, and parts are
    /// read again when they are merged.
    pub(crate) fn forget(&mut self, games: impl Iterator<Item = i64>) -> Result<(), StoreError> {
        self.check_place()?;
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
        forget().map_err(failure(&self.path))
    }
}

/// A connection to a database; a file is made with the default flags alone.
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags).map_err(failure(path))?;
    connection.busy_timeout(PATIENCE).map_err(failure(path))?;
    Ok(connection)
}

/// A connection to a database that may only be read and no process changes, without a journal beside it.
fn connect_unchanged(path: &Path) -> Result<Connection, StoreError> {
    let absolute = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let escaped = absolute.to_string_lossy().replace('%', "%25");
    let escaped = escaped.replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags).map_err(failure(path))
}

/// An error unless this is a file: a pipe would be waited for.
fn check_is_file(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(there) if there.is_file() => Ok(()),
        Ok(_) => Err(not_a_run(path)),
        Err(_) => Err(no_run(path)),
    }
}

fn ignore_missing<T>(opened: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match opened {
        Err(StoreError { fault: StoreFault::NoRun, .. }) => Ok(None),
        opened => opened.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_locks_the_database_is_waited_for_and_then_spoken_of() {
        let folder = tempfile::tempdir().unwrap();
        let config = crate::sample::config();
        let info = RunInfo { configuration: config.text(), ..RunInfo::default() };
        let store = Store::open(folder.path(), &info).unwrap();
        let sql = "PRAGMA busy_timeout";
        let patience: i64 = store.connection.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(u128::try_from(patience).unwrap(), PATIENCE.as_millis());
        let other = Connection::open(folder.path().join(DATABASE)).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        store.connection.busy_timeout(Duration::ZERO).unwrap();
        let error = store.mark_complete().unwrap_err().to_string();
        assert!(error.contains("has locked the database for 60 s"), "{error}");
    }
}
