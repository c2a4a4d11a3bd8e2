//! Queens: the enemy king, and a diagonal shared with a bishop.

use shakmaty::Bitboard;
use shakmaty::attacks::bishop_attacks;

use super::{SideView, count, sum_over};

/// Each queen by the smaller of file and rank distance to the enemy king.
#[inline]
pub(crate) fn king_tropism(side: &SideView<'_>) -> i32 {
    let queens = side.board.queens() & side.ours;
    sum_over(queens, side.tables.queen_tropism.row(side.enemy_king))
}

/// Each queen on a diagonal with an own bishop, whatever stands between them.
#[inline]
pub(crate) fn bishop_diagonal(side: &SideView<'_>) -> i32 {
    let queens = side.board.queens() & side.ours;
    let mut on_diagonals = Bitboard::EMPTY;
    for bishop in side.board.bishops() & side.ours {
        on_diagonals |= bishop_attacks(bishop, Bitboard::EMPTY);
    }
    side.params.queen_bishop_diagonal * count(queens & on_diagonals)
}
