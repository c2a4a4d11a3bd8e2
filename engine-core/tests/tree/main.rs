//! Tests of the game tree: moves, keys and the search.

#![allow(clippy::unwrap_used)]

mod chess960;
mod choice;
mod endings;
mod fond;
mod keys;
mod lines;
mod mates;
mod move_history;
mod perft;
mod position;
mod pruning;
mod search;
mod tablebase;
mod threads;
mod toy;
