//! Outposts: the eternal knight.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{ahead, beside};
use crate::view::View;

/// d5 and e5.
pub(crate) const CENTRAL_OUTPOSTS: [Square; 2] = [Square::D5, Square::E5];

/// True if a knight of the own side on d5 or e5 can never be driven away or traded for a minor.
pub(crate) fn is_eternal(view: &View<'_>, square: Square) -> bool {
    let enemy = view.enemy;
    if !CENTRAL_OUTPOSTS.contains(&square)
        || !view.own.knights.contains(square)
        || enemy.knights.any()
    {
        return false;
    }
    let colour = if square.is_dark() { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
    // Enemy pawns that stand on, or can still come to, a square from which they hit it.
    let hitting = beside(ahead(Bitboard::from_square(square)));
    enemy.bishops.is_disjoint(colour) && enemy.pawns.is_disjoint(hitting)
}
