//! Files of openings by their endings, packed or not.

use std::fs::File;
use std::io;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use super::book::Book;
use super::error::OpeningError;
use super::polyglot::Polyglot;
use super::records::Format;
use super::text::Text;
use super::variant::Variant;

/// A file of openings, opened.
#[derive(Debug)]
pub enum Source {
    /// Openings that are written one after the other.
    Book(Book),
    /// Moves by position, which make any number of lines.
    Polyglot(Polyglot),
}

/// Opens a file of openings: `.epd`, `.fen`, `.txt` (a FEN or an EPD a line), `.pgn` or `.bin`
/// (Polyglot), each also with `.gz` after it, or the first such member of a `.zip`. Of PGN games at
/// most `plies` half-moves are taken. All are openings of `variant`.
///
/// # Errors
/// If the file cannot be read, or has no openings in it. Openings that make no sense are found when
/// they are read.
pub fn open(path: &Path, plies: Option<u32>, variant: Variant) -> Result<Source, OpeningError> {
    let name = path.display().to_string();
    let (kind, text) = unpacked(path)?;
    match kind {
        Kind::Openings(format) => Book::new(&name, text, format, plies, variant).map(Source::Book),
        Kind::Polyglot if !variant.is_standard() => {
            Err(OpeningError::PolyglotChess960 { file: name })
        }
        Kind::Polyglot => Polyglot::new(&name, text).map(Source::Polyglot),
    }
}

/// What a file has in it, and what its ending says of that.
pub(super) fn unpacked(path: &Path) -> Result<(Kind, Text), OpeningError> {
    let name = path.display().to_string();
    let unreadable = |source: io::Error| OpeningError::Read {
        file: name.clone(),
        source,
    };
    let file = File::open(path).map_err(unreadable)?;
    let lower = name.to_lowercase();
    if lower.ends_with(".zip") {
        unzip(&name, file)
    } else if let Some(inner) = lower.strip_suffix(".gz") {
        let kind = kind_or_refuse(&name, inner)?;
        let text = Text::unpacked(MultiGzDecoder::new(file)).map_err(unreadable)?;
        Ok((kind, text))
    } else {
        Ok((kind_or_refuse(&name, &lower)?, Text::plain(file)))
    }
}

/// The book that a gzipped PGN file in memory is; `name` is for messages.
///
/// # Errors
/// As [`open`].
pub fn pgn_gz(name: &str, bytes: &[u8], plies: Option<u32>) -> Result<Book, OpeningError> {
    let text = Text::unpacked(MultiGzDecoder::new(bytes));
    let text = text.map_err(|source| OpeningError::Read {
        file: name.to_owned(),
        source,
    })?;
    Book::new(name, text, Format::Pgn, plies, Variant::Standard)
}

/// What an ending says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Openings(Format),
    Polyglot,
}

fn kind(lower_name: &str) -> Option<Kind> {
    let ending = lower_name.rsplit_once('.')?.1;
    match ending {
        "epd" | "fen" | "txt" => Some(Kind::Openings(Format::Positions)),
        "pgn" => Some(Kind::Openings(Format::Pgn)),
        "bin" => Some(Kind::Polyglot),
        _ => None,
    }
}

fn kind_or_refuse(file: &str, lower_name: &str) -> Result<Kind, OpeningError> {
    kind(lower_name).ok_or_else(|| OpeningError::UnknownEnding {
        file: file.to_owned(),
    })
}

fn unzip(file: &str, packed: File) -> Result<(Kind, Text), OpeningError> {
    let unreadable = |source: io::Error| OpeningError::Read {
        file: file.to_owned(),
        source,
    };
    let broken = |error: zip::result::ZipError| unreadable(error.into());
    let mut archive = ZipArchive::new(packed).map_err(broken)?;
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(broken)?;
        let name = member.name().map_err(broken)?.to_lowercase();
        if let Some(kind) = kind(&name).filter(|_| member.is_file()) {
            return Ok((kind, Text::unpacked(member).map_err(unreadable)?));
        }
    }
    Err(OpeningError::NoMember {
        file: file.to_owned(),
    })
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

    fn count_as(name: &str, bytes: &[u8]) -> Result<usize, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        match open(&path, None, Variant::Standard) {
            Ok(Source::Book(book)) => Ok(book.openings().filter(Result::is_ok).count()),
            Ok(Source::Polyglot(_)) => Ok(0),
            Err(error) => Err(error.to_string()),
        }
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
            assert_eq!(count_as(name, &bytes).unwrap(), expected, "{name}");
        }
        assert_eq!(pgn_gz("book", &gz(PGN), Some(1)).unwrap().len(), 2);
    }

    #[test]
    fn errors_name_the_file_and_the_remedy() {
        let error = open(Path::new("no/such.pgn"), None, Variant::Standard)
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
            let error = count_as(name, &bytes).unwrap_err();
            assert!(
                error.contains(name) && error.contains(text),
                "{name}: {error}"
            );
        }
    }
}
