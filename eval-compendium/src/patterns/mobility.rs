//! Mobility of pieces and pawns.

use shakmaty::Bitboard;

use crate::board::bits::{count, down, left, rank, right, up};
use crate::view::View;

/// The number of empty squares that the pieces attack, counted for each piece.
pub(crate) fn piece_mobility(view: &View<'_>) -> i32 {
    let free = view.own.each.iter().map(|piece| count(piece.attacks & view.empty));
    free.sum()
}

/// Steps and captures of the pawns, whichever side is to move; a promotion is one move.
pub(crate) fn pawn_mobility(view: &View<'_>) -> i32 {
    let pawns = view.own.pawns;
    let single = up(pawns) & view.empty;
    let double = up(single & rank(3)) & view.empty;
    let targets = view.enemy.units | view.own.en_passant;
    let captures = count(up(left(pawns)) & targets) + count(up(right(pawns)) & targets);
    count(single) + count(double) + captures
}

/// The squares that enemy pawns can step to, one square or two.
#[inline]
pub(crate) fn enemy_pushes(view: &View<'_>) -> Bitboard {
    let single = down(view.enemy.pawns) & view.empty;
    single | down(single & rank(6)) & view.empty
}
