//! Positions as FEN: those of chess, and those of Chess960 in X-FEN and Shredder FEN.

use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError,
    PositionErrorKinds, Setup,
};

use super::GameError;

/// The position that `fen` describes; the last two fields may be missing. Castling rights are those of
/// chess or of Chess960, as X-FEN (`KQkq`, or the file of an inner rook) or Shredder FEN (`HAha`) writes
/// them. An en passant square counts only behind a pawn that may just have made a double step: many
/// programs write it too freely.
///
/// # Errors
/// If it cannot be read or is not a legal position; so if a castling right lacks its king or its rook.
pub fn position_from_fen(fen: &str) -> Result<Chess, GameError> {
    let parsed: Fen =
        fen.parse().map_err(|source| GameError::Fen { fen: fen.to_owned(), source })?;
    let setup = parsed.into_setup();
    let impossible = impossible_rights(&setup);
    // King and rooks that may castle stand as in chess, or anywhere on their first rank.
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode).or_else(PositionError::ignore_invalid_ep_square).map_err(
        |error| GameError::Position {
            fen: fen.to_owned(),
            reason: describe(error.kinds(), impossible),
        },
    )
}

/// The squares of rooks that cannot castle although `setup` gives them the right.
fn impossible_rights(setup: &Setup) -> Bitboard {
    let castles = Castles::from_setup(setup, CastlingMode::Chess960);
    let possible = castles.unwrap_or_else(|possible| possible).castling_rights();
    setup.castling_rights & !possible
}

fn describe(kinds: PositionErrorKinds, impossible_rights: Bitboard) -> String {
    let texts = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side that is not to move is in check"),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "the check could never have been given"),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "a side has more men than a game can give it"),
    ];
    let mut found: Vec<String> = texts
        .into_iter()
        .filter(|(kind, _)| kinds.contains(*kind))
        .map(|(_, text)| text.to_owned())
        .collect();
    if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        let rooks: Vec<String> =
            impossible_rights.into_iter().map(|rook| rook.to_string()).collect();
        found.push(format!(
            "castling is impossible with {}: king and rook have to stand on their first rank, the rook on its \
             side of the king (`-` if no side may castle)",
            rooks.join(" and ")
        ));
    }
    found.join("; ")
}

/// The position with ranks and colours swapped.
///
/// # Panics
/// Never: the mirror of a legal position is legal.
pub fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.mirror();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode).expect("the mirror of a legal position")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::notation::fen_of;

    #[test]
    fn a_square_for_en_passant_that_cannot_be_does_not_count() {
        let game = Game::parse("4k2r/8/8/8/8/8/8/4K3 w k e3 0 1").unwrap();
        assert_eq!(fen_of(game.position()), "4k2r/8/8/8/8/8/8/4K3 w k - 0 1");
    }

    #[test]
    fn castling_rights_are_read_as_x_fen_and_shredder_fen_write_them() {
        let cases = [
            // The same position in both notations.
            ("r1k1r2q/8/8/8/8/8/8/R1K1R2Q w KQkq - 0 1", "KQkq"),
            ("r1k1r2q/8/8/8/8/8/8/R1K1R2Q w EAea - 0 1", "KQkq"),
            // The inner of two rooks, and the outer one.
            ("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "F"),
            ("4k3/8/8/8/8/8/8/4KR1R w H - 0 1", "K"),
            ("4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "K"),
            // Chess is written as ever.
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"),
        ];
        for (fen, rights) in cases {
            let game = Game::parse(fen).unwrap();
            let written = fen_of(game.position());
            assert_eq!(written.split(' ').nth(2), Some(rights), "{fen}");
            assert_eq!(position_from_fen(&written).unwrap(), *game.position());
            assert!(game.position().castles().any(), "{fen}");
            mirrored(game.position());
        }
    }

    #[test]
    fn castling_rights_that_cannot_be_are_refused() {
        for (fen, rook) in [
            ("4k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1", "a1 and h1 and a8"),
            ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "h1"),
            ("rk6/8/8/8/8/8/8/4K3 w d - 0 1", "d8"),
        ] {
            let error = Game::parse(fen).unwrap_err().to_string();
            let expected = format!("castling is impossible with {rook}: king and rook");
            assert!(error.contains(&expected), "{fen}: {error}");
        }
    }
}
