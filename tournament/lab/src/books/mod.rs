//! The balance of the openings of a book, by a judge.
//!
//! Reading books, counting and drawing from them is in the crate [`openings`].

mod error;
mod judge;
mod table;

pub use error::JudgeError;
pub use judge::{Judged, judge};
pub use table::table;
