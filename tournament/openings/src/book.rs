//! Files of openings, opened, and a book of openings, which need not fit into memory: the places of its openings are
//! indexed, and each is read when it is needed.
//!
//! The index has a mark at every sixteenth opening, so it takes a byte an opening: ten million
//! positions, half a gigabyte as a file, take ten megabytes. An opening is read from the mark before
//! it. Compressed files are unpacked first, into a temporary file if they are large.

use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use shakmaty::Board;

use crate::files::{self, FileFilter, Kind};
use crate::lines::{NumberedLines, Place, Text, TextReader};
use crate::opening::{Numbers, Opening, Variant};
use crate::pgn::played::main_line;
use crate::pgn::{Games, RawGame, UnusableGame};
use crate::polyglot::Polyglot;
use crate::{Fault, OpeningError, opening};

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
            Self::Book(book) => &book.repairs,
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
}

/// Opens a file of openings: `.epd`, `.fen`, `.txt` (a FEN or an EPD a line), `.pgn` or `.bin`
/// (Polyglot), each also with `.gz` or `.zst` after it, or the first such member of a `.zip`; `-` is standard input.
/// Fails if the file cannot be read, or has no openings in it. Invalid openings are found when they are read.
pub fn open(path: &Path, options: &ReadOptions) -> Result<Source, OpeningError> {
    let name = path.display().to_string();
    let plain = files::plain(path).map_err(OpeningError::reading(&name))?;
    if let Some((kind, file)) = plain {
        return source(&name, kind, Text::plain(file), options, Vec::new());
    }
    let (mut first, mut others, mut repairs) = (None, Vec::new(), Vec::new());
    files::visit(path, FileFilter::BOOKS, |file| {
        if first.is_some() {
            others.push(file.name);
            return Ok(());
        }
        let text = Text::unpacked(file.text).map_err(OpeningError::reading(&file.name))?;
        first = Some((file.name, file.kind, text));
        Ok::<(), OpeningError>(())
    })?;
    let Some((name, kind, text)) = first else {
        return Err(OpeningError::Empty { file: name });
    };
    if !others.is_empty() {
        let others = others.join(", ");
        repairs.insert(0, format!("the first member of the archive is read, and not {others}"));
    }
    source(&name, kind, text, options, repairs)
}

fn source(
    name: &str,
    kind: Kind,
    text: Text,
    options: &ReadOptions,
    repairs: Vec<String>,
) -> Result<Source, OpeningError> {
    if kind != Kind::Polyglot {
        return Book::new(name, kind, text, options, repairs).map(Source::from);
    }
    if !options.variant.is_standard() {
        return Err(OpeningError::Unusable(format!(
            "{name}: a Polyglot book begins where chess does; for Chess960 name positions or games, or none for its start positions"
        )));
    }
    Polyglot::new(name, text.reader(0)).map(Source::Polyglot)
}

/// The book in a gzipped PGN file in memory; `name` is for messages. Fails as [`open`].
pub fn pgn_gz(name: &str, bytes: &[u8], plies: Option<u32>) -> Result<Book, OpeningError> {
    let options = ReadOptions { plies, ..ReadOptions::default() };
    Book::unpacked(name, Kind::Games, MultiGzDecoder::new(bytes), &options)
}

/// Openings from one mark of the index to the next.
const STRIDE: usize = 16;

/// A book.
#[derive(Debug)]
pub struct Book {
    pub(crate) file: String,
    text: Text,
    kind: Kind,
    options: ReadOptions,
    marks: Vec<Place>,
    /// The number of openings.
    pub count: usize,
    /// Repairs made in the first pass, one sentence each.
    pub(crate) repairs: Vec<String>,
}

impl Book {
    /// The book in a text of positions or games, with repairs that were made before.
    fn new(
        file: &str,
        kind: Kind,
        text: Text,
        options: &ReadOptions,
        repairs: Vec<String>,
    ) -> Result<Self, OpeningError> {
        let file = file.to_owned();
        let (options, marks) = (*options, Vec::new());
        let mut book = Self { file, text, kind, options, marks, count: 0, repairs };
        book.index().map_err(OpeningError::reading(&book.file))?;
        match book.count {
            0 => Err(OpeningError::Empty { file: book.file }),
            _ => Ok(book),
        }
    }

