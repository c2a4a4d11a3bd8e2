//! Endgame knowledge of the search, the same for every evaluator: which ones of king and
//! pawn are drawn, and how a bare king is mated.

mod bishop_and_knight;
pub mod kpk;
pub(crate) mod mop_up;

use crate::position::Position;

/// The most men of an ending of which the search knows anything.
const MEN: usize = 4;

/// True if the search may know something of `position`.
#[inline]
pub(crate) fn has_few_men(position: &Position) -> bool {
    position.board().occupied().count() <= MEN
}
