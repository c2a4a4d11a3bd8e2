//! The book of blunders: positions in which an engine went wrong, tried again with every version.
//!
//! A [`Book`] is plain EPD. Its lines come from people ([`ply`] reads them from games), or from
//! the games of a run: [`find`] has suspects, and a [`judge`] decides which of them are blunders.
//! [`book_run`] compares the results of engines on the book now with those of earlier runs, which
//! [`history`] keeps beside it.

mod book;
pub mod book_run;
mod error;
pub mod find;
pub mod history;
pub mod judge;
pub mod ply;

pub use book::{Added, Blunder, Book, key};
pub use error::BlunderError;