    pub(crate) fn unpacked(
        file: &str,
        kind: Kind,
        from: impl Read,
        options: &ReadOptions,
    ) -> Result<Self, OpeningError> {
        let text = Text::unpacked(from).map_err(OpeningError::reading(file))?;
        Self::new(file, kind, text, options, Vec::new())
    }

    /// The start position of chess and nothing else.
    pub fn start_position() -> Result<Self, OpeningError> {
        let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let options = ReadOptions::default();
        Self::unpacked("the start position", Kind::Positions, &fen[..], &options)
    }

    /// Start positions of Chess960, in the order of their numbers.
    pub fn chess960(numbers: &Numbers) -> Result<Self, OpeningError> {
        let line = |number: u16| {
            let white = Board::chess960(number.into());
            format!("{white} w KQkq - 0 1; id \"Chess960 {number}\";\n")
        };
        let lines: String = numbers.iter().map(line).collect();
        let options = ReadOptions { variant: Variant::Chess960, ..ReadOptions::default() };
        let file = "the start positions of Chess960";
        Self::unpacked(file, Kind::Positions, lines.as_bytes(), &options)
    }

    fn index(&mut self) -> io::Result<()> {
        let mut records = self.records(Place::FIRST);
        let (mut marks, mut count) = (Vec::new(), 0);
        while let Some(record) = self.next(&mut records)? {
            if count % STRIDE == 0 {
                marks.push(record.place);
            }
            count += 1;
        }
        let repairs = records.repairs();
        (self.marks, self.count) = (marks, count);
        self.repairs.extend(repairs);
        Ok(())
    }

    /// All openings in order.
    pub fn openings(&self) -> impl Iterator<Item = Result<Opening, OpeningError>> + '_ {
        (0..self.count).map(|number| self.opening(number))
    }

    /// The opening of this number, from 0. Fails if it cannot be read, or is invalid.
    pub(crate) fn opening(&self, number: usize) -> Result<Opening, OpeningError> {
        self.read(number, Opening::check_ongoing)
    }

    /// The same as a whole game, which may be over after its moves.
    pub fn game(&self, number: usize) -> Result<Opening, OpeningError> {
        self.read(number, Ok)
    }

    fn read(&self, number: usize, check: fn(Opening) -> Result<Opening, Fault>) -> Result<Opening, OpeningError> {
        let ReadOptions { plies, variant, .. } = self.options;
        let record = self.record(number).map_err(OpeningError::reading(&self.file))?;
        let read = match self.kind {
            Kind::Games => main_line(&record, plies, Some(variant))
                .and_then(|line| check(line.opening).map_err(|fault| record.unusable(&fault.0)))
                .map_err(|UnusableGame { line, reason }| {
                    format!("{line}: game {}: {reason}; correct the game", number + 1)
                }),
            Kind::Positions | Kind::Polyglot => opening::parse_line(&record.movetext, variant)
                .map_err(|fault| format!("{}: {fault}; correct the line", record.place.line)),
        };
        read.map_err(|fault| {
            OpeningError::Invalid(format!(
                "{}:{fault} or remove it, or pass over bad ones (openings.skip_bad = true, and --skip-bad of `evalarena openings check`)",
                self.file
            ))
        })
    }

    /// A game or a line as it is written.
    fn record(&self, number: usize) -> io::Result<RawGame> {
        let gone = || io::Error::other("the file has changed while it was being used");
        let mut records = self.records(*self.marks.get(number / STRIDE).ok_or_else(gone)?);
        for _ in 0..number % STRIDE {
            self.next(&mut records)?;
        }
        self.next(&mut records)?.ok_or_else(gone)
    }

    fn records(&self, from: Place) -> Records<'_> {
        Games::starting(NumberedLines::starting(self.text.reader(from.offset), from))
    }

    fn next(&self, records: &mut Records<'_>) -> io::Result<Option<RawGame>> {
        match self.kind {
            Kind::Games => records.next_game(),
            Kind::Positions | Kind::Polyglot => records.next_position(),
        }
    }
}

type Records<'b> = Games<BufReader<TextReader<'b>>>;
