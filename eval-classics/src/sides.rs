//! The material and the legal moves of either side.

use engine_core::encoded_move::EncodedMove;
use engine_core::movegen::Generator;
use engine_core::position::Position;
use shakmaty::{Bitboard, Board, ByRole, Color, Role};

/// A value for each kind of piece.
pub(crate) type Values = ByRole<i32>;

/// The number of pieces of a kind.
#[inline]
pub(crate) fn count(board: &Board, color: Color, role: Role) -> i32 {
    (board.by_role(role) & board.by_color(color)).count() as i32
}

/// The sum of the values of a side's pieces.
#[inline]
pub(crate) fn material(board: &Board, color: Color, values: &Values) -> i32 {
    let value = |role| count(board, color, role) * values.get(role);
    Role::ALL.into_iter().map(value).sum()
}

/// A position as one side sees it that has the move, or would have it.
pub(crate) struct Turn {
    position: Position,
    checkers: Bitboard,
}

impl Turn {
    /// `color` has the move in `position`, whose side to move is in check from `checkers`. The side that is not to
    /// move loses a capture en passant with its turn.
    #[inline]
    pub(crate) fn of(position: &Position, checkers: Bitboard, color: Color) -> Turn {
        if color == position.turn() {
            let position = position.clone();
            Turn { position, checkers }
        } else {
            // A side that is not to move is not in check.
            Turn { position: position.passed(), checkers: Bitboard::EMPTY }
        }
    }

    /// The position, with the side to move.
    #[inline]
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Each legal move. A king in check from the side that is given the move is never captured.
    #[inline]
    pub(crate) fn each(&self, mut push: impl FnMut(EncodedMove)) {
        let generator = Generator::new(&self.position, self.checkers);
        generator.noisy(|mv| {
            if mv.captured() != Some(Role::King) {
                push(mv);
            }
        });
        generator.quiet(push);
    }
}
