//! Results from any PGN files, for ratings.
//!
//! Games are read as a stream, so that files may be of any size; moves are not played. A game that cannot be counted is
//! left out and reported with its line. Repeated games, with the same players, moves and result, are counted like
//! others, and reported.
//!
//! Two games of a file are a pair if the same two players have changed colours and the games are marked as belonging
//! together: the same Round up to the last dot and no other opening, or the same start position, wherever
//! in the file they stand; or openings of the same name if they follow each other. All other games are on their own.

mod collect;
mod file;
mod names;
mod pairing;

pub use collect::{Collected, Collector};
pub use file::{Told, read};
pub use names::{Merge, MergeError};
