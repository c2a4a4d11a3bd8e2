//! A game as far as it has gone: where it started and what has been played; and positions as FEN, those of chess and those
//! of Chess960 in X-FEN and Shredder FEN.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::uci::{IllegalUciMoveError, ParseUciMoveError, UciMove};
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position,
    PositionError, PositionErrorKinds, Setup,
};
use thiserror::Error;

use crate::movegen::Generator;
use crate::notation::fen_of;

/// A starting position and the moves played from it.
///
/// Evaluators read from it what the board alone does not show: who has castled, what has moved.
#[derive(Clone, Debug, Default)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    position: Chess,
}

/// The reason that a text is not a position with its moves. Every message names the place and the remedy.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum GameError {
    /// Nothing was given.
    #[error("no position given; write a FEN, or `startpos [moves ...]`, or `fen FEN [moves ...]`")]
    Empty,
    /// The FEN cannot be read.
    #[error("cannot read the FEN \"{fen}\": {source}")]
    Fen { fen: String, source: ParseFenError },
    /// The FEN describes no legal position.
    #[error("the FEN \"{fen}\" is not a legal position: {reason}")]
    Position { fen: String, reason: String },
    /// A move is not written in UCI.
    #[error("move {number} (\"{text}\") is not a move in UCI notation such as e2e4 or e7e8q")]
    MoveSyntax { number: usize, text: String, source: ParseUciMoveError },
    /// A move cannot be played.
    #[error("move {number} ({text}) is not legal in \"{fen}\"")]
    IllegalMove { number: usize, text: String, fen: String, source: IllegalUciMoveError },
}

impl Game {
    /// A game that starts from `start`.
    pub fn new(start: Chess) -> Game {
        Game { position: start.clone(), start, moves: Vec::new() }
    }

    /// Reads `startpos [moves ...]`, `fen FEN [moves ...]` or a bare FEN of four to six fields,
    /// with moves in UCI notation.
    ///
    /// # Errors
    /// If the FEN cannot be read or is not a legal position, or if a move cannot be played; the
    /// error gives the word and the reason.
    pub fn parse(text: &str) -> Result<Game, GameError> {
        let mut words = text.split_whitespace().peekable();
        let mut game = match words.peek() {
            None => return Err(GameError::Empty),
            Some(&"startpos") => {
                words.next();
                Game::default()
            }
            Some(&first) => {
                if first == "fen" {
                    words.next();
                }
                let mut fields = Vec::new();
                while let Some(field) = words.next_if(|&word| word != "moves") {
                    fields.push(field);
                }
                Game::new(position_from_fen(&fields.join(" "))?)
            }
        };
        if let Some(word) = words.next_if(|&word| word != "moves") {
            return Err(GameError::MoveSyntax {
                number: 1,
                text: word.to_owned(),
                source: ParseUciMoveError,
            });
        }
        for text in words.skip(1) {
            game.play_uci(text)?;
        }
        Ok(game)
    }

    /// Plays a move given in UCI notation (castling as king moves or as king takes rook).
    ///
    /// # Errors
    /// If the text is not a move or the move is not legal.
    pub fn play_uci(&mut self, text: &str) -> Result<(), GameError> {
        let number = self.moves.len() + 1;
        let uci: UciMove = text.parse().map_err(|source| GameError::MoveSyntax {
            number,
            text: text.to_owned(),
            source,
        })?;
        let mv = uci.to_move(&self.position).map_err(|source| GameError::IllegalMove {
            number,
            text: text.to_owned(),
            fen: fen_of(&self.position),
            source,
        })?;
        self.play(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.moves.push(mv);
    }

    /// The start position of the game.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The moves played since the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The legal moves now.
    pub fn legal_moves(&self) -> crate::movegen::Moves {
        let position = crate::position::Position::from(&self.position);
        Generator::new(&position, position.checkers()).all()
    }
}

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
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "a side has more pieces than a game can give it"),
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
pub fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.mirror();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode).expect("the mirror of a legal position")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen_of;

    #[test]
    fn reads_all_three_forms() {
        let bare = Game::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let fen = Game::parse("fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1g1").unwrap();
        let start = Game::parse("startpos moves e2e4 e7e5").unwrap();
        assert_eq!(bare.moves().len(), 0);
        assert_eq!(fen_of(fen.position()), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
        assert_eq!(start.moves().len(), 2);
    }

    #[test]
    fn castling_is_read_as_king_takes_rook_and_as_a_move_of_the_king() {
        let start = "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves";
        for (mv, after) in
            [("e1h1", "R4RK1"), ("e1g1", "R4RK1"), ("e1a1", "2KR3R"), ("e1c1", "2KR3R")]
        {
            let game = Game::parse(&format!("{start} {mv}")).unwrap();
            assert!(fen_of(game.position()).contains(after), "{mv}");
        }
        // Elsewhere only the former is castling.
        let start = "fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves";
        for (mv, after) in [("f1h1", "5RK1"), ("f1g1", "6KR")] {
            let game = Game::parse(&format!("{start} {mv}")).unwrap();
            assert!(fen_of(game.position()).contains(after), "{mv}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
            ("", "no position given"),
            ("startpos moves e2e5", "move 1 (e2e5) is not legal"),
            ("startpos moves e2e4 xyzzy", "move 2 (\"xyzzy\")"),
            ("startpos e2e4", "move 1 (\"e2e4\")"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "cannot read the FEN"),
        ];
        for (text, expected) in cases {
            let error = Game::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

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
