//! Positions and moves as text.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move};

/// A move as UCI writes it: `e2e4`, `e7e8q`, castling as a king's move (`e1g1`).
#[must_use]
pub fn uci_move(mv: Move) -> String {
    UciMove::from_move(mv, CastlingMode::Standard).to_string()
}

/// The FEN of `position`, with the en passant square only where a capture there is legal.
pub fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, shakmaty::EnPassantMode::Legal).to_string()
}
