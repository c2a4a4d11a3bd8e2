//! Files of openings by their endings, packed or not.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use super::error::OpeningError;
use super::{Opening, epd, pgn};

/// What is being read, for messages, and how much of it.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    /// Half-moves to take of each game; `None`: all.
    pub(super) plies: Option<u32>,
}

impl Source<'_> {
    pub(super) fn unreadable(&self, source: io::Error) -> OpeningError {
        let file = self.file.to_owned();
        OpeningError::Read { file, source }
    }
}

/// What is in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// One position a line.
    Positions,
    /// Games.
    Pgn,
}

/// Reads a file of openings: `.epd`, `.fen`, `.txt` (a FEN or an EPD a line) or `.pgn`, each also
/// with `.gz` after it, or the first such member of a `.zip`. Of PGN games at most `plies`
/// half-moves are taken.
///
/// # Errors
/// If the file cannot be read, or there is anything in it that is not an opening, or nothing.
pub fn read_file(path: &Path, plies: Option<u32>) -> Result<Vec<Opening>, OpeningError> {
    let name = path.display().to_string();
    let source = Source { file: &name, plies };
    let lower = name.to_lowercase();
    let open = || File::open(path).map_err(|error| source.unreadable(error));
    if lower.ends_with(".zip") {
        return read_zip(&source, open()?);
    }
    let (inner, packed) = match lower.strip_suffix(".gz") {
        Some(inner) => (inner, true),
        None => (lower.as_str(), false),
    };
    let Some(format) = format_of(inner) else {
        return Err(OpeningError::UnknownEnding { file: name });
    };
    if packed {
        read(&source, format, MultiGzDecoder::new(open()?))
    } else {
        read(&source, format, open()?)
    }
}

/// Reads a gzipped PGN file that is already in memory; `name` is for messages.
///
/// # Errors
/// As [`read_file`].
pub fn read_pgn_gz(
    name: &str,
    bytes: &[u8],
    plies: Option<u32>,
) -> Result<Vec<Opening>, OpeningError> {
    let source = Source { file: name, plies };
    read(&source, Format::Pgn, MultiGzDecoder::new(bytes))
}

fn format_of(lower_name: &str) -> Option<Format> {
    let ending = lower_name.rsplit_once('.')?.1;
    match ending {
        "epd" | "fen" | "txt" => Some(Format::Positions),
        "pgn" => Some(Format::Pgn),
        _ => None,
    }
}

fn read_zip(source: &Source<'_>, file: impl Read + Seek) -> Result<Vec<Opening>, OpeningError> {
    let unreadable = |error: zip::result::ZipError| source.unreadable(error.into());
    let mut archive = ZipArchive::new(file).map_err(unreadable)?;
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(unreadable)?;
        let name = member.name().map_err(unreadable)?.to_lowercase();
        if let Some(format) = format_of(&name).filter(|_| member.is_file()) {
            return read(source, format, member);
        }
    }
    let file = source.file.to_owned();
    Err(OpeningError::NoMember { file })
}

fn read(
    source: &Source<'_>,
    format: Format,
    reader: impl Read,
) -> Result<Vec<Opening>, OpeningError> {
    let openings = match format {
        Format::Positions => epd::read(source, reader)?,
        Format::Pgn => pgn::read(source, reader)?,
    };
    if openings.is_empty() {
        let file = source.file.to_owned();
        return Err(OpeningError::Empty { file });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    const PGN: &[u8] = b"[Event \"x\"]\n\n1. e4 e5 *\n\n[Event \"y\"]\n\n1. d4 d5 *\n";
    const EPD: &[u8] = b"4k3/8/8/8/8/8/4P3/4K3 w - -\n";

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn read_as(name: &str, bytes: &[u8]) -> Result<Vec<Opening>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        read_file(&path, None).map_err(|error| error.to_string())
    }

    #[test]
    fn every_ending() {
        for (name, bytes, expected) in [
            ("a.pgn", PGN.to_vec(), 2),
            ("a.PGN.gz", gz(PGN), 2),
            ("a.epd", EPD.to_vec(), 1),
            ("a.fen", EPD.to_vec(), 1),
            ("a.txt.gz", gz(EPD), 1),
            (
                "a.zip",
                zip(&[("README", b"x"), ("b/c.epd", EPD), ("d.pgn", PGN)]),
                1,
            ),
            ("a.pgn.zip", zip(&[("d.pgn", PGN)]), 2),
        ] {
            assert_eq!(read_as(name, &bytes).unwrap().len(), expected, "{name}");
        }
        assert_eq!(read_pgn_gz("book", &gz(PGN), Some(1)).unwrap().len(), 2);
    }

    #[test]
    fn errors_name_the_file_and_the_remedy() {
        let error = read_file(Path::new("no/such.pgn"), None)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("no/such.pgn: "), "{error}");
        assert!(error.contains("\"builtin\""), "{error}");
        for (name, bytes, text) in [
            ("a.doc", PGN.to_vec(), "ends in .epd"),
            ("a", PGN.to_vec(), "ends in .epd"),
            ("a.pgn", Vec::new(), "no openings in it"),
            ("a.epd", b"# nothing\n\n".to_vec(), "no openings in it"),
            ("a.zip", zip(&[("README", b"x")]), "no member"),
            ("a.zip", PGN.to_vec(), "check openings.file"),
            ("a.pgn.gz", PGN.to_vec(), "check openings.file"),
        ] {
            let error = read_as(name, &bytes).unwrap_err();
            assert!(
                error.contains(name) && error.contains(text),
                "{name}: {error}"
            );
        }
    }
}
