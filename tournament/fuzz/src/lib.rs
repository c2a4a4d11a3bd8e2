//! The arena's readers of outside input, run on arbitrary bytes.
//!
//! Each file of `targets` is one: its `check` passes the bytes to the readers as their users do, and asserts
//! that accepted input is sound, such as that it is read again as the same after printing. A panic is a
//! finding, and so is an input that takes seconds. Inputs are texts wherever the format is one, so
//! that findings are readable, and seeds can be written by hand.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

/// The first line's digits as choices, each from 0, and the rest of the input.
pub fn choices<const N: usize>(input: &[u8]) -> ([usize; N], &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n');
    let (first, rest) = input.split_at(end.unwrap_or(input.len()));
    let digit = |place: usize| first.get(place).map_or(0, |byte| byte.wrapping_sub(b'0'));
    (std::array::from_fn(|place| usize::from(digit(place))), rest.get(1..).unwrap_or_default())
}

/// A folder of this process, for readers that take a path.
fn folder() -> &'static Path {
    static FOLDER: LazyLock<TempDir> =
        LazyLock::new(|| tempfile::tempdir().expect("a folder for temporary files"));
    FOLDER.path()
}

/// A file in [`folder`] with these bytes.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, bytes).expect("a file that can be written");
    path
}
