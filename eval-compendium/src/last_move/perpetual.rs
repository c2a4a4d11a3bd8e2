//! Checks that break up a king's pawns.

use shakmaty::{Bitboard, Position, Role};

use super::step::Step;
use crate::board::king::zone_of;

/// Whether the move took a pawn on a square of the enemy king position and gives check.
pub(super) fn is_check_for_pawn(step: &Step<'_>) -> bool {
    if step.capture() != Some(Role::Pawn) || !step.gives_check() {
        return false;
    }
    let board = step.after().board();
    let Some(king) = board.king_of(!step.us()) else {
        return false;
    };
    // The pawn taken in passing stood beside the square of arrival.
    let taken = step.taken_on();
    zone_of(king, !step.us()).intersects(Bitboard::from_square(taken))
}
