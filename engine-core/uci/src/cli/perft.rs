//! `perft`: the number of leaves of the tree of legal moves, the proof of a move generator.

use std::io::{Write, stdout};
use std::time::Instant;

use crate::print::speed;
use engine_core::game::Game;
use engine_core::movegen::perft;
use engine_core::notation::uci_move;
use engine_core::position::Position;
use engine_core::text::printable;

/// Counts below each move of `position` (the start position if it is empty) and in all; says
/// whether the position could be read.
pub(super) fn run(depth: u32, position: &str) -> bool {
    let text = if position.is_empty() {
        "startpos"
    } else {
        position
    };
    let game = match Game::parse(text) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("error: {}", printable(&error.to_string()));
            return false;
        }
    };
    let mut out = stdout().lock();
    let started = Instant::now();
    let mut total = u64::from(depth == 0);
    if depth > 0 {
        for mv in game.legal_moves() {
            let mut after = Position::from(game.position());
            after.play(mv);
            let leaves = perft(&after, depth - 1);
            total += leaves;
            writeln!(out, "{}: {leaves}", uci_move(mv)).ok();
        }
    }
    let time = started.elapsed();
    writeln!(out, "\n{total} leaves, {} a second", speed(total, time)).ok();
    true
}
