//! One writer for a run.

use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{DATABASE, StoreError, StoreFault};

/// The file that is locked; it is empty and stays.
const LOCK: &str = "run.lock";
/// The folder of all runs, below which a run is unless its user chooses another.
pub const RUNS: &str = "runs";
/// The longest time for which a killed process may hold its lock until the system has reaped it.
pub(super) const BURIAL: Duration = Duration::from_millis(500);
const LOOK: Duration = Duration::from_millis(5);

/// The exclusive right to write into a run's folder, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
    /// The database that is written.
    database: Option<Metadata>,
}

/// Makes a folder. If that makes the folder of all runs, they are kept out of the git repository that they may be in.
fn create_folder(folder: &Path) -> io::Result<()> {
    let is_new = |above: &&Path| above.ends_with(RUNS) && !above.exists();
    let runs = folder.ancestors().skip(1).find(is_new);
    fs::create_dir_all(folder)?;
    runs.map_or(Ok(()), |runs| fs::write(runs.join(".gitignore"), "*\n"))
}

impl Lock {
    /// Takes the lock in a folder, which is made if there is none; it waits only for processes that are ending.
    pub fn acquire(folder: &Path) -> Result<Self, StoreError> {
        Self::acquire_within(folder, BURIAL)
    }

    /// Takes the lock, and waits up to `patience` for its holder.
    pub(super) fn acquire_within(folder: &Path, patience: Duration) -> Result<Self, StoreError> {
        let unusable = |path: &Path| {
            let path = path.to_owned();
            move |error| StoreError { path, fault: StoreFault::Folder(error) }
        };
        create_folder(folder).map_err(unusable(folder))?;
        let path = folder.join(LOCK);
        let file = open(&path).map_err(unusable(&path))?;
        let patience = Instant::now() + patience;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file, path, database: None }),
                Err(TryLockError::WouldBlock) if Instant::now() < patience => sleep(LOOK),
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::new(folder, StoreFault::Locked));
                }
                Err(TryLockError::Error(error)) => return Err(unusable(&path)(error)),
            }
        }
    }

    /// True if a process has the lock of a folder.
    pub fn is_held(folder: &Path) -> bool {
        let path = folder.join(LOCK);
        let is_file = fs::metadata(&path).is_ok_and(|there| there.is_file());
        let file = is_file.then(|| File::open(path).ok()).flatten();
        file.is_some_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// As [`Lock::acquire_within`], for reading only: `None` where no process can write, and so none plays.
    pub(super) fn acquire_to_read(folder: &Path, patience: Duration) -> Result<Option<Self>, StoreError> {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        match Self::acquire_within(folder, patience) {
            Err(StoreError { fault: StoreFault::Folder(error), .. })
                if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) =>
            {
                Ok(None)
            }
            lock => lock.map(Some),
        }
    }

    /// The right to write the database `path`.
    pub(super) fn for_writing(mut self, path: &Path) -> Result<Self, StoreError> {
        let database = fs::metadata(path);
        let database = database.map_err(|source| StoreError::new(path, StoreFault::Folder(source)))?;
        self.database = Some(database);
        Ok(self)
    }

    /// Checks that `path` still leads to the database that is written. It is never opened for that: to close it again
    /// would take SQLite's own locks away.
    pub(super) fn check_place(&self, path: &Path) -> Result<(), StoreError> {
        let own = self.file.metadata().ok();
        let is_in_place = is_same_file(own.as_ref(), &self.path);
        if is_in_place && self.is_database(path) {
            return Ok(());
        }
        let folder = self.folder_now();
        let left = match folder.filter(|folder| self.is_database(&folder.join(DATABASE))) {
            Some(folder) => format!("its games are in {}", folder.display()),
            None if is_in_place => "its games are in the file that was there before".to_owned(),
            None => "its games are gone with it".to_owned(),
        };
        let moved = format!(
            "this is no longer the file that is being written: the folder was renamed or deleted, or the file replaced, \
             while the run was played; {left}; run again to begin anew, or after the folder is back in its place"
        );
        Err(StoreError::other(path, moved))
    }

    fn is_database(&self, path: &Path) -> bool {
        is_same_file(self.database.as_ref(), path)
    }

    /// The folder that holds the lock now, as far as the system reports it; `None` if it is deleted.
    fn folder_now(&self) -> Option<PathBuf> {
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;
            let path = fs::read_link(format!("/proc/self/fd/{}", self.file.as_raw_fd())).ok()?;
            // The name of a deleted file has a remark at its end, and leads nowhere.
            path.exists().then(|| path.parent().map(Path::to_owned))?
        }
        #[cfg(not(target_os = "linux"))]
        None
    }
}

/// Opens the file, without blocking on a pipe of this name.
fn open(path: &Path) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is not a regular file"));
    }
    File::options().create(true).truncate(false).write(true).open(path)
}

/// True if the path leads to a file that was opened, and not to another one of its name, which is assumed where files
/// have no numbers.
fn is_same_file(own: Option<&Metadata>, path: &Path) -> bool {
    let Some((own, there)) = own.zip(fs::metadata(path).ok()) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (own.dev(), own.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    true
}
