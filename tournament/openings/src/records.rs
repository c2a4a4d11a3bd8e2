//! A text as its openings, one at a time, each with its place.

use std::io::{self, BufRead};

use super::lines::{Lines, Place};
use super::pgn::{Games, RawGame};

/// The content of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// One position a line.
    Positions,
    /// Games.
    Pgn,
    /// Moves from the start position, one line of UCI moves each: the lines of a Polyglot book.
    Lines,
}

/// An opening as it is written.
pub(super) enum RawOpening {
    Line { place: Place, text: String },
    Game(RawGame),
}

impl RawOpening {
    /// The offset of its first byte.
    pub(super) fn place(&self) -> Place {
        match self {
            Self::Line { place, .. } => *place,
            Self::Game(game) => game.place,
        }
    }
}

/// The openings of a text.
pub(super) enum Records<R> {
    Lines(Lines<R>),
    Games(Games<R>),
}

impl<R: BufRead> Records<R> {
    /// Those that `reader` has, which begins at `place`.
    pub(super) fn new(format: Format, reader: R, place: Place) -> Self {
        let lines = Lines::new(reader, place);
        match format {
            Format::Positions | Format::Lines => Self::Lines(lines),
            Format::Pgn => Self::Games(Games::starting(lines)),
        }
    }

    /// The next one.
    pub(super) fn next(&mut self) -> io::Result<Option<RawOpening>> {
        Ok(match self {
            Self::Lines(lines) => lines
                .next_text()?
                .map(|line| RawOpening::Line { place: line.place, text: line.text }),
            Self::Games(games) => games.next_game()?.map(RawOpening::Game),
        })
    }

    /// Repairs so far, one sentence each.
    pub(super) fn repairs(&self) -> Vec<String> {
        match self {
            Self::Lines(lines) => lines.foreign().into_iter().collect(),
            Self::Games(games) => games.repairs().messages(),
        }
    }
}
