//! Perft: the number of leaves of the tree of legal moves, the proof of a move generator.

use super::Generator;
use crate::position::Position;

/// The number of leaves of the tree of legal moves, `depth` plies deep.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = Generator::new(position, position.checkers()).all();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play(mv);
            perft(&after, depth - 1)
        })
        .sum()
}
