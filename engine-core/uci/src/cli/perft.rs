//! `perft`: the number of leaves of the tree of legal moves, the proof of a move generator.

use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::perft::divide;
use crate::print::speed;
use engine_core::game::Game;
use engine_core::notation::uci_move;
use engine_core::text::printable;

/// Counts below each move of `position` (the start position if it is empty) and in all; returns
/// whether the position could be read.
pub(super) fn run(depth: u32, position: &str) -> bool {
    let text = if position.is_empty() { "startpos" } else { position };
    let game = match Game::parse(text) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("error: {}", printable(&error.to_string()));
            return false;
        }
    };
    let mut out = stdout().lock();
    let started = Instant::now();
    let never = AtomicBool::new(false);
    let total = divide(&game, depth, &never, |mv, leaves| {
        writeln!(out, "{}: {leaves}", uci_move(mv)).ok();
    });
    let (time, total) = (started.elapsed(), total.unwrap_or(0));
    writeln!(out, "\n{total} leaves, {} a second", speed(total, time)).ok();
    true
}
