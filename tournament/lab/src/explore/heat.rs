//! The worth of a piece on each square: it is put there, and the position is evaluated.

use engine_core::game::Game;
use report::serve::Refusal;
use serde::{Deserialize, Serialize};
use shakmaty::{
    Castles, CastlingMode, Chess, EnPassantMode, FromSetup, Piece, Position, PositionError, Setup,
    Square,
};

use super::{Explore, game_of};
use evaluators::AnyEvaluator;

/// A question for the worth of a piece.
#[derive(Debug, Deserialize)]
pub(super) struct HeatQuestion {
    position: String,
    evaluator: usize,
    /// Its square.
    square: String,
}

/// The worth of a piece, in the evaluator's centipawns from its owner's side.
#[derive(Debug, Serialize)]
pub(super) struct Heat {
    /// On its own square: its value over that of the position without it; `None` for a king, and where the position
    /// without it would be illegal.
    here: Option<f64>,
    /// On each square from a1 to h8: the change of the position's value; `None` where it cannot stand.
    squares: Vec<Option<f64>>,
}

impl Explore {
    pub(super) fn heat(&self, question: &HeatQuestion) -> Result<Heat, Refusal> {
        let game = game_of(&question.position)?;
        let evaluator = self.evaluator(question.evaluator)?.evaluator();
        let evaluator = &*evaluator.map_err(Refusal::invalid)?;
        let square: Square = question.square.parse().map_err(Refusal::invalid)?;
        let setup = game.position().to_setup(EnPassantMode::Legal);
        let Some(piece) = setup.board.piece_at(square) else {
            return Err(Refusal::invalid(format!("no piece stands on {square}")));
        };
        let value = |setup: Setup| -> Result<Option<i32>, Refusal> {
            let mode = CastlingMode::detect(&setup);
            // It may be illegal; only two bishops on squares of one colour do no harm.
            let position = Chess::from_setup(setup, mode)
                .or_else(PositionError::ignore_too_much_material)
                .or_else(PositionError::ignore_invalid_ep_square);
            let Ok(position) = position else {
                return Ok(None);
            };
            own_tenths(evaluator, &Game::new(position), piece).map(Some)
        };
        let now = value(moved(&setup, square, Some(square)))?;
        let now = now.ok_or_else(|| Refusal::invalid("the position is not legal"))?;
        let change = |tenths: i32| f64::from(tenths) / 10.0;
        let squares = Square::ALL.into_iter().map(|to| {
            if to != square && setup.board.piece_at(to).is_some() {
                return Ok(None);
            }
            let there = value(moved(&setup, square, Some(to)))?;
            Ok(there.map(|there| change(there - now)))
        });
        let squares = squares.collect::<Result<_, Refusal>>()?;
        let without = value(moved(&setup, square, None))?;
        Ok(Heat { here: without.map(|without| change(now - without)), squares })
    }
}

/// The value from the side of the piece's owner.
fn own_tenths(evaluator: &dyn AnyEvaluator, game: &Game, piece: Piece) -> Result<i32, Refusal> {
    let tenths = evaluator.tenths(game).map_err(Refusal::invalid)?;
    Ok(piece.color.fold_wb(tenths, -tenths))
}

/// The position with the man of a square on another one, or nowhere, and without the castling rights that it lacks then.
fn moved(setup: &Setup, from: Square, to: Option<Square>) -> Setup {
    let mut setup = setup.clone();
    let man = setup.board.remove_piece_at(from);
    if let (Some(man), Some(to)) = (man, to) {
        setup.board.set_piece_at(to, man);
    }
    if to != Some(from) {
        setup.ep_square = None;
    }
    let castles = Castles::from_setup(&setup, CastlingMode::Chess960);
    setup.castling_rights = castles.unwrap_or_else(|possible| possible).castling_rights();
    setup
}
