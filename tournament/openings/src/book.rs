//! A book of openings, which need not fit into memory: the places of its openings are indexed, and each
//! is read when it is needed.
//!
//! The index has a mark at every sixteenth opening, so it takes a byte an opening: ten million
//! positions, half a gigabyte as a file, take ten megabytes. An opening is read from the mark before
//! it. Compressed files are unpacked first, into a temporary file if they are large.

use std::io::{self, BufRead};

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

use super::error::{Fault, OpeningError};
use super::lines::{Lines, Place};
use super::opening::Opening;
use super::text::Text;
use super::variant::Variant;
use super::{polyglot, positions};
use crate::chess960::{self, Numbers};
use crate::pgn::play::{GameFault, main_line};
use crate::pgn::{Games, RawGame};

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
    pub(super) fn new(
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
        book.index().map_err(|source| book.unreadable(source))?;
        match book.len {
            0 => Err(OpeningError::Empty { file: book.file }),
            _ => Ok(book),
        }
    }

    /// The start position of chess and nothing else.
    ///
    /// # Errors
    /// Never.
    pub fn start_position() -> Result<Self, OpeningError> {
        let file = "the start position";
        let fen = Fen::from_position(&Chess::default(), EnPassantMode::Legal).to_string();
        let text = Text::unpacked(fen.as_bytes())
            .map_err(|source| OpeningError::Read { file: file.to_owned(), source })?;
        Self::new(file, text, Format::Positions, None, Variant::Standard)
    }

    /// Start positions of Chess960, in the order of their numbers.
    ///
    /// # Errors
    /// Never.
    pub fn chess960(numbers: &Numbers) -> Result<Self, OpeningError> {
        let file = "the start positions of Chess960";
        let line = |number| {
            let fen = chess960::start_fen(number);
            format!("{fen}; id \"Chess960 {number}\";\n")
        };
        let lines: String = numbers.iter().map(line).collect();
        let text = Text::unpacked(lines.as_bytes())
            .map_err(|source| OpeningError::Read { file: file.to_owned(), source })?;
        Self::new(file, text, Format::Positions, None, Variant::Chess960)
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

    /// Its name in messages.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Repairs made while reading, one sentence each.
    #[must_use]
    pub fn repairs(&self) -> &[String] {
        &self.repairs
    }

    pub(super) fn also(&mut self, repair: String) {
        self.repairs.insert(0, repair);
    }

    /// The number of openings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a file without openings is refused.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The opening of this number, from 0.
    ///
    /// # Errors
    /// If it cannot be read, or is invalid.
    pub fn opening(&self, number: usize) -> Result<Opening, OpeningError> {
        self.read(number, Opening::unless_over)
    }

    /// The same as a whole game, which may be over after its moves.
    ///
    /// # Errors
    /// If it cannot be read, or is invalid.
    pub fn game(&self, number: usize) -> Result<Opening, OpeningError> {
        self.read(number, Ok)
    }

    fn read(
        &self,
        number: usize,
        check: impl Fn(Opening) -> Result<Opening, Fault>,
    ) -> Result<Opening, OpeningError> {
        let record = self.record(number).map_err(|source| self.unreadable(source))?;
        let (file, line) = (self.file.clone(), record.place().line);
        match &record {
            RawOpening::Line { text, .. } => {
                let parsed = match self.format {
                    Format::Lines => polyglot::parse_line(text),
                    _ => positions::parse_line(text, self.variant),
                };
                parsed.map_err(|fault| OpeningError::Line { file, line, fault })
            }
            RawOpening::Game(game) => {
                let played = main_line(game, self.plies, Some(self.variant));
                let opening = played.and_then(|line| {
                    check(line.opening).map_err(|fault| GameFault { line: game.line(), fault })
                });
                opening.map_err(|GameFault { line, fault }| OpeningError::Game {
                    file,
                    line,
                    game: number + 1,
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

    fn unreadable(&self, source: io::Error) -> OpeningError {
        let file = self.file.clone();
        OpeningError::Read { file, source }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Positions,
    Pgn,
    /// Moves from the start position, one line of UCI moves each: the lines of a Polyglot book.
    Lines,
}

enum RawOpening {
    Line { place: Place, text: String },
    Game(RawGame),
}

impl RawOpening {
    fn place(&self) -> Place {
        match self {
            Self::Line { place, .. } => *place,
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
            Self::Lines(lines) => lines
                .next_text()?
                .map(|line| RawOpening::Line { place: line.place, text: line.text }),
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
