//! Files for readers that take a path.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> =
    LazyLock::new(|| tempfile::tempdir().expect("the system has a folder for temporary files"));

/// A folder of this process.
pub(crate) fn folder() -> &'static Path {
    FOLDER.path()
}

/// A file of this name with these bytes in it.
pub(crate) fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, bytes).expect("the folder for temporary files can be written");
    path
}

/// An empty folder of this name.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let path = folder().join(name);
    // The first time there is none.
    fs::remove_dir_all(&path).ok();
    fs::create_dir_all(&path).expect("the folder for temporary files can be written");
    path
}
