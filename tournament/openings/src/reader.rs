//! Files of openings, opened.

use std::io;
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use super::book::{Book, Format};
use super::encoding::TextEncoding;
use super::error::OpeningError;
use super::files::{self, FileFilter, Kind};
use super::polyglot::Polyglot;
use super::text::Text;
use super::variant::Variant;

/// A file of openings, opened.
#[derive(Debug)]
pub enum Source {
    /// Openings that are written one after the other; several draws may share them.
    Book(Arc<Book>),
    /// Moves by position, which give any number of lines.
    Polyglot(Polyglot),
}

impl Source {
    /// Repairs made while reading, one sentence each.
    #[must_use]
    pub fn repairs(&self) -> &[String] {
        match self {
            Self::Book(book) => book.repairs(),
            Self::Polyglot(_) => &[],
        }
    }
}

impl From<Book> for Source {
    fn from(book: Book) -> Self {
        Self::Book(Arc::new(book))
    }
}

/// Options for reading a file of openings.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions {
    /// The most half-moves taken from a game; `None`: all.
    pub plies: Option<u32>,
    /// The chess variant of the openings.
    pub variant: Variant,
    /// The encoding of the text; `None`: it is recognised.
    pub encoding: Option<TextEncoding>,
}

/// Opens a file of openings: `.epd`, `.fen`, `.txt` (a FEN or an EPD a line), `.pgn` or `.bin`
/// (Polyglot), each also with `.gz` or `.zst` after it, or the first such member of a `.zip`; `-` is standard input.
///
/// # Errors
/// If the file cannot be read, or has no openings in it. Invalid openings are found when they are read.
pub fn open(path: &Path, options: &ReadOptions) -> Result<Source, OpeningError> {
    let name = path.display().to_string();
    let unreadable = |source: io::Error| OpeningError::Read { file: name.clone(), source };
    if let Some((kind, file)) = files::plain(path, options.encoding).map_err(unreadable)? {
        return source(&name, kind, Text::plain(file), options);
    }
    let (mut first, mut others) = (None, Vec::new());
    files::visit(path, FileFilter::BOOKS, options.encoding, |file| {
        if first.is_some() {
            others.push(file.name);
            return Ok(());
        }
        let text = Text::unpacked(file.text)
            .map_err(|source| OpeningError::Read { file: file.name.clone(), source })?;
        first = Some((file.name, file.kind, file.encoding, text));
        Ok::<(), OpeningError>(())
    })?;
    let Some((name, kind, encoding, text)) = first else {
        return Err(OpeningError::Empty { file: name });
    };
    let mut source = source(&name, kind, text, options)?;
    // It is not shared yet.
    if let Source::Book(book) = &mut source
        && let Some(book) = Arc::get_mut(book)
    {
        if let Some(encoding) = encoding.filter(|_| options.encoding.is_none()) {
            book.also(format!("it is read as {encoding}"));
        }
        if !others.is_empty() {
            book.also(format!(
                "the first member of the archive is read, and not {}",
                others.join(", ")
            ));
        }
    }
    Ok(source)
}

fn source(
    name: &str,
    kind: Kind,
    text: Text,
    options: &ReadOptions,
) -> Result<Source, OpeningError> {
    let format = match kind {
        Kind::Positions => Format::Positions,
        Kind::Games => Format::Pgn,
        Kind::Polyglot if !options.variant.is_standard() => {
            let file = name.to_owned();
            return Err(OpeningError::PolyglotChess960 { file });
        }
        Kind::Polyglot => return Polyglot::new(name, text).map(Source::Polyglot),
    };
    Book::new(name, text, format, options.plies, options.variant).map(Source::from)
}

/// The book in a gzipped PGN file in memory; `name` is for messages.
///
/// # Errors
/// As [`open`].
pub fn pgn_gz(name: &str, bytes: &[u8], plies: Option<u32>) -> Result<Book, OpeningError> {
    let text = Text::unpacked(MultiGzDecoder::new(bytes));
    let text = text.map_err(|source| OpeningError::Read { file: name.to_owned(), source })?;
    Book::new(name, text, Format::Pgn, plies, Variant::Standard)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use engine_core::testkit::Contents;

    use super::*;

    #[test]
    fn errors_name_the_file_and_the_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let error = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            open(&path, &ReadOptions::default()).unwrap_err().to_string()
        };
        error("a.doc", "1. e4 *").must_have(&["a.doc", "ends in .epd"]);
        error("a.pgn", "").must_have(&["a.pgn", "no openings in it", "\"builtin\""]);
        error("a.epd", "# nothing\n\n").must_have(&["a.epd", "no openings in it"]);
        let missing = open(Path::new("no/such.pgn"), &ReadOptions::default()).unwrap_err();
        missing.to_string().must_have(&["no/such.pgn: ", "\"builtin\""]);
    }
}
