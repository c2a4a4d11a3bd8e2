//! The folder of versions.

use std::fs::{self, File, TryLockError};
use std::path::{Component, Path, PathBuf};

use anyhow::{Error, Result, anyhow, bail};
use config::disk;
use uci_client::did_you_mean;

use crate::at;
use crate::version::{RECORD, TREE, Version, checksum, first_change, list_files, no_record};

const FOLDER: &str = "versions";
/// The name there of a program that has the record's name.
const SUBSTITUTE: &str = "program";
/// The file that is locked while the archive is changed; it is empty and stays.
const LOCK: &str = ".lock";
/// The file in a folder that will be a version's when it is built.
const UNBUILT: &str = ".unbuilt";
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
            let path = entry.path();
            let is_own = entry.file_name().to_string_lossy().starts_with('.') || path.join(UNBUILT).exists();
            if is_own || !path.is_dir() {
                continue;
            }
            match read(&path) {
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
        (is_name(name) && place.is_dir() && self.has(name)).then(|| read(&place)).transpose()
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// True if there is something of this name that is not left over from a build.
    pub(crate) fn has(&self, name: &str) -> bool {
        let place = self.place(name);
        place.exists() && !place.join(UNBUILT).exists()
    }

    /// The names of all versions.
    pub fn names(&self) -> Result<Vec<String>> {
        Ok(self.list()?.0.into_iter().map(|version| version.name).collect())
    }

    /// The program of a version, and the folder in which it is started. Fails if one of its files has changed since.
    pub(crate) fn program(&self, version: &Version) -> Result<(PathBuf, PathBuf)> {
        let Version { name, file, files, .. } = version;
        let place = self.place(name);
        let path = place.join(file);
        let changed = match files {
            _ if checksum(&path)? != version.sha256 => Some(path.clone()),
            Some(files) => first_change(&place, files)?,
            None => None,
        };
        if let Some(changed) = changed {
            bail!(
                "{}: its checksum is not the one that was archived, so the file has changed; remove the version with \
                 `evalarena regress remove {name}` and build or add it again",
                changed.display()
            );
        }
        Ok((path, if files.is_some() { place.join(TREE) } else { place }))
    }

    /// Archives a copy of a program with its `bench`, which must be the same here and in a folder of its own.
    pub fn add(&self, program: &Path, mut version: Version, mut notify: impl FnMut(&str)) -> Result<Version> {
        let name = version.name.clone();
        check_name(&name)?;
        let (_lock, place) = (self.lock()?, self.place(&name));
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
        version.measure(program, None, &mut notify).map_err(|error| {
            anyhow!("{}: cannot be started: {error}; give an executable program", program.display())
        })?;
        let mut alone = version.clone();
        if version.bench.is_some() {
            alone.measure(&copy, Some(new.path()), notify).map_err(at(program))?;
        }
        if alone.bench != version.bench {
            let [here, alone] = [&version, &alone].map(|own| own.bench.map_or("none".to_owned(), |n| n.to_string()));
            bail!(
                "{name}: its bench is {here}, and {alone} in a folder of its own: it reads files that would not be archived; \
                 name the commit that it is built from, or add a script that starts it among them (`cd FOLDER && exec \
                 ./PROGRAM \"$@\"`)"
            );
        }
        version.file = file.into_owned();
        version.sha256 = checksum(&copy)?;
        version.write(new.path())?;
        fs::rename(new.path(), &place).map_err(at(place))?;
        Ok(version)
    }

    /// The folder in which a new version is built. What a build left over is removed: only one builds at a time.
    pub(crate) fn begin(&self, name: &str) -> Result<PathBuf> {
        check_name(name)?;
        let _lock = self.lock()?;
        for entry in fs::read_dir(&self.folder).map_err(at(&self.folder))?.flatten() {
            if entry.path().join(UNBUILT).exists() {
                fs::remove_dir_all(entry.path()).map_err(at(entry.path()))?;
            }
        }
        let tree = self.place(name).join(TREE);
        let made = fs::create_dir_all(&tree).and_then(|()| fs::write(self.place(name).join(UNBUILT), ""));
        made.map(|()| tree.clone()).map_err(at(tree))
    }

    /// Makes a version of what was built there, with the file `program`.
    pub(crate) fn finish(&self, program: &Path, mut version: Version, notify: impl FnMut(&str)) -> Result<Version> {
        let place = self.place(&version.name);
        let tree = place.join(TREE);
        version.file = Path::new(TREE).join(program).to_string_lossy().into_owned();
        version.sha256 = checksum(&tree.join(program))?;
        version.files = Some(list_files(&place)?);
        version.measure(&tree.join(program), Some(&tree), notify).map_err(at(program))?;
        version.write(&place)?;
        fs::remove_file(place.join(UNBUILT)).map_err(at(place))?;
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

    /// The right to change the archive, until it is dropped. Unfinished versions are of processes that were stopped.
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

/// Locks a file, which is made if it is not there; `waiting` is called before another process is waited for.
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
        let is_file = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        (!is_file || file.is_empty()).then(|| format!("{file:?} is not a file in this folder"))
    });
    message.map_or(Ok(version), |message| Err(no_record(&path, &message)))
}

