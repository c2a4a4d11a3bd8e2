//! Results from anybody's PGN files, for ratings.
//!
//! Only tags and results are read, as a stream, so that files may be of any size; the moves are
//! not looked at. A game that cannot be counted is left out and reported with its line.
//!
//! Two games that follow each other are a pair if the same two players have changed colours and
//! the games say that they belong together: the same Round up to the last dot, or the same start
//! position or opening. All other games are on their own.

mod collect;
mod file;

pub use collect::{Collected, Collector, Names};
pub use file::{PgnFileError, read};
