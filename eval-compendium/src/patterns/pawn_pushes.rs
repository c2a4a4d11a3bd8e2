//! Pawn pushes.

use shakmaty::Bitboard;

use crate::board::bits::{down, rank};
use crate::view::View;

/// Where enemy pawns can step, one square or two.
#[inline]
pub(crate) fn enemy_pushes(view: &View<'_>) -> Bitboard {
    let single = down(view.enemy.pawns) & view.empty;
    single | down(single & rank(6)) & view.empty
}
