//! Tests of the game tree: moves, keys and the search.

#![allow(clippy::unwrap_used)]

mod choice;
mod fond;
mod keys;
mod move_history;
mod perft;
mod position;
mod pruning;
mod search;
mod threads;
mod toy;
