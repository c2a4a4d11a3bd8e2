//! Openings, games and positions as files have them.

#![allow(clippy::unwrap_used)]

mod books;
mod draws;
mod files;
mod games;
mod moves;

use std::fmt::Display;
use std::fs;
use std::path::Path;

use openings::{Opening, ReadOptions, Source, Variant, open};

const STANDARD: ReadOptions =
    ReadOptions { plies: None, variant: Variant::Standard, encoding: None };
const CHESS960: ReadOptions = ReadOptions { variant: Variant::Chess960, ..STANDARD };

/// The result of reading a file with this name and content; an error names it without its folder.
fn read_file<T, E: Display>(
    name: &str,
    bytes: impl AsRef<[u8]>,
    read: impl FnOnce(&Path) -> Result<T, E>,
) -> Result<T, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let place = format!("{}/", folder.path().display());
    read(&path).map_err(|error| error.to_string().replace(&place, ""))
}

fn source(name: &str, bytes: impl AsRef<[u8]>) -> Result<Source, String> {
    read_file(name, bytes, |path| open(path, &STANDARD))
}

fn openings_of(
    name: &str,
    bytes: impl AsRef<[u8]>,
    options: &ReadOptions,
) -> Result<Vec<Opening>, String> {
    read_file(name, bytes, |path| match open(path, options)? {
        Source::Book(book) => book.openings().collect(),
        Source::Polyglot(_) => panic!("{name} has moves by position"),
    })
}
