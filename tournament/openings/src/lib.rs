//! Where chess games start: openings read from files, and the drawing of those that are played.
//!
//! An opening is a start position and the moves played from it. The moves are kept, not only the
//! position that they reach, because some evaluators look at the history of a game.
//!
//! A [`Book`] knows where its openings are and reads each when it is wanted, so it may be larger than
//! memory. What is drawn is read strictly before the first game: an opening that is skipped in silence
//! is one that somebody believes to have been played, so a bad one stops the run, with its file, its
//! line or game, and what is wrong with it. [`draw()`] draws different ones by a seed, [`check`] counts what
//! is in a book, [`eco`] names lines.
//!
//! Beside the books: [`epd`] has the lines of EPD files as they are written, [`games`] and [`results`] read
//! collections of whole games.
//!
//! ```
//! use std::fs;
//!
//! use openings::{DrawRequest, Order, draw, open};
//!
//! let file = tempfile::Builder::new().suffix(".pgn").tempfile()?;
//! fs::write(&file, "1. e4 e5 *\n\n1. d4 d5 *\n\n1. e3 e5 2. e4 *\n\n1. c4 *\n")?;
//! let drawn = draw(
//!     open(file.path(), None)?,
//!     &DrawRequest {
//!         needed: 2,
//!         order: Order::Sequential,
//!         seed: 1,
//!         start: 1,
//!         plies: None,
//!     },
//! )?;
//! assert_eq!(drawn.opening(1)?.uci_moves(), ["d2d4", "d7d5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
pub mod check;
mod draw;
pub mod eco;
pub mod epd;
mod error;
mod fingerprint;
mod games;
mod pgn;
mod polyglot;
mod positions;
mod random;
mod reader;
mod records;
pub mod results;
mod text;
mod whole;

use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

pub use book::Book;
pub use draw::{DrawRequest, Drawn, draw};
pub use error::{Fault, OpeningError};
pub use polyglot::{DEFAULT_PLIES as DEFAULT_POLYGLOT_PLIES, Polyglot};
pub use reader::{Source, open, pgn_gz};
pub use whole::{Unusable, WholeGame, games};

/// Which openings of a file are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Any, by the seed.
    Random,
    /// The first ones.
    Sequential,
}

/// A position from which a game begins, and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// What the file calls it; empty if it does not say.
    pub name: String,
    /// Its code in the Encyclopaedia of Chess Openings, if the file tells it; else empty.
    pub eco: String,
    /// The position before the moves.
    pub start: Chess,
    /// Legal moves from `start`; possibly none.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The start position of chess.
    #[must_use]
    pub fn start_position() -> Self {
        Self {
            name: String::new(),
            eco: String::new(),
            start: Chess::default(),
            moves: Vec::new(),
        }
    }

    /// The position after the moves, where the engines take over.
    #[must_use]
    pub fn position(&self) -> Chess {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.play_unchecked(mv);
        }
        position
    }

    /// The position before the moves as a FEN; `None` for the start position of chess.
    #[must_use]
    pub fn start_fen(&self) -> Option<String> {
        let start = self.start.to_setup(EnPassantMode::Legal);
        let standard = Chess::default().to_setup(EnPassantMode::Legal);
        (start != standard)
            .then(|| Fen::from_position(&self.start, EnPassantMode::Legal).to_string())
    }

    /// The moves as UCI writes them, castling as a king's move.
    #[must_use]
    pub fn uci_moves(&self) -> Vec<String> {
        let uci = |&mv| UciMove::from_move(mv, CastlingMode::Standard).to_string();
        self.moves.iter().map(uci).collect()
    }

    /// The opening, if a game can be played from it.
    fn unless_over(self) -> Result<Self, Fault> {
        match self.already_over() {
            Some(fault) => Err(fault),
            None => Ok(self),
        }
    }

    /// Why no game can be played from here, if none can.
    #[must_use]
    pub fn already_over(&self) -> Option<Fault> {
        let end = self.position();
        let reason = if end.is_checkmate() {
            "checkmate"
        } else if end.is_stalemate() {
            "stalemate"
        } else if end.is_insufficient_material() {
            "insufficient material"
        } else if end.halfmoves() >= 100 {
            "fifty moves without progress"
        } else if self.occurrences(&end) >= 3 {
            "a threefold repetition"
        } else {
            return None;
        };
        Some(Fault::Over(reason))
    }

    fn occurrences(&self, wanted: &Chess) -> usize {
        let mut position = self.start.clone();
        let mut count = usize::from(position == *wanted);
        for &mv in &self.moves {
            position.play_unchecked(mv);
            count += usize::from(position == *wanted);
        }
        count
    }
}
