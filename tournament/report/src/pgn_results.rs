//! Results from any PGN files, for ratings.
//!
//! Games are read as a stream, so that files may be of any size; moves are not played. A game that cannot be counted is
//! left out and reported with its line. Repeated games, with the same players, moves and result, are counted like
//! others, and reported.
//!
//! Two games of a file are a pair if they have the same players with colours reversed and are marked as a pair: by the
//! same Round up to the last dot and not two different openings, or by the same start position, anywhere in the file;
//! or by openings of the same name if they are consecutive. All other games are single.

mod collect;
mod file;
mod names;
mod pairing;

pub use collect::{Collected, Collector};
pub use file::{PgnItem, read};
pub use names::{Merge, MergeError};
