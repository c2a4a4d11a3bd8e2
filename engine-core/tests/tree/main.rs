//! Tests of the game tree: moves, keys and the search.

#![allow(clippy::unwrap_used)]

mod choice;
mod keys;
mod move_history;
mod perft;
mod search;
mod threads;
mod toy;
