//! A queen that comes in along a diagonal, with a bishop behind it.

use shakmaty::Bitboard;
use shakmaty::attacks::{between, ray};

use super::checks::enemy_steps;
use crate::context::side::Piece;
use crate::rules::{View, once};

/// A queen before a bishop that breaks in next to the enemy king earns 500, once.
pub(super) fn bonus(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(penetrates(view))
}

/// Whether a queen, with a bishop behind it on a diagonal and nothing between the two, looks along
/// that diagonal at a square next to the enemy king that the shelter cannot keep.
///
/// The diagonal is followed from the bishop through the queen, up the board or down it.
pub(in crate::rules) fn penetrates(view: &View<'_>) -> bool {
    let own = &view.own;
    let queens = own.queens & own.by_bishops & !view.enemy.by_pawns;
    if queens.is_empty() {
        return false;
    }
    let mut pieces = own.each.iter();
    pieces.any(|queen| {
        let bishops = || {
            own.each
                .iter()
                .filter(|piece| own.bishops.contains(piece.square))
        };
        queens.contains(queen.square)
            && bishops().any(|bishop| {
                bishop.attacks.contains(queen.square) && breaks_in(view, bishop, queen)
            })
    })
}

/// Whether the first square next to the enemy king on the queen's way is kept by nobody but that
/// king, and no enemy pawn can step onto the way or onto that square.
fn breaks_in(view: &View<'_>, bishop: &Piece, queen: &Piece) -> bool {
    let (from, enemy) = (queen.square, &view.enemy);
    let back = between(bishop.square, from) | Bitboard::from_square(bishop.square);
    let outward = queen.attacks & ray(bishop.square, from) & !back & !view.own.units;
    let near = outward & enemy.king.ring;
    let first = if from > bishop.square {
        near.first()
    } else {
        near.last()
    };
    first.is_some_and(|goal| {
        let way = between(from, goal) | Bitboard::from_square(goal);
        !(enemy.by_pawns | enemy.by_pieces).contains(goal) && way.is_disjoint(enemy_steps(view))
    })
}
