//! Plays tournaments.
//!
//! [`schedule`] pairs engines and openings, a pure function of the configuration, and [`drawn`] selects the openings;
//! [`game`], [`adjudicate`] and [`tablebase`] play one game, [`arena`] many at a time; [`store`] keeps them, the single source of
//! truth of a run; [`run`] combines all of it. A [`shard`] is a part of a run that is played elsewhere, and [`merge`]
//! merges the parts.

pub mod adjudicate;
pub mod arena;
pub mod drawn;
mod error;
pub mod game;
mod growth;
pub mod merge;
pub mod run;
#[cfg(any(test, feature = "testkit"))]
pub mod sample;
pub mod schedule;
pub mod shard;
pub mod store;
pub mod tablebase;
mod witness;

pub use error::RunError;
