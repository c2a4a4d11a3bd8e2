//! Games of PGN files: the only reader, for books, ratings and positions.
//!
//! [`Games`] splits a text into games, [`Tags`] has a game's tags, `words` splits its movetext,
//! `play` plays the moves, and `result` reads the result. There are libraries for this, made for databases: they
//! skip whatever they do not understand, and read `f3` from `g1f3`. Here everything that is not skipped on
//! purpose is read or is a fault with its line, and repairs are reported ([`Repairs`]).

mod comments;
mod games;
pub(crate) mod play;
mod result;
mod tags;
mod words;

pub use comments::{GivenScore, GivenValue};
pub use games::{Games, RawGame, Repairs};
pub(crate) use result::half_points;
pub use result::{PgnOpening, PgnResult, Results, UnusableGame};
pub use tags::Tags;
