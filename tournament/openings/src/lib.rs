//! Openings: reading them from files, and drawing those that are played.
//!
//! An opening is a start position and the moves played from it. The moves are kept, not only the
//! position that they reach, because some evaluators look at the history of a game.
//!
//! A [`Book`] has the places of its openings and reads each when it is needed, so it may be larger than
//! memory. Drawn openings are read strictly before the first game: one skipped silently would be believed
//! to have been played, so a bad one stops the run, with its file, its line or game, and the fault.
//! [`draw()`] draws distinct ones by a seed, [`check`] counts the contents of a book and names its lines.
//!
//! Beside the books: [`files`] unpacks and decodes files of any kind, [`epd`] has the lines of EPD files as they are
//! written, [`pgn`] is the only reader of games, by which [`games_of`] reads collections of whole ones, and [`moves`]
//! reads a move as people write it.

mod book;
pub mod check;

/// The start positions of Chess960 by their numbers.
pub mod chess960 {
    pub use crate::opening::{Numbers, NumbersError};
}

mod draw;
mod encoding;
pub mod epd;
pub mod files;
mod lines;
pub mod moves;
mod opening;
pub mod pgn;
mod polyglot;
mod unpack;

pub use book::{Book, ReadOptions, Source, open, pgn_gz};
pub use draw::{DrawRequest, OpeningSequence, Order, draw};
pub use encoding::{TextEncoding, UnknownEncoding};
pub use lines::NumberedLines;
pub use opening::{Fingerprint, Opening, Variant};
pub use pgn::UnusableGame;
pub use pgn::result::{GameEvent, WholeGame, games_gz, games_of, moves_of};
pub use polyglot::{DEFAULT_PLIES as DEFAULT_POLYGLOT_PLIES, Polyglot};
pub use unpack::LimitedReader;

use std::io;

use epd::EpdFault;
use files::FileError;
use shakmaty::fen::ParseFenError;

pub(crate) const ENDINGS: &str =
    ".epd, .fen, .txt, .pgn or .bin, each also with .gz or .zst after it, or in .zip";

/// The reason that no openings could be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum OpeningError {
    #[error("{file}: {source}; check openings.file, or set it to \"builtin\"")]
    Read { file: String, source: io::Error },
    #[error("{file}: a file of openings ends in {ENDINGS}")]
    UnknownEnding { file: String },
    #[error(transparent)]
    File(FileError),
    #[error(
        "{file}: there are no games in it; name a file of games, .pgn, .pgn.gz, .pgn.zst or .zip"
    )]
    NoGames { file: String },
    #[error(
        "{file}: there are no openings in it; name another file, or set openings.file = \"builtin\""
    )]
    Empty { file: String },
    #[error(
        "{file}:{line}: {fault}; correct the line or remove it, or pass over bad ones (--skip-bad, openings.skip_bad)"
    )]
    Line { file: String, line: usize, fault: Fault },
    #[error(
        "{file}:{line}: game {game}: {fault}; correct the game or remove it, or pass over bad ones (--skip-bad, openings.skip_bad)"
    )]
    Game { file: String, line: usize, game: usize, fault: Fault },
    #[error("{file}: {reason}; this is not a Polyglot book that can be used, name another file")]
    Polyglot { file: String, reason: String },
    #[error(
        "{file}: a Polyglot book begins where chess does; for Chess960 name positions or games, or none for its start positions"
    )]
    PolyglotChess960 { file: String },
    #[error(
        "{needed} different openings are needed and there are only {found}{}{}; a pairing never \
         repeats an opening, so {}",
        from(*start), repeated(*duplicates), more(*found)
    )]
    TooFew { needed: usize, start: usize, found: usize, duplicates: usize },
}

impl OpeningError {
    /// The error of a file of this name that cannot be read.
    pub(crate) fn reading(file: &str) -> impl Fn(io::Error) -> Self {
        move |source| Self::Read { file: file.to_owned(), source }
    }

    /// True if a single opening is invalid and others of its file may be valid.
    pub(crate) fn is_of_one_opening(&self) -> bool {
        matches!(self, Self::Line { .. } | Self::Game { .. })
    }
}

impl From<FileError> for OpeningError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Read { file, source } => Self::Read { file, source },
            FileError::Ending { file, .. } => Self::UnknownEnding { file },
            FileError::NoMember { .. } => Self::File(error),
        }
    }
}

fn more(found: usize) -> String {
    match found {
        0 => "name a larger file, or begin earlier in it".to_owned(),
        found => format!("set run.pairs to {found} at most, or name a larger file"),
    }
}

fn from(start: usize) -> String {
    match start {
        0 | 1 => String::new(),
        start => format!(" from number {start} on"),
    }
}

fn repeated(duplicates: usize) -> String {
    match duplicates {
        0 => String::new(),
        1 => " (1 more repeats one of them)".to_owned(),
        more => format!(" ({more} more repeat one of them)"),
    }
}

/// An error in a single opening.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum Fault {
    #[error(transparent)]
    Epd(#[from] EpdFault),
    #[error("{0}")]
    Fen(#[from] ParseFenError),
    #[error("{0}")]
    Position(String),
    #[error(
        "king or rook castle from elsewhere than in chess; openings.variant = \"chess960\" plays such positions"
    )]
    Chess960,
    #[error("the game is already over by {0}")]
    Over(&'static str),
    #[error(
        "it is a game of {0:?}, and only chess and Chess960 can be played, each in a run of its own (openings.variant)"
    )]
    Variant(String),
    #[error("it has no moves and no result")]
    NoMovetext,
    #[error("{0:?} is not a move")]
    NotAMove(String),
    #[error("after {plies} half-moves {san} is {reason}")]
    Move { plies: usize, san: String, reason: String },
    #[error("after {plies} half-moves there is a null move, {text}, which engines cannot play")]
    NullMove { plies: usize, text: String },
    #[error("moves follow after its result")]
    AfterResult,
    #[error("a variation that begins here is not closed")]
    OpenVariation,
    #[error("{0} is not a tag; write [Name \"value\"]")]
    Tag(String),
}
