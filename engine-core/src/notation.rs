//! Moves as text.

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move};

/// A move as UCI writes it: `e2e4`, `e7e8q`, castling as a king's move (`e1g1`).
#[must_use]
pub fn uci_move(mv: Move) -> String {
    UciMove::from_move(mv, CastlingMode::Standard).to_string()
}
