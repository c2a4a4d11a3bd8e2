//! A text as its openings, one at a time, each with its place.

use std::io::{self, BufRead};

use super::games::Games;
use super::lines::{Lines, Record, RecordStart};

/// What is in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// One position a line.
    Positions,
    /// Games.
    Pgn,
    /// Moves from the start position, one line of UCI moves each: what a Polyglot book becomes.
    Lines,
}

/// The openings of a text.
pub(super) enum Records<R> {
    Lines(Lines<R>),
    Games(Games<R>),
}

impl<R: BufRead> Records<R> {
    /// Those that `reader` has, which begins at `place`.
    pub(super) fn new(format: Format, reader: R, place: RecordStart) -> Self {
        let lines = Lines::new(reader, place);
        match format {
            Format::Positions | Format::Lines => Self::Lines(lines),
            Format::Pgn => Self::Games(Games::new(lines)),
        }
    }

    /// The next one.
    pub(super) fn next(&mut self) -> io::Result<Option<Record>> {
        match self {
            Self::Lines(lines) => lines.next_record(),
            Self::Games(games) => games.next(),
        }
    }
}
