//! Pawns that storm a king without baring their own.

use shakmaty::Bitboard;

use crate::board::bits::{beside, files};
use crate::patterns::space::may_storm;
use crate::view::{View, Whose};

/// The pawns of one side that storm the other side's king. A pawn within two files of its own king
/// shelters it, and storms only if leaving the shelter costs nothing.
#[inline]
pub(crate) fn storming(view: &View<'_>, whose: Whose) -> Bitboard {
    let side = view.side(whose);
    let column = files(side.king.set);
    let near_king = column | beside(column) | beside(beside(column));
    if side.storm.is_disjoint(near_king) || may_storm(view, whose) {
        side.storm
    } else {
        side.storm & !near_king
    }
}
