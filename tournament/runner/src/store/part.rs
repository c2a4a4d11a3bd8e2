//! A run that is a part of another one: its number, and reading it while no process plays in it.

use std::fs;
use std::path::{self, Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags};

use super::lock::{Lock, WriteGuard};
use super::setup::check;
use super::{DATABASE, PATIENCE, RunInfo, Store, StoreError, failure, is_file, unless_missing};
use crate::shard::Shard;

/// The key under which a run's part is stored.
const SHARD: &str = "shard";

impl Store {
    /// Keeps which part of a run this is.
    pub fn keep_shard(&self, shard: Shard) -> Result<(), StoreError> {
        self.keep(SHARD, &shard)
    }

    /// The part of a run that this is; `None` if it is a whole one.
    pub fn shard(&self) -> Result<Option<Shard>, StoreError> {
        self.kept(SHARD)
    }
}

/// A run that is read in order to merge its games into another one. No process plays in it meanwhile: a database
/// in a folder that machines share must be open on one of them only.
#[derive(Debug)]
pub struct Part {
    pub(super) store: Store,
    stamp: String,
    /// `None` of one that may only be read.
    lock: Option<Lock>,
}

impl Part {
    /// Opens the run in `folder`.
    ///
    /// # Errors
    /// If there is none, a process plays in it ([`StoreError::Locked`]), or it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_within(folder, Duration::ZERO)
    }

    /// As [`Part::open`], but waits up to `patience` for a process that plays in it.
    pub fn open_within(folder: &Path, patience: Duration) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE);
        is_file(&path)?;
        let lock = Lock::acquire_to_read(folder, patience)?;
        let store = match lock {
            Some(_) => to_write(&path)?,
            None => to_read(&path)?,
        };
        Ok(Self { store, stamp: stamp(folder), lock })
    }

    /// As [`Part::open_within`], but `None` if there is no run, or if the process was killed before it began one.
    pub fn begun_within(folder: &Path, patience: Duration) -> Result<Option<Self>, StoreError> {
        unless_missing(Self::open_within(folder, patience))
    }

    /// The same for writing, which [`Part::check`] has found to be whole.
    pub fn into_store(self) -> Result<Store, StoreError> {
        let mut store = self.store;
        let lock = self.lock.ok_or_else(|| StoreError::ReadOnly { path: store.path.clone() })?;
        store.guard = Some(WriteGuard::new(lock, &store.path)?);
        Ok(store)
    }

    /// The information with which the run began.
    #[must_use]
    pub fn info(&self) -> &RunInfo {
        self.store.info()
    }

    /// Its games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// A stamp that changes when the run does.
    #[must_use]
    pub fn stamp(&self) -> &str {
        &self.stamp
    }

    /// An error unless the database is whole.
    pub fn check(&self) -> Result<(), StoreError> {
        check(&self.store.connection, &self.store.path)
    }
}

/// A database that may be written. What a killed process has left beside it goes into it.
fn to_write(path: &Path) -> Result<Store, StoreError> {
    let failed = |error| failure(path, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
    let store = Store::opened(connection, path.to_owned(), None)?;
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    let checkpoint = store.connection.query_row(checkpoint, [], |_| Ok(()));
    checkpoint.map_err(failed)?;
    Ok(store)
}

/// A read-only database that no process changes. A journal left beside it by a killed process could not be read.
fn to_read(path: &Path) -> Result<Store, StoreError> {
    let failed = |error| failure(path, error);
    let journal = path.with_file_name(format!("{DATABASE}-wal"));
    if fs::metadata(journal).is_ok_and(|journal| journal.len() > 0) {
        return Err(StoreError::Unmerged { path: path.to_owned() });
    }
    let absolute = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let escaped = absolute.to_string_lossy().replace('%', "%25");
    let escaped = escaped.replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let uri = format!("file:{escaped}?immutable=1");
    let connection = Connection::open_with_flags(uri, flags).map_err(failed)?;
    Store::opened(connection, path.to_owned(), None)
}

/// A stamp that changes when the run in `folder` does, without opening it: sizes and times of its files.
#[must_use]
pub(crate) fn stamp(folder: &Path) -> String {
    let of = |name: &str| {
        let path: PathBuf = folder.join(name);
        let there = fs::metadata(path).ok().filter(|file| file.len() > 0);
        let changed = there.as_ref().and_then(|file| file.modified().ok());
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let size = there.map_or(0, |file| file.len());
        format!("{size} {}", changed.unwrap_or_default().as_nanos())
    };
    format!("{}, {}", of(DATABASE), of(&format!("{DATABASE}-wal")))
}
