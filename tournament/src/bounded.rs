//! Files that are read whole, in bounded memory: a device or a pipe may have no end.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// The most that is read of a configuration, of parameters and of records, in bytes.
const TEXT: u64 = 64 << 20;
/// The most that is read of a file of positions, in bytes.
const POSITIONS: u64 = 1 << 30;

/// A text of settings.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, TEXT)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// A file of positions, or of what came of them.
pub(crate) fn positions(path: &Path) -> io::Result<Vec<u8>> {
    read(path, POSITIONS)
}

/// A file of positions; one that ends in `.gz` is unpacked.
pub(crate) fn unpacked_positions(path: &Path) -> io::Result<Vec<u8>> {
    if path.extension().is_none_or(|ending| ending != "gz") {
        return positions(path);
    }
    let mut bytes = Vec::new();
    read_within(
        MultiGzDecoder::new(File::open(path)?),
        POSITIONS,
        &mut bytes,
    )?;
    Ok(bytes)
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    // What there is no memory for is an error here, and not the end of the process.
    let length = file.metadata()?.len().min(most);
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    read_within(file, most, &mut bytes)?;
    Ok(bytes)
}

fn read_within(from: impl Read, most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    if from.take(most + 1).read_to_end(bytes)? as u64 > most {
        let message = format!("it has more than {} MiB", most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read(&path, 4).unwrap_err().kind(), ErrorKind::FileTooLarge);
        std::fs::write(&path, b"\xff").unwrap();
        assert!(text(&path).unwrap_err().to_string().contains("UTF-8"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_no_text() {
        let error = text(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it has more than 64 MiB");
    }
}
