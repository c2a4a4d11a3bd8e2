//! Plays tournaments.
//!
//! [`schedule`] says who plays whom from which opening, a pure function of the configuration, and [`drawn`] which openings
//! these are; [`game`] and [`adjudicate`] play one game, [`arena`] many at a time; [`store`] is where they are kept, the
//! run's one truth; [`run`] is all of it together. A [`shard`] is a part of a run that is played elsewhere, and [`merge`]
//! joins the parts.

pub mod adjudicate;
pub mod arena;
pub mod drawn;
pub mod game;
pub mod merge;
pub mod pauses;
pub mod run;
#[cfg(any(test, feature = "testkit"))]
pub mod sample;
pub mod schedule;
pub mod shard;
pub mod steal;
pub mod store;
