//! Cached identities: digests of files by size, times and inode, evaluators by the digest of the arena's own program.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Parts;
use config::disk;
use config::disk::replace_file;

/// The file, in the arena's folder of the user's cache folder.
const FILE: &str = "identities.json";
/// The largest number of entries of each kind; with more, the memo is discarded.
const MAX_ENTRIES: usize = 2_000;
/// A file that changed less than this ago may change again and keep its times.
const SETTLED: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(super) struct Memo {
    /// The path of its file; `None` if the system has no folder for it.
    path: Option<PathBuf>,
    content: Content,
    /// The digest of the running program, once it was requested.
    own: Option<Option<String>>,
    changed: bool,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Content {
    files: BTreeMap<PathBuf, HashedFile>,
    answers: BTreeMap<String, Parts>,
}

/// A file as it was when it was hashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct HashedFile {
    stamp: Vec<i128>,
    sha256: String,
}

impl Memo {
    /// What `find` finds with the stored memo, or an empty one if that cannot be read; what it adds is stored.
    pub(super) fn with<T>(find: impl FnOnce(&mut Self) -> T) -> T {
        let path = folder().map(|folder| folder.join(FILE));
        let content = path.as_deref().and_then(read).unwrap_or_default();
        let mut memo = Self { path, content, ..Self::default() };
        let found = find(&mut memo);
        memo.write();
        found
    }

    /// Stores it, together with entries added by other processes meanwhile. Where that fails, it is computed again.
    fn write(self) {
        let Some(path) = self.path.filter(|_| self.changed) else {
            return;
        };
        let mut all = read(&path).unwrap_or_default();
        all.files.extend(self.content.files);
        all.answers.extend(self.content.answers);
        if all.files.len() > MAX_ENTRIES || all.answers.len() > MAX_ENTRIES {
            all = Content::default();
        }
        let text = serde_json::to_string(&all).unwrap_or_default();
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let _ = folder.and_then(|()| replace_file::<io::Error>(&path, |file| file.write_all(text.as_bytes())));
    }

    /// The SHA-256 of a file, in hexadecimal digits.
    pub(crate) fn sha256(&mut self, path: &Path) -> io::Result<String> {
        let path = fs::canonicalize(path)?;
        let metadata = fs::metadata(&path)?;
        let stamp = stamp(&metadata);
        if let Some(known) = self.content.files.get(&path)
            && known.stamp == stamp
        {
            return Ok(known.sha256.clone());
        }
        let sha256 = sha256(&path)?;
        if is_settled(&metadata) {
            let known = HashedFile { stamp, sha256: sha256.clone() };
            self.content.files.insert(path, known);
            self.changed = true;
        }
        Ok(sha256)
    }

    /// The stored entry of the running program for `key`, or else the result of `find`.
    pub(super) fn answers(&mut self, key: &str, find: impl FnOnce() -> Option<Parts>) -> Option<Parts> {
        let own = self.own();
        let key = own.map(|own| format!("{own} {key}"));
        if let Some(known) = key.as_ref().and_then(|key| self.content.answers.get(key)) {
            return Some(known.clone());
        }
        let found = find()?;
        if let Some(key) = key {
            self.content.answers.insert(key, found.clone());
            self.changed = true;
        }
        Some(found)
    }

    /// The digest of the program that runs; `None` if its file cannot be read.
    pub(super) fn own(&mut self) -> Option<String> {
        if self.own.is_none() {
            self.own = Some(env::current_exe().and_then(|program| self.sha256(&program)).ok());
        }
        self.own.clone().flatten()
    }
}

fn read(path: &Path) -> Option<Content> {
    serde_json::from_str(&disk::text(path).ok()?).ok()
}

/// The SHA-256 of a file, as `sha256sum` prints it.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => break,
            read => digest.update(&block[..read]),
        }
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn folder() -> Option<PathBuf> {
    let named = |name: &str| {
        let folder = env::var_os(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let cache =
        named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache"))).or_else(|| named("LOCALAPPDATA"));
    Some(cache?.join("evalarena"))
}

/// A stamp that changes when a file does: size, modification time and, on Unix, change time and inode.
pub(super) fn stamp(file: &Metadata) -> Vec<i128> {
    let written = file.modified().unwrap_or(UNIX_EPOCH);
    let written = written.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut stamp = vec![i128::from(file.len()), written.as_nanos() as i128];
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        stamp.extend([
            i128::from(file.ctime()),
            i128::from(file.ctime_nsec()),
            i128::from(file.ino()),
            i128::from(file.dev()),
        ]);
    }
    stamp
}

/// True if the times of a file are so old that another write is certain to change them.
fn is_settled(file: &Metadata) -> bool {
    let since = |time: SystemTime| SystemTime::now().duration_since(time);
    let written = file.modified().and_then(|time| since(time).map_err(|_| io::Error::other("written in the future")));
    let is_old = |age: Duration| age > SETTLED;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let changed = u64::try_from(file.ctime()).unwrap_or(0);
        let changed = UNIX_EPOCH + Duration::from_secs(changed);
        if !since(changed).is_ok_and(is_old) {
            return false;
        }
    }
    written.is_ok_and(is_old)
}
