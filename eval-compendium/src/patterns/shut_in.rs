//! The corner rook shut in by its own king.

use shakmaty::Bitboard;

use crate::board::bits::{CORNERS, beside, rank, up};
use crate::view::View;

/// The rook in the corner that cannot move because of the king beside it, where the king cannot step
/// out either: every square next to it without an own man is attacked, and at least one exists.
pub(crate) fn shut_in(view: &View<'_>) -> Bitboard {
    let own = view.own;
    let corner = own.rooks & CORNERS & beside(own.king.set & rank(1));
    // The king blocks one direction, so only the step up is left.
    if corner.is_empty() || !up(corner).is_subset(own.units) {
        return Bitboard::EMPTY;
    }
    let steps = own.king.ring & !own.units;
    if steps.any() && steps.is_subset(view.hit_behind_own_king()) {
        corner
    } else {
        Bitboard::EMPTY
    }
}
