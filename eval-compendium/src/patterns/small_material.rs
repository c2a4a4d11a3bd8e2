//! Material: what it is worth, who has exactly which pieces, how pawns spread over the files.

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

/// How many pawns the own and the enemy side have.
#[inline(always)]
pub(crate) fn pawns(view: &View<'_>) -> (usize, usize) {
    (view.own.pawns.count(), view.enemy.pawns.count())
}

/// How pawns of one side, each on a file of its own, lie beside one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// On files that follow one another.
    Connected,
    /// Some on neighbouring files, others apart.
    Mixed,
    /// No two on neighbouring files.
    Separate,
}

/// How these pawns, two or more, are spread; `None` where two stand on one file.
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

/// What the men of a side are worth together.
pub(crate) fn worth(side: &Side, values: PIECE_VALUES) -> i32 {
    values.pawn * count(side.pawns)
        + values.knight * count(side.knights)
        + values.bishop * count(side.bishops)
        + values.rook * count(side.rooks)
        + values.queen * count(side.queens)
}
