//! Positions and moves as text.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, File, Move};

/// A move as UCI writes it: `e2e4`, `e7e8q`, castling as a king's move (`e1g1`), or as king takes rook
/// (`f1h1`) where king and rook do not stand as in chess.
pub fn uci_move(mv: Move) -> String {
    let mode = match mv {
        Move::Castle { king, rook } => {
            let is_corner = matches!(rook.file(), File::A | File::H);
            CastlingMode::from_standard(king.file() == File::E && is_corner)
        }
        _ => CastlingMode::Standard,
    };
    UciMove::from_move(mv, mode).to_string()
}

/// A move as UCI writes it while `UCI_Chess960` is on: castling is always king takes rook (`e1h1`).
pub fn uci_move_960(mv: Move) -> String {
    UciMove::from_move(mv, CastlingMode::Chess960).to_string()
}

/// The FEN of `position`, with the en passant square only where a capture there is legal, and castling
/// rights as X-FEN writes them: `KQkq` for the outermost rooks, the file of any other.
pub fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, shakmaty::EnPassantMode::Legal).to_string()
}
