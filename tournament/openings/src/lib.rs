//! Openings: reading them from files, and drawing those that are played.
//!
//! An opening is a start position and the moves played from it. The moves are kept, not only the
//! position that they reach, because some evaluators look at the history of a game.
//!
//! A [`Book`] has the places of its openings and reads each when it is needed, so it may be larger than
//! memory. Drawn openings are read strictly before the first game: one skipped silently would be believed
//! to have been played, so a bad one stops the run, with its file, its line or game, and the fault.
//! [`draw()`] draws distinct ones by a seed, [`check`] counts the contents of a book, [`eco`] names lines.
//!
//! Beside the books: [`files`] unpacks and decodes files of any kind, [`epd`] has the lines of EPD files as they are
//! written, [`pgn`] is the only reader of games, by which [`games_of`] reads collections of whole ones, and [`moves`]
//! reads a move as people write it.
//!
//! ```
//! use std::fs;
//!
//! use openings::{DrawRequest, Order, ReadOptions, draw, open};
//!
//! let file = tempfile::Builder::new().suffix(".pgn").tempfile()?;
//! fs::write(&file, "1. e4 e5 *\n\n1. d4 d5 *\n\n1. e3 e5 2. e4 *\n\n1. c4 *\n")?;
//! let drawn = draw(
//!     &open(file.path(), &ReadOptions::default())?,
//!     &DrawRequest {
//!         needed: 2,
//!         order: Order::Sequential,
//!         seed: 1,
//!         start: 1,
//!         plies: None,
//!         skip_bad: false,
//!         wrap: false,
//!     },
//! )?;
//! assert_eq!(drawn.opening(1)?.uci_moves(), ["d2d4", "d7d5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
pub mod check;
pub mod chess960;
mod draw;
pub mod eco;
mod encoding;
pub mod epd;
mod error;
pub mod files;
mod lines;
pub mod moves;
mod opening;
pub mod pgn;
mod polyglot;
mod positions;
mod reader;
mod text;
mod variant;
mod whole;

pub use book::Book;
pub use draw::{DrawRequest, OpeningSequence, Order, draw};
pub use encoding::{TextEncoding, UnknownEncoding};
pub use error::{Fault, OpeningError};
pub use lines::NumberedLines;
pub use opening::{Fingerprint, Opening};
pub use pgn::UnusableGame;
pub use polyglot::{DEFAULT_PLIES as DEFAULT_POLYGLOT_PLIES, Polyglot};
pub use reader::{ReadOptions, Source, open, pgn_gz};
pub use variant::Variant;
pub use whole::{GameEvent, WholeGame, games_gz, games_of, moves_of};
