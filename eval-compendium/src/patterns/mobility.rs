//! Mobility and the coordination of pieces.

use crate::board::bits::{count, left, rank, right, up};
use crate::view::View;

pub(crate) fn piece_mobility(view: &View<'_>, [square]: [i32; 1]) -> i32 {
    let free = view
        .own
        .each
        .iter()
        .map(|piece| count(piece.attacks & view.empty));
    square * free.sum::<i32>()
}

/// Steps and captures, whoever is to move; a promotion is one move.
pub(crate) fn pawn_mobility(view: &View<'_>, [step]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    let single = up(pawns) & view.empty;
    let double = up(single & rank(3)) & view.empty;
    let targets = view.enemy.units | view.own.en_passant;
    let captures = count(up(left(pawns)) & targets) + count(up(right(pawns)) & targets);
    step * (count(single) + count(double) + captures)
}
