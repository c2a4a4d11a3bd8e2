//! Rooks: the enemy king, the seventh rank, files.

use shakmaty::{Bitboard, Rank};

use super::{SideView, count, sum_over};
use crate::pawn_structure::files;

#[inline]
fn rooks(side: &SideView<'_>) -> Bitboard {
    side.board.rooks() & side.ours
}

/// Each rook by the smaller of file and rank distance to the enemy king.
#[inline]
pub(crate) fn king_tropism(side: &SideView<'_>) -> i32 {
    sum_over(rooks(side), side.tables.rook_tropism.row(side.enemy_king))
}

/// Each rook on its own seventh rank, whatever there is to attack.
#[inline]
pub(crate) fn seventh(side: &SideView<'_>) -> i32 {
    let seventh = side.color.fold_wb(Rank::Seventh, Rank::Second);
    side.params.rook_seventh * count(rooks(side) & Bitboard::from_rank(seventh))
}

/// Once if any file holds two own rooks, whatever stands between them.
#[inline]
pub(crate) fn same_file(side: &SideView<'_>) -> i32 {
    let rooks = rooks(side);
    if rooks.more_than_one() && (files(rooks).count_ones() as i32) < count(rooks) {
        side.params.rook_same_file
    } else {
        0
    }
}

/// Each rook on a file without pawns.
#[inline]
pub(crate) fn open_file(side: &SideView<'_>) -> i32 {
    let closed = side.state.pawns.files | side.enemy_state.pawns.files;
    side.params.rook_open_file * count(rooks(side) & !closed)
}

/// Each rook on a file with enemy pawns and without own ones.
#[inline]
pub(crate) fn half_open_file(side: &SideView<'_>) -> i32 {
    let half_open = side.enemy_state.pawns.files & !side.state.pawns.files;
    side.params.rook_half_open_file * count(rooks(side) & half_open)
}
