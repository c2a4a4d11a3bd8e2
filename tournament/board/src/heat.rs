//! The worth of a piece on each square: it is put there, and the position is evaluated.

use engine_core::game::Game;
use serde::Deserialize;
use serde_json::{Value, json};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup, Square,
};

use crate::position::drop_impossible_rights;
use crate::{Board, Refusal, game_of};

#[derive(Debug, Deserialize)]
pub(crate) struct HeatQuestion {
    position: String,
    evaluator: usize,
    /// The square of the piece.
    square: String,
}

impl Board {
    /// In the evaluator's centipawns from the owner's side: `here`, the value over that of the position without the
    /// piece, and `squares`, the change of the value on each square from a1 to h8; `null` where there is no value.
    pub(crate) fn heat(&self, question: &HeatQuestion) -> Result<Value, Refusal> {
        let game = game_of(&question.position)?;
        let evaluator = (self.evaluator(question.evaluator)?.source)()?;
        let square: Square = question.square.parse()?;
        let setup = game.position().to_setup(EnPassantMode::Legal);
        let Some(piece) = setup.board.piece_at(square) else {
            return Err(Refusal::Invalid(format!("no piece stands on {square}")));
        };
        let tenths = |to: Option<Square>| -> Result<Option<i32>, Refusal> {
            let setup = moved(&setup, square, to);
            let mode = CastlingMode::detect(&setup);
            // It may be illegal; only two bishops on squares of one colour do no harm.
            let position = Chess::from_setup(setup, mode)
                .or_else(PositionError::ignore_too_much_material)
                .or_else(PositionError::ignore_invalid_ep_square);
            let Ok(position) = position else {
                return Ok(None);
            };
            let tenths = evaluator.tenths(&Game::new(position))?;
            Ok(Some(piece.color.fold_wb(tenths, -tenths)))
        };
        let now = tenths(Some(square))?;
        let now = now.ok_or_else(|| Refusal::invalid("the position is not legal"))?;
        let squares = Square::ALL.into_iter().map(|to| {
            let is_free = to == square || setup.board.piece_at(to).is_none();
            let there = if is_free { tenths(Some(to))? } else { None };
            Ok(there.map(|there| f64::from(there - now) / 10.0))
        });
        let squares = squares.collect::<Result<Vec<_>, Refusal>>()?;
        let here = tenths(None)?.map(|without| f64::from(now - without) / 10.0);
        Ok(json!({ "here": here, "squares": squares }))
    }
}

/// The position with the piece of a square on another one, or nowhere, and without the castling rights that it lacks then.
fn moved(setup: &Setup, from: Square, to: Option<Square>) -> Setup {
    let mut setup = setup.clone();
    let piece = setup.board.remove_piece_at(from);
    if let (Some(piece), Some(to)) = (piece, to) {
        setup.board.set_piece_at(to, piece);
    }
    if to != Some(from) {
        setup.ep_square = None;
    }
    drop_impossible_rights(&mut setup);
    setup
}