fn check_name(name: &str) -> Result<()> {
    if is_name(name) {
        return Ok(());
    }
    bail!(
        "{name:?} cannot name a version; use 1 to {MAX_NAME} letters, digits, '-', '_' or '.', beginning and ending with a \
         letter or a digit"
    )
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
        write(&folder.path().join("engine"));
        (folder, archive)
    }

    fn write(path: &Path) {
        fs::write(path, "#!/bin/sh\n").unwrap();
        #[cfg(unix)]
        fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }

    fn add(archive: &Archive, program: &Path, version: Version) -> Result<Version> {
        archive.add(program, version, |_| ())
    }

    fn version(name: &str, date: &str) -> Version {
        Version {
            params: toml::Table::from_iter([("Hash".to_owned(), toml::Value::Integer(4))]),
            ..Version::new(name.to_owned(), "engine", date.to_owned())
        }
    }

    #[test]
    fn what_is_archived_comes_back_the_oldest_first() {
        let (folder, archive) = archive();
        let program = folder.path().join("engine");
        assert!(archive.list().unwrap().0.is_empty());
        let newer = add(&archive, &program, version("a", "2026-02-01T00:00:00Z")).unwrap();
        let older = add(&archive, &program, version("b", DATE)).unwrap();
        // The output of `sha256sum` for that file.
        let sum = "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf";
        assert_eq!(newer.sha256, sum);
        assert_eq!(archive.list().unwrap().0, [older, newer.clone()]);
        assert_eq!(archive.get("a").unwrap(), Some(newer.clone()));
        assert!(archive.program(&newer).unwrap().0.ends_with("versions/a/engine"));
        archive.remove("a").unwrap();
        assert_eq!(archive.names().unwrap(), ["b"]);
        let left = fs::read_dir(&archive.folder).unwrap().count();
        assert_eq!(left, 3, "b, the lock and the rules of git");
    }

    #[test]
    fn a_program_with_the_records_name_is_kept_beside_the_record() {
        let (folder, archive) = archive();
        let program = folder.path().join(RECORD);
        write(&program);
        let kept = add(&archive, &program, version("a", DATE)).unwrap();
        assert_eq!(archive.get("a").unwrap().as_ref(), Some(&kept));
        let (copy, _) = archive.program(&kept).unwrap();
        assert_eq!(fs::read(&copy).unwrap(), b"#!/bin/sh\n");
    }

    #[test]
    fn names_that_are_taken_or_none() {
        let (folder, archive) = archive();
        let program = folder.path().join("engine");
        add(&archive, &program, version("release-1", DATE)).unwrap();
        let taken = add(&archive, &program, version("release-1", DATE)).unwrap_err();
        assert!(taken.to_string().contains("--name"), "{taken}");
        for name in ["", ".lock", "..", "a/b", "a b", "-a"] {
            let error = add(&archive, &program, version(name, DATE)).unwrap_err();
            assert!(error.to_string().contains("cannot name a version"), "{error}");
            assert!(archive.remove(name).is_err(), "{name}");
        }
        assert!(archive.get("relase-1").unwrap().is_none());
    }

    #[test]
    fn what_was_left_unfinished_is_not_a_version_and_goes_away() {
        let (folder, archive) = archive();
        assert!(add(&archive, &folder.path().join("nothing"), version("a", DATE)).is_err());
        assert!(archive.names().unwrap().is_empty());
        assert_eq!(fs::read_dir(&archive.folder).unwrap().count(), 2);
        let program = folder.path().join("engine");
        add(&archive, &program, version("a", DATE)).unwrap();
        // As it looks if the process is killed before the folder is renamed.
        let part = archive.folder.join(".part-x");
        fs::create_dir(&part).unwrap();
        fs::write(part.join("engine"), "half").unwrap();
        assert_eq!(archive.names().unwrap(), ["a"]);
        add(&archive, &program, version("b", DATE)).unwrap();
        assert!(!part.exists());
        assert_eq!(archive.names().unwrap(), ["a", "b"]);
    }

    #[test]
    fn damaged_records_are_told_and_passed_over() {
        let (folder, archive) = archive();
        add(&archive, &folder.path().join("engine"), version("a", DATE)).unwrap();
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
            ("margin_scale = 1.0", "margin_scale = 1.0\ntree = \"1a\"", "the files of its commit, among which"),
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
