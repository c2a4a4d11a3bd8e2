//! A position as FEN.

use engine_core::position::Position;
use shakmaty::Setup;
use shakmaty::fen::{Fen, LossyFenError};

/// The FEN of `position`, as [`engine_core::notation::fen_of`] writes it.
pub(crate) fn fen(position: &Position) -> String {
    let mut setup = Setup::empty();
    setup.board = position.board().clone();
    setup.turn = position.turn();
    setup.castling_rights = position.castles().rooks();
    setup.ep_square = position.legal_en_passant();
    setup.halfmoves = position.halfmoves();
    setup.fullmoves = position.fullmoves().try_into().unwrap_or(setup.fullmoves);
    let fen = Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore);
    fen.to_string()
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;
    use engine_core::notation::fen_of;
    use engine_core::random::RandomGames;

    use super::*;

    #[test]
    fn a_fen_is_that_of_the_notation() {
        let mut random = RandomGames::new(3);
        let starts = [
            "startpos",
            "1r3k1r/p6p/8/8/8/8/P6P/1R3K1R w HBhb - 0 1",
            "4k3/8/8/8/2pP4/8/8/4K2R b K d3 0 1",
        ];
        for start in starts.iter().cycle().take(60) {
            let mut game = Game::parse(start).unwrap();
            while let Some(mv) = random.pick(&game) {
                let position = Position::from(game.position());
                assert_eq!(fen(&position), fen_of(game.position()));
                game.play(mv);
            }
        }
    }
}
