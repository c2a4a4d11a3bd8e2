//! Tests of the game tree: moves, keys and the search.

#![allow(clippy::unwrap_used)]

mod choice;
mod facts;
mod keys;
mod perft;
mod search;
mod threads;
mod toy;
