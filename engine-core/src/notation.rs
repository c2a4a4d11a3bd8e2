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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn moves_and_positions_are_written_as_engines_read_them() {
        let game = Game::parse("fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let moves: Vec<String> = game.legal_moves().into_iter().map(uci_move).collect();
        assert!(moves.contains(&"e1g1".to_owned()) && moves.contains(&"a7a8n".to_owned()));
        let castling = Move::Castle { king: shakmaty::Square::E1, rook: shakmaty::Square::H1 };
        assert_eq!(
            (uci_move(castling), uci_move_960(castling)),
            ("e1g1".to_owned(), "e1h1".to_owned())
        );
        let elsewhere = Game::parse("4k3/8/8/8/8/8/8/4KR2 w F - 0 1").unwrap();
        let moves: Vec<String> = elsewhere.legal_moves().into_iter().map(uci_move).collect();
        assert!(moves.contains(&"e1f1".to_owned()));
        // Black has no pawn beside e4.
        let game = Game::parse("startpos moves e2e4").unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(fen_of(game.position()), fen);
    }
}
