//! How level the openings of a book are, by a judge.
//!
//! What a book is and how it is read, counted and drawn from is the crate [`openings`].

mod error;
mod judge;
mod table;

pub use error::JudgeError;
pub use judge::{Judged, judge};
pub use table::table;
