//! Openings: reading them from files, and drawing those that are played.
//!
//! An opening is a start position and the moves played from it: some evaluators look at the history of a game.
//!
//! A [`Book`] has the places of its openings and reads each when it is needed, so it may be larger than
//! memory. Drawn openings are read strictly before the first game: one skipped silently would be believed
//! to have been played, so a bad one stops the run, with its file, its line or game, and the fault.
//! [`draw()`] draws distinct ones by a seed, [`check`] counts the contents of a book and names its lines.

mod book;
pub mod check;

mod decoding;
mod draw;
pub mod files;
mod lines;
pub mod moves;
mod opening;
pub mod pgn;
mod polyglot;

pub use book::{Book, ReadOptions, Source, open, pgn_gz};
pub use decoding::LimitedReader;
pub use draw::{DrawRequest, OpeningSequence, Order, draw};
pub use lines::NumberedLines;
pub use opening::{Fingerprint, Numbers, Opening, Variant};
pub use pgn::UnusableGame;
pub use pgn::played::{WholeGame, games_gz, games_of, moves_of};
pub use polyglot::{DEFAULT_PLIES as DEFAULT_POLYGLOT_PLIES, Polyglot};

use std::io;

/// What is wrong with a text, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub(crate) String);

/// The reason that no openings could be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum OpeningError {
    #[error("{file}: {source}; check openings.file (of `evalarena match`: --book), or set it to \"builtin\"")]
    Read { file: String, source: io::Error },
    #[error("{file}: there are no openings in it; name another file, or leave it out for the built-in book")]
    Empty { file: String },
    /// A single opening is invalid, and others of its file may be valid.
    #[error("{0}")]
    Invalid(String),
    #[error(
        "{needed} different openings are needed and there are only {found}{}{}; a pairing never \
         repeats an opening, so {}",
        from(*start), repeated(*duplicates), more(*found)
    )]
    TooFew { needed: usize, start: usize, found: usize, duplicates: usize },
    /// The file is none that can be used.
    #[error("{0}")]
    Unusable(String),
}

impl OpeningError {
    pub(crate) fn reading(file: &str) -> impl Fn(io::Error) -> Self {
        move |source| Self::Read { file: file.to_owned(), source }
    }
}

fn more(found: usize) -> String {
    match found {
        0 => "name a larger file, or begin earlier in it".to_owned(),
        found => format!(
            "set run.pairs to {found} at most (of `evalarena regress`: --max-pairs; of `evalarena match`: --games {}), or \
             name a larger file, or start it over with openings.wrap = true",
            2 * found
        ),
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
