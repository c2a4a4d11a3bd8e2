//! A game as far as it has gone: where it started and what has been played.

mod fen;

use shakmaty::fen::ParseFenError;
use shakmaty::uci::{IllegalUciMoveError, ParseUciMoveError, UciMove};
use shakmaty::{Chess, Move, Position};
use thiserror::Error;

pub use fen::{mirrored, position_from_fen};

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
    /// If the text is no move or the move is not legal.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
