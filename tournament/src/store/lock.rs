//! One writer for a run.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::StoreError;

/// The file that is locked; it is empty and stays.
const LOCK: &str = "run.lock";

/// The exclusive right to write into a run's folder, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock, or says who has it; does not wait.
    pub(crate) fn acquire(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(LOCK);
        let open = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path);
        let unusable = |source| StoreError::Folder { path, source };
        let file = match open {
            Ok(file) => file,
            Err(source) => return Err(unusable(source)),
        };
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {
                let folder = folder.to_owned();
                Err(StoreError::Locked { folder })
            }
            Err(TryLockError::Error(source)) => Err(unusable(source)),
        }
    }
}
