//! A king in the centre that has lost the right to castle.

use crate::board::bits::{CENTRAL_FILES, ranks};
use crate::board::side::Side;
use crate::interplay::EARLY_QUEEN_EXCHANGE_LOST_CASTLING;
use crate::view::View;

/// The rights are gone, and the king has stayed in the centre without castling.
pub(crate) fn is_stuck_in_centre(side: &Side) -> bool {
    let centre = CENTRAL_FILES & ranks(1, 2);
    !side.may_castle() && !side.past.castled && side.king.set.intersects(centre)
}

/// True if the own king has lost castling in this way while there are queens; without them the rule on
/// their exchange replaces this one.
pub(crate) fn is_stuck_among_queens(view: &View<'_>) -> bool {
    let queens = (view.own.queens | view.enemy.queens).any();
    let holds = queens || !view.applies(EARLY_QUEEN_EXCHANGE_LOST_CASTLING);
    holds && is_stuck_in_centre(view.own)
}
