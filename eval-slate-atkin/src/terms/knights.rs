//! Knights: the centre and the enemy king.

use super::{SideView, sum_over};

/// Each knight by its distance to the centre of the board.
#[inline]
pub(crate) fn centre(side: &SideView<'_>) -> i32 {
    side.state.sums.centre
}

/// Each knight by the sum of file and rank distance to the enemy king; negative far away.
#[inline]
pub(crate) fn king_tropism(side: &SideView<'_>) -> i32 {
    let knights = side.board.knights() & side.ours;
    sum_over(knights, side.tables.knight_tropism.row(side.enemy_king))
}
