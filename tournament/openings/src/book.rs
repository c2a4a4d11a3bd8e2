//! Files of openings, opened, and a book of openings, which need not fit into memory: the places of its openings are
//! indexed, and each is read when it is needed.
//!
//! The index has a mark at every sixteenth opening, so it takes a byte an opening: ten million
//! positions, half a gigabyte as a file, take ten megabytes. An opening is read from the mark before
//! it. Compressed files are unpacked first, into a temporary file if they are large.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

use crate::encoding::TextEncoding;
use crate::files::{self, FileFilter, Kind};
use crate::lines::{Line, Lines, Place, Text};
use crate::opening::{Numbers, Opening, Variant, chess960_fen};
use crate::pgn::play::{GameFault, main_line};
use crate::pgn::{Games, RawGame};
use crate::polyglot::{self, Polyglot};
use crate::{Fault, OpeningError, epd};

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
/// Fails if the file cannot be read, or has no openings in it. Invalid openings are found when they are read.
pub fn open(path: &Path, options: &ReadOptions) -> Result<Source, OpeningError> {
    let name = path.display().to_string();
    let plain = files::plain(path, options.encoding).map_err(OpeningError::reading(&name))?;
    if let Some((kind, file)) = plain {
        return source(&name, kind, Text::plain(file), options);
    }
    let (mut first, mut others) = (None, Vec::new());
    files::visit(path, FileFilter::BOOKS, options.encoding, |file| {
        if first.is_some() {
            others.push(file.name);
            return Ok(());
        }
        let text = Text::unpacked(file.text).map_err(OpeningError::reading(&file.name))?;
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

/// The book in a gzipped PGN file in memory; `name` is for messages. Fails as [`open`].
pub fn pgn_gz(name: &str, bytes: &[u8], plies: Option<u32>) -> Result<Book, OpeningError> {
    Book::unpacked(name, MultiGzDecoder::new(bytes), Format::Pgn, plies, Variant::Standard)
}

/// Openings from one mark of the index to the next.
const STRIDE: usize = 16;

/// A book.
#[derive(Debug)]
pub struct Book {
    /// Its name in messages.
    file: String,
    text: Text,
    format: Format,
    /// Half-moves to take of each game; `None`: all.
    plies: Option<u32>,
    variant: Variant,
    marks: Vec<Place>,
    len: usize,
    /// Repairs made in the first pass, one sentence each.
    repairs: Vec<String>,
}

impl Book {
    pub(crate) fn new(
        file: &str,
        text: Text,
        format: Format,
        plies: Option<u32>,
        variant: Variant,
    ) -> Result<Self, OpeningError> {
        let mut book = Self {
            file: file.to_owned(),
            text,
            format,
            plies,
            variant,
            marks: Vec::new(),
            len: 0,
            repairs: Vec::new(),
        };
        book.index().map_err(OpeningError::reading(file))?;
        match book.len {
            0 => Err(OpeningError::Empty { file: book.file }),
            _ => Ok(book),
        }
    }

    /// The book in the whole content of `from`.
    pub(crate) fn unpacked(
        file: &str,
        from: impl Read,
        format: Format,
        plies: Option<u32>,
        variant: Variant,
    ) -> Result<Self, OpeningError> {
        let text = Text::unpacked(from).map_err(OpeningError::reading(file))?;
        Self::new(file, text, format, plies, variant)
    }

    /// The start position of chess and nothing else.
    pub fn start_position() -> Result<Self, OpeningError> {
        let fen = Fen::from_position(&Chess::default(), EnPassantMode::Legal).to_string();
        let (fen, variant) = (fen.as_bytes(), Variant::Standard);
        Self::unpacked("the start position", fen, Format::Positions, None, variant)
    }

    /// Start positions of Chess960, in the order of their numbers.
    pub fn chess960(numbers: &Numbers) -> Result<Self, OpeningError> {
        let file = "the start positions of Chess960";
        let line = |number| format!("{}; id \"Chess960 {number}\";\n", chess960_fen(number));
        let lines: String = numbers.iter().map(line).collect();
        Self::unpacked(file, lines.as_bytes(), Format::Positions, None, Variant::Chess960)
    }

    fn index(&mut self) -> io::Result<()> {
        let mut records = Records::new(self.format, self.text.reader(0), Place::FIRST);
        while let Some(record) = records.next()? {
            if self.len.is_multiple_of(STRIDE) {
                self.marks.push(record.place());
            }
            self.len += 1;
        }
        self.repairs = records.repairs();
        Ok(())
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// Repairs made while reading, one sentence each.
    pub(crate) fn repairs(&self) -> &[String] {
        &self.repairs
    }

    pub(crate) fn also(&mut self, repair: String) {
        self.repairs.insert(0, repair);
    }

    /// The number of openings.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a file without openings is refused.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The opening of this number, from 0. Fails if it cannot be read, or is invalid.
    pub(crate) fn opening(&self, number: usize) -> Result<Opening, OpeningError> {
        self.read(number, Opening::check_ongoing)
    }

    /// The same as a whole game, which may be over after its moves.
    pub fn game(&self, number: usize) -> Result<Opening, OpeningError> {
        self.read(number, Ok)
    }

    fn read(
        &self,
        number: usize,
        check: impl Fn(Opening) -> Result<Opening, Fault>,
    ) -> Result<Opening, OpeningError> {
        let record = self.record(number).map_err(OpeningError::reading(&self.file))?;
        let file = self.file.clone();
        match &record {
            RawOpening::Line(line) => {
                let parsed = match self.format {
                    Format::Lines => polyglot::parse_line(&line.text),
                    _ => epd::parse_line(&line.text, self.variant),
                };
                let line = line.place.line;
                parsed.map_err(|fault| OpeningError::Line { file, line, fault })
            }
            RawOpening::Game(game) => {
                let played = main_line(game, self.plies, Some(self.variant));
                let opening = played.and_then(|line| {
                    check(line.opening).map_err(|fault| GameFault { line: game.line(), fault })
                });
                let game = number + 1;
                opening.map_err(|GameFault { line, fault }| OpeningError::Game {
                    file,
                    line,
                    game,
                    fault,
                })
            }
        }
    }

    /// All openings in order.
    pub fn openings(&self) -> impl Iterator<Item = Result<Opening, OpeningError>> + '_ {
        (0..self.len).map(|number| self.opening(number))
    }

    fn record(&self, number: usize) -> io::Result<RawOpening> {
        let gone = || io::Error::other("the file has changed while it was being used");
        let mark = *self.marks.get(number / STRIDE).ok_or_else(gone)?;
        let mut records = Records::new(self.format, self.text.reader(mark.offset), mark);
        for _ in 0..number % STRIDE {
            records.next()?;
        }
        records.next()?.ok_or_else(gone)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Positions,
    Pgn,
    /// Moves from the start position, one line of UCI moves each: the lines of a Polyglot book.
    Lines,
}

enum RawOpening {
    Line(Line),
    Game(RawGame),
}

impl RawOpening {
    fn place(&self) -> Place {
        match self {
            Self::Line(line) => line.place,
            Self::Game(game) => game.place,
        }
    }
}

enum Records<R> {
    Lines(Lines<R>),
    Games(Games<R>),
}

impl<R: BufRead> Records<R> {
    /// The openings that `reader` has, which begins at `place`.
    fn new(format: Format, reader: R, place: Place) -> Self {
        let lines = Lines::new(reader, place);
        match format {
            Format::Positions | Format::Lines => Self::Lines(lines),
            Format::Pgn => Self::Games(Games::starting(lines)),
        }
    }

    fn next(&mut self) -> io::Result<Option<RawOpening>> {
        Ok(match self {
            Self::Lines(lines) => lines.next_text()?.map(RawOpening::Line),
            Self::Games(games) => games.next_game()?.map(RawOpening::Game),
        })
    }

    fn repairs(&self) -> Vec<String> {
        match self {
            Self::Lines(lines) => lines.foreign().into_iter().collect(),
            Self::Games(games) => games.repairs().messages(),
        }
    }
}
