//! A run that is a part of another one: its number, reading it while no process plays in it, and taking its games in.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{self, Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use players::record::GameRecord;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use super::lock::{Lock, WriteGuard};
use super::meta::check;
use super::rows::{self, KeptGame};
use super::{
    BadGame, DATABASE, PATIENCE, Replay, RunInfo, Store, StoreError, failure, ignore_missing,
    is_file,
};
use crate::schedule::Schedule;
use crate::shard::Shard;

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
    /// Fails if there is none, a process plays in it ([`StoreError::Locked`]), or it cannot be read.
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
        ignore_missing(Self::open_within(folder, patience))
    }

    /// The same for writing, which [`Part::check`] has found to be whole.
    pub fn into_store(self) -> Result<Store, StoreError> {
        let mut store = self.store;
        let lock = self.lock.ok_or_else(|| StoreError::ReadOnly { path: store.path.clone() })?;
        store.guard = Some(WriteGuard::new(lock, &store.path)?);
        Ok(store)
    }

    /// The information with which the run began.
    pub fn info(&self) -> &RunInfo {
        self.store.info()
    }

    /// Its games.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// A stamp that changes when the run does.
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

/// The outcome of merging a part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MergedPart {
    /// Games that the run did not have.
    pub added: usize,
    /// Games outside of those that were to be taken.
    pub left: usize,
}

/// The reason that the games of a part are not taken; the run is unchanged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum JoinError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Bad(BadGame),
    #[error("game {} is another one there than here", here.index + 1)]
    Different { here: Box<GameRecord>, there: Box<GameRecord> },
}

impl Store {
    /// The parts that were merged, by folder, each with [`Part::stamp`] as it was then.
    pub fn merged(&self) -> Result<HashMap<String, String>, StoreError> {
        let read = || -> rusqlite::Result<_> {
            let sql = "SELECT folder, stamp FROM joined";
            let mut statement = self.connection.prepare(sql)?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        read().map_err(|error| failure(&self.path, error))
    }

    /// Takes the games of `part` whose places are in `places`, all or none; each must be one of `schedule`, and those that
    /// are new, or outside of `places`, are replayed before any counts. `is_same` is true if two games of one place are
    /// the same, of which the first stays. If none is left, the part is noted as `folder`.
    /// Fails if a game is none of the schedule, cannot have been played or is not the same, or if the run cannot be written
    /// or the part cannot be read.
    pub(crate) fn join(
        &mut self,
        part: &Part,
        folder: &str,
        places: &Range<usize>,
        schedule: &Schedule,
        replayer: &impl Replay,
        is_same: impl Fn(&GameRecord, &GameRecord) -> bool,
    ) -> Result<MergedPart, JoinError> {
        self.is_in_place()?;
        let mut merged = MergedPart::default();
        let run = &self.path;
        let failed = |error| failure(run, error);
        let transaction = self.connection.transaction().map_err(failed)?;
        let mut take = |row: &Row<'_>, replay: &mut dyn FnMut(KeptGame)| {
            let kept = rows::read_kept(row).map_err(|reason| part.store.damaged(row, reason))?;
            let game = &kept.game;
            if !places.contains(&game.index) {
                // Nothing is taken of a part that has a bad game in a round that is not drawn yet.
                merged.left += 1;
                replay(kept);
            } else if schedule.game(game.index) != Some(schedule.place_of(game)) {
                return Err(part.store.contradiction(schedule, game).into());
            } else if rows::copy(&transaction, row).map_err(failed)? {
                merged.added += 1;
                replay(kept);
            } else {
                let here = one(&transaction, game.index).map_err(failed)?;
                let game = part.store.with_moves(kept)?;
                match here {
                    Some(here) if !is_same(&here, &game) => {
                        let (here, there) = (Box::new(here), Box::new(game));
                        return Err(JoinError::Different { here, there });
                    }
                    _ => {}
                }
            }
            Ok(())
        };
        let (read, bad) =
            replayer.replay(|replay| part.store.each_row(rows::SELECT, |row| take(row, replay)));
        read?;
        if let Some(bad) = bad.into_iter().next() {
            return Err(JoinError::Bad(bad));
        }
        if merged.left == 0 {
            let sql = "INSERT OR REPLACE INTO joined (folder, stamp) VALUES (?1, ?2)";
            transaction.execute(sql, params![folder, part.stamp()]).map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
        self.add_builds(&part.store.builds()?)?;
        Ok(merged)
    }
}

/// A game of the run; `None` if it cannot be read.
fn one(connection: &Connection, index: usize) -> rusqlite::Result<Option<GameRecord>> {
    let sql = rows::select_game(index);
    let game = connection.query_row(&sql, [], |row| Ok(rows::read(row).ok()));
    Ok(game.optional()?.flatten())
}
