//! Files that are read whole, in bounded memory: a device or a pipe may have no end.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use openings::LimitedReader;

/// The most bytes read from a configuration, from parameters and from records.
const TEXT: u64 = 64 << 20;
/// The most bytes read from a file of positions.
pub const POSITIONS: u64 = 1 << 30;

/// A text of settings.
pub fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, TEXT)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// A file of positions, or of their results.
pub fn positions(path: &Path) -> io::Result<Vec<u8>> {
    read(path, POSITIONS)
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    // Too little memory is an error here, and does not end the process.
    let length = file.metadata()?.len().min(most);
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    LimitedReader::new(file, most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
