//! Material: its value, tests for exact sets of pieces, and the spread of pawns over the files.

use shakmaty::Bitboard;

use crate::board::bits::{count, fill_down, rank, right};
use crate::board::context::Context;
use crate::board::material::Pieces;
use crate::board::side::Side;
use crate::interplay::PIECE_VALUES;
use crate::view::View;

/// True if there are so few pieces that the material may be one that a rule names exactly; the
/// same for both sides.
#[inline(always)]
pub(crate) fn is_small(context: &Context<'_>) -> bool {
    context.is_small
}

/// True if the own side has exactly the pieces `own` and the enemy `enemy`, with any pawns.
#[inline(always)]
pub(crate) fn has(context: &Context<'_>, own: Pieces, enemy: Pieces) -> bool {
    context.own.men == own && context.enemy.men == enemy
}

/// The number of pawns of the own and of the enemy side.
#[inline(always)]
pub(crate) fn pawns(view: &View<'_>) -> (usize, usize) {
    (view.own.pawns.count(), view.enemy.pawns.count())
}

/// The arrangement of one side's pawns, each on a different file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// On consecutive files.
    Connected,
    /// Some on neighbouring files, others apart.
    Mixed,
    /// No two on neighbouring files.
    Separate,
}

/// The arrangement of these pawns, two or more; `None` if two share a file.
pub(crate) fn spread(pawns: Bitboard) -> Option<Spread> {
    let files = fill_down(pawns) & rank(1);
    let pairs = (files & right(files)).count();
    if files.count() < pawns.count() {
        return None;
    }
    Some(match pairs {
        0 => Spread::Separate,
        pairs if pairs + 1 == pawns.count() => Spread::Connected,
        _ => Spread::Mixed,
    })
}

/// The total value of a side's men.
pub(crate) fn worth(side: &Side, values: PIECE_VALUES) -> i32 {
    values.pawn * count(side.pawns)
        + values.knight * count(side.knights)
        + values.bishop * count(side.bishops)
        + values.rook * count(side.rooks)
        + values.queen * count(side.queens)
}
