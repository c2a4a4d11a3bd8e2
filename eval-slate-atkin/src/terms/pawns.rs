//! Pawns: doubled, isolated, passed, blocked, advanced.

use super::SideView;
use crate::pawn_structure::{backward, ranks};

/// Each file with two or more own pawns.
#[inline]
pub(crate) fn doubled(side: &SideView<'_>) -> i32 {
    side.state.pawns.doubled
}

/// Each file with own pawns and none on the neighbouring files.
#[inline]
pub(crate) fn isolated(side: &SideView<'_>) -> i32 {
    side.state.pawns.isolated
}

/// The most advanced own pawn of a file, if no enemy pawn stands ahead of it on its own or a
/// neighbouring file: by its rank.
#[inline]
pub(crate) fn passed(side: &SideView<'_>) -> i32 {
    side.state.pawns.passed
}

/// A passed pawn with an enemy man of any kind on the square in front of it: by its rank.
#[inline]
pub(crate) fn passed_blocked(side: &SideView<'_>) -> i32 {
    let blocked = side.state.pawns.passers & side.theirs.shift(backward(side.color));
    side.params.pawn_passed_blocked * ranks(side.color, blocked)
}

/// Each pawn by file and rank.
#[inline]
pub(crate) fn advance(side: &SideView<'_>) -> i32 {
    side.state.sums.advance
}
