//! The resources of a writer: the lock, and the identity of the file that it writes.

use std::fs::{self, Metadata};
use std::path::Path;

use super::lock::{Lock, same_file};
use super::{DATABASE, StoreError};

/// The resources of a writer.
#[derive(Debug)]
pub(super) struct WriteGuard {
    lock: Lock,
    /// The database as it was opened.
    database: Metadata,
}

impl WriteGuard {
    /// The lock, and the database `path` that it guards.
    pub(super) fn new(lock: Lock, path: &Path) -> Result<Self, StoreError> {
        let database = fs::metadata(path)
            .map_err(|source| StoreError::Folder { path: path.to_owned(), source })?;
        Ok(Self { lock, database })
    }

    /// Makes sure that `path` still leads to the database that is written. It is never opened for
    /// that: to close it again would take SQLite's own locks away.
    pub(super) fn is_in_place(&self, path: &Path) -> Result<(), StoreError> {
        let lock = self.lock.is_in_place();
        if lock && self.is_database(path) {
            return Ok(());
        }
        let folder = self.lock.folder_now();
        let folder = folder.filter(|folder| self.is_database(&folder.join(DATABASE)));
        Err(StoreError::Moved {
            path: path.to_owned(),
            left: match folder {
                Some(folder) => format!("its games are in {}", folder.display()),
                None if lock => "its games are in the file that was there before".to_owned(),
                None => "its games are gone with it".to_owned(),
            },
        })
    }

    fn is_database(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|there| same_file(&self.database, &there))
    }
}
