//! Books of openings that searches make and judge.
//!
//! What a book is and how it is read, counted and drawn from is the crate [`openings`]; here are players
//! that look for new ones, and a judge that says how level those of a book are.

mod error;
pub mod generate;
mod judge;
mod parallel;
mod table;

pub use error::GenerateError;
pub use judge::{Judged, Judgement, judge};
pub use table::table;
