//! The folder of versions.

use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, bail};
use config::disk;
use players::identity::sha256;
use uci_client::did_you_mean;

use crate::at;
use crate::version::Version;

const FOLDER: &str = "versions";
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
    pub(crate) folder: PathBuf,
}

impl Archive {
    /// The archive of the project in the folder `root`, whether or not there is one yet.
    pub fn below(root: &Path) -> Self {
        Self { folder: root.join(FOLDER) }
    }

    /// The versions, the oldest first; and why folders cannot be read as versions.
    pub fn list(&self) -> Result<(Vec<Version>, Vec<Error>)> {
        let (mut versions, mut unreadable) = (Vec::new(), Vec::new());
        if !self.folder.exists() {
            return Ok((versions, unreadable));
        }
        for entry in fs::read_dir(&self.folder).map_err(at(&self.folder))? {
            let entry = entry.map_err(at(&self.folder))?;
            if entry.file_name().to_string_lossy().starts_with('.') || !entry.path().is_dir() {
                continue;
            }
            match read(&entry.path()) {
                Ok(version) => versions.push(version),
                Err(error) => unreadable.push(error),
            }
        }
        versions.sort_by_key(|version| (version.date.clone(), version.name.clone()));
        Ok((versions, unreadable))
    }

    /// The version of this name, if there is one. Fails if its record cannot be read.
    pub fn get(&self, name: &str) -> Result<Option<Version>> {
        let place = self.place(name);
        (is_name(name) && place.is_dir()).then(|| read(&place)).transpose()
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The names of all versions.
    pub fn names(&self) -> Result<Vec<String>> {
        Ok(self.list()?.0.into_iter().map(|version| version.name).collect())
    }

    pub(crate) fn program(&self, version: &Version) -> Result<PathBuf> {
        let Version { name, file, .. } = version;
        let path = self.place(name).join(file);
        if checksum(&path)? == version.sha256 {
            return Ok(path);
        }
        bail!(
            "{}: its checksum is not the one that was archived, so the file has changed; remove the version with \
             `evalarena regress remove {name}` and build or add it again",
            path.display()
        )
    }

    /// Archives a copy of `program` as `version`, whose `file` and `sha256` are filled in. If it fails the archive is as
    /// it was.
    pub fn insert(&self, program: &Path, mut version: Version) -> Result<Version> {
        let name = &version.name;
        if !is_name(name) {
            bail!(
                "{name:?} cannot name a version; use 1 to {MAX_NAME} letters, digits, '-', '_' or '.', beginning and ending \
                 with a letter or a digit"
            );
        }
        let _lock = self.lock()?;
        let place = self.place(name);
        if place.exists() {
            bail!(
                "there is a version {name:?} already; choose another --name, or `evalarena regress remove {name}` first"
            );
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
        let text = toml::to_string(&version).map_err(|error| no_record(&record, &error))?;
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
    pub fn remove(&self, name: &str) -> Result<()> {
        let _lock = self.lock()?;
        let folder = self.place(name);
        if !is_name(name) || !folder.is_dir() {
            return Err(no_version(name, &self.names()?));
        }
        let old = self.unfinished()?;
        fs::rename(&folder, old.path().join(name)).map_err(at(folder))
    }

    /// The right to change the archive, until it is dropped. Unfinished versions are left over from
    /// a process that was stopped.
    fn lock(&self) -> Result<File> {
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
    fn unfinished(&self) -> Result<tempfile::TempDir> {
        let folder = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.folder);
        folder.map_err(at(&self.folder))
    }
}

/// The error that there is no version of this name among those that are known.
pub fn no_version(given: &str, known: &[String]) -> Error {
    let meant = did_you_mean(given, known);
    anyhow!("there is no version {given:?}{meant}; `evalarena regress list` shows those that there are")
}

/// Locks a file, which is made if it is not there. If another process has it, `waiting` is called, and
/// it is waited for.
pub(crate) fn lock(path: &Path, waiting: impl FnOnce()) -> Result<File> {
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

fn no_record(path: &Path, message: &dyn Display) -> Error {
    anyhow!("{}: not a version's record: {message}; remove its folder", path.display())
}

fn read(folder: &Path) -> Result<Version> {
    let path = folder.join(RECORD);
    let text = disk::text(&path).map_err(at(&path))?;
    let version: Version = toml::from_str(&text).map_err(|error| no_record(&path, &error))?;
    let Version { name, file, .. } = &version;
    // A folder that was renamed by hand, or a path that leads out of it.
    let message = version.fault().or_else(|| {
        if folder.file_name().is_none_or(|own| own != name.as_str()) {
            return Some(format!("it is the record of {name:?}"));
        }
        let is_file = Path::new(file).file_name().is_some_and(|own| own == file.as_str());
        (!is_file).then(|| format!("{file:?} is not a file in this folder"))
    });
    message.map_or(Ok(version), |message| Err(no_record(&path, &message)))
}

fn checksum(path: &Path) -> Result<String> {
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
mod tests {
    use tempfile::{TempDir, tempdir};

    use super::*;

    const DATE: &str = "2026-01-01T00:00:00Z";

    fn archive() -> (TempDir, Archive) {
        let folder = tempdir().unwrap();
        let archive = Archive { folder: folder.path().join(FOLDER) };
        fs::write(folder.path().join("engine"), "#!/bin/sh\n").unwrap();
        (folder, archive)
    }

    fn version(name: &str, date: &str) -> Version {
        Version {
            bench: Some(7),
            params: toml::Table::from_iter([("Hash".to_owned(), toml::Value::Integer(4))]),
            ..Version::new(name.to_owned(), "engine", date.to_owned())
        }
    }

    #[test]
    fn what_is_archived_comes_back_the_oldest_first() {
        let (folder, archive) = archive();
        let program = folder.path().join("engine");
        assert!(archive.list().unwrap().0.is_empty());
        let newer = archive.insert(&program, version("a", "2026-02-01T00:00:00Z")).unwrap();
        let older = archive.insert(&program, version("b", DATE)).unwrap();
        // The output of `sha256sum` for that file.
        let sum = "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf";
        assert_eq!(newer.sha256, sum);
        assert_eq!(archive.list().unwrap().0, [older, newer.clone()]);
        assert_eq!(archive.get("a").unwrap(), Some(newer.clone()));
        assert!(archive.program(&newer).unwrap().ends_with("versions/a/engine"));
        archive.remove("a").unwrap();
        assert_eq!(archive.names().unwrap(), ["b"]);
        let left = fs::read_dir(&archive.folder).unwrap().count();
        assert_eq!(left, 3, "b, the lock and the rules of git");
    }

    #[test]
    fn a_program_with_the_records_name_is_kept_beside_the_record_and_one_that_changed_is_refused() {
        let (folder, archive) = archive();
        let program = folder.path().join(RECORD);
        fs::write(&program, "#!/bin/sh\n").unwrap();
        let kept = archive.insert(&program, version("a", DATE)).unwrap();
        assert_eq!(archive.get("a").unwrap().as_ref(), Some(&kept));
        let copy = archive.program(&kept).unwrap();
        assert_eq!(fs::read(&copy).unwrap(), b"#!/bin/sh\n");
        fs::write(copy, "#!/bin/sh\nexit 1\n").unwrap();
        let error = archive.program(&kept).unwrap_err().to_string();
        assert!(error.contains("checksum") && error.contains("regress remove a"), "{error}");
    }

    #[test]
    fn names_that_are_taken_or_none() {
        let (folder, archive) = archive();
        let program = folder.path().join("engine");
        archive.insert(&program, version("release-1", DATE)).unwrap();
        let taken = archive.insert(&program, version("release-1", DATE)).unwrap_err();
        assert!(taken.to_string().contains("--name"), "{taken}");
        for name in ["", ".lock", "..", "a/b", "a b", "-a"] {
            let error = archive.insert(&program, version(name, DATE)).unwrap_err();
            assert!(error.to_string().contains("cannot name a version"), "{error}");
            assert!(archive.remove(name).is_err(), "{name}");
        }
        assert!(archive.get("relase-1").unwrap().is_none());
        let unknown = archive.remove("relase-1").unwrap_err().to_string();
        assert!(unknown.contains("did you mean \"release-1\"?"), "{unknown}");
    }

    #[test]
    fn what_was_left_unfinished_is_not_a_version_and_goes_away() {
        let (folder, archive) = archive();
        assert!(archive.insert(&folder.path().join("nothing"), version("a", DATE)).is_err());
        assert!(archive.names().unwrap().is_empty());
        assert_eq!(fs::read_dir(&archive.folder).unwrap().count(), 2);
        let program = folder.path().join("engine");
        archive.insert(&program, version("a", DATE)).unwrap();
        // As it looks if the process is killed before the folder is renamed.
        let part = archive.folder.join(".part-x");
        fs::create_dir(&part).unwrap();
        fs::write(part.join("engine"), "half").unwrap();
        assert_eq!(archive.names().unwrap(), ["a"]);
        archive.insert(&program, version("b", DATE)).unwrap();
        assert!(!part.exists());
        assert_eq!(archive.names().unwrap(), ["a", "b"]);
    }

    #[test]
    fn damaged_records_are_told_and_passed_over() {
        let (folder, archive) = archive();
        archive.insert(&folder.path().join("engine"), version("a", DATE)).unwrap();
        fs::create_dir(archive.folder.join("empty")).unwrap();
        fs::create_dir(archive.folder.join("copy")).unwrap();
        let record = fs::read_to_string(archive.folder.join("a/version.toml")).unwrap();
        fs::write(archive.folder.join("copy/version.toml"), &record).unwrap();
        let (versions, unreadable) = archive.list().unwrap();
        assert_eq!((versions.len(), unreadable.len()), (1, 2));
        fs::write(archive.folder.join("a/version.toml"), record.replace("\"engine\"", "\"../x\"")).unwrap();
        assert!(archive.get("a").is_err());
        for (from, to, expected) in [
            ("margin_scale = 1.0", "margin_scale = 0", "margin_scale is 0 and must be"),
            ("margin_scale = 1.0", "margin_scale = 1.0\neval_scale = nan", "eval_scale is NaN and must be"),
            ("Hash = 4", "Hash = inf", "params.Hash must be"),
            ("Hash = 4", "Hash = [4]", "params.Hash must be"),
        ] {
            let changed = record.replace(from, to);
            assert_ne!(changed, record);
            fs::write(archive.folder.join("a/version.toml"), changed).unwrap();
            let error = archive.get("a").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
