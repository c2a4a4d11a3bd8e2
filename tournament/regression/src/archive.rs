//! The folder of versions.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::{RegressionError, at};
use crate::version::Version;
use config::read_limited;
use players::identity::sha256;

/// The archive's folder, at the top of the repository.
const FOLDER: &str = "versions";
/// The record of a version, in its folder.
const RECORD: &str = "version.toml";
/// The name there of a program that has the record's name.
const SUBSTITUTE: &str = "program";
/// The file that is locked while the archive is changed; it is empty and stays.
const LOCK: &str = ".lock";
/// Folders that are being made or removed. One that is left over was not finished.
const UNFINISHED: &str = ".part-";
const MAX_NAME: usize = 60;

/// An archive. Names that begin with a dot are its own.
#[derive(Debug, Clone)]
pub struct Archive {
    folder: PathBuf,
}

/// The contents of an archive.
#[derive(Debug, Default)]
pub struct Listing {
    /// The versions, the oldest first.
    pub versions: Vec<Version>,
    /// Folders that cannot be read as versions, and why not.
    pub unreadable: Vec<RegressionError>,
}

impl Archive {
    /// The archive of the project in the folder `root`, whether or not there is one yet.
    #[must_use]
    pub fn below(root: &Path) -> Self {
        Self { folder: root.join(FOLDER) }
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Everything that is in it.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(&self) -> Result<Listing, RegressionError> {
        let mut listing = Listing::default();
        if !self.folder.exists() {
            return Ok(listing);
        }
        for entry in fs::read_dir(&self.folder).map_err(at(&self.folder))? {
            let entry = entry.map_err(at(&self.folder))?;
            let name = entry.file_name();
            if name.to_string_lossy().starts_with('.') || !entry.path().is_dir() {
                continue;
            }
            match read(&entry.path()) {
                Ok(version) => listing.versions.push(version),
                Err(error) => listing.unreadable.push(error),
            }
        }
        let key = |version: &Version| (version.date.clone(), version.name.clone());
        listing.versions.sort_by_key(key);
        Ok(listing)
    }

    /// The version of this name.
    ///
    /// # Errors
    /// If there is none, or its record cannot be read.
    pub fn get(&self, name: &str) -> Result<Version, RegressionError> {
        let folder = self.folder.join(name);
        if is_name(name) && folder.is_dir() {
            return read(&folder);
        }
        Err(RegressionError::NoVersion { given: name.to_owned(), known: self.names()? })
    }

    /// The names of all versions.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>, RegressionError> {
        let versions = self.list()?.versions;
        Ok(versions.into_iter().map(|version| version.name).collect())
    }

    /// The program of a version, after verifying its checksum.
    ///
    /// # Errors
    /// If it has changed or is not there.
    pub fn program(&self, version: &Version) -> Result<PathBuf, RegressionError> {
        let path = self.folder.join(&version.name).join(&version.file);
        if checksum(&path)? == version.sha256 {
            return Ok(path);
        }
        Err(RegressionError::Checksum { name: version.name.clone(), path })
    }

    /// Archives a copy of `program` as `version`, whose `file` and `sha256` are filled in.
    ///
    /// # Errors
    /// If the name is none or taken, or the disk does not take it; the archive is then as it was.
    pub fn insert(&self, program: &Path, mut version: Version) -> Result<Version, RegressionError> {
        if !is_name(&version.name) {
            let given = version.name;
            return Err(RegressionError::Name { given });
        }
        let _lock = self.lock()?;
        let place = self.folder.join(&version.name);
        if place.exists() {
            let name = version.name;
            return Err(RegressionError::Taken { name });
        }
        let new = self.unfinished()?;
        let file = program.file_name().unwrap_or_default().to_string_lossy();
        let file = if file.eq_ignore_ascii_case(RECORD) { SUBSTITUTE.into() } else { file };
        let copy = new.path().join(&*file);
        fs::metadata(program).map_err(at(program))?;
        fs::copy(program, &copy).map_err(at(&place))?;
        version.file = file.into_owned();
        version.sha256 = checksum(&copy)?;
        let record = new.path().join(RECORD);
        let text = toml::to_string(&version).map_err(|error| RegressionError::Record {
            path: record.clone(),
            message: error.to_string(),
        })?;
        fs::write(&record, text).map_err(at(&record))?;
        // Otherwise a loss of power could leave the new name on empty files.
        for path in [&copy, &record] {
            let file = File::open(path).map_err(at(path))?;
            file.sync_all().map_err(at(path))?;
        }
        fs::rename(new.path(), &place).map_err(at(place))?;
        Ok(version)
    }

    /// Removes a version; it is gone at once and entirely, or not at all.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), RegressionError> {
        let _lock = self.lock()?;
        let folder = self.folder.join(name);
        if !is_name(name) || !folder.is_dir() {
            let known = self.names()?;
            let given = name.to_owned();
            return Err(RegressionError::NoVersion { given, known });
        }
        let old = self.unfinished()?;
        fs::rename(&folder, old.path().join(name)).map_err(at(folder))
    }

    /// The right to change the archive, until it is dropped. Unfinished versions are left over from
    /// a process that was stopped.
    fn lock(&self) -> Result<File, RegressionError> {
        ignored_folder(&self.folder).map_err(at(&self.folder))?;
        let lock = lock(&self.folder.join(LOCK), || {})?;
        for entry in fs::read_dir(&self.folder).map_err(at(&self.folder))?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_dir_all(entry.path()).map_err(at(entry.path()))?;
            }
        }
        Ok(lock)
    }

    /// A folder that is removed again unless it is moved away.
    fn unfinished(&self) -> Result<tempfile::TempDir, RegressionError> {
        let folder = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.folder);
        folder.map_err(at(&self.folder))
    }
}

/// Locks a file, which is made if it is not there. If another process has it, `waiting` is called, and
/// it is waited for.
pub(crate) fn lock(path: &Path, waiting: impl FnOnce()) -> Result<File, RegressionError> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    let file = file.map_err(at(path))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => waiting(),
        Err(TryLockError::Error(source)) => return Err(at(path)(source)),
    }
    file.lock().map_err(at(path))?;
    Ok(file)
}

/// Makes a folder that git ignores, independent of the repository's own rules.
pub(crate) fn ignored_folder(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let rules = folder.join(".gitignore");
    if rules.exists() {
        return Ok(());
    }
    fs::write(rules, "*\n")
}

fn read(folder: &Path) -> Result<Version, RegressionError> {
    let path = folder.join(RECORD);
    let text = read_limited::text(&path).map_err(at(&path))?;
    let unreadable = |message: String| RegressionError::Record { path: path.clone(), message };
    let version: Version = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    if let Some(message) = version.fault() {
        return Err(unreadable(message));
    }
    // A folder that was renamed by hand, or a path that leads out of it.
    if folder.file_name().is_none_or(|name| name != version.name.as_str()) {
        return Err(unreadable(format!("it is the record of {:?}", version.name)));
    }
    if Path::new(&version.file).file_name().is_none_or(|name| name != version.file.as_str()) {
        return Err(unreadable(format!("{:?} is not a file in this folder", version.file)));
    }
    Ok(version)
}

fn checksum(path: &Path) -> Result<String, RegressionError> {
    sha256(path).map_err(at(path))
}

/// True if the name is a valid folder name on every system, and has no meaning for a shell or a path.
fn is_name(name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().count() <= MAX_NAME
        && name.chars().all(inside)
        && name.starts_with(char::is_alphanumeric)
        && name.ends_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests;
