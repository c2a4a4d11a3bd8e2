//! Games of PGN files: the only reader, for books, ratings and positions.
//!
//! [`Games`] splits a text into games, [`Tags`] has what a game says of itself, `words` takes its moves apart,
//! `play` plays them, and `result` says who scored what. There are libraries for this, made for databases: what
//! they do not understand they pass over, and of `g1f3` they read `f3`. Here everything that is not passed over on
//! purpose is read or is a fault with its line, and what was repaired is told ([`Repairs`]).

mod comments;
mod games;
pub(crate) mod play;
mod repairs;
mod result;
mod tags;
mod words;

pub use comments::{GivenScore, GivenValue};
pub use games::{Games, RawGame};
pub use repairs::Repairs;
pub(crate) use result::half_points;
pub use result::{Faulty, PgnOpening, PgnResult, Results};
pub use tags::Tags;
