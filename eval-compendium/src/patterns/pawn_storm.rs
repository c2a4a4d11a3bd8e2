//! Pawns that storm the enemy king without baring their own.

use shakmaty::Bitboard;

use crate::board::bits::{beside, files};
use crate::patterns::space::may_storm;
use crate::view::View;

/// The own pawns that storm the enemy king. A pawn within two files of the own king shelters that
/// one, and storms only where it may leave it for nothing.
#[inline]
pub(crate) fn storming(view: &View<'_>) -> Bitboard {
    let own = view.own;
    let column = files(own.king.set);
    let near_king = column | beside(column) | beside(beside(column));
    if own.storm.is_disjoint(near_king) || may_storm(view) {
        own.storm
    } else {
        own.storm & !near_king
    }
}
