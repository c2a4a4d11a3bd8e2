//! Piece values.

use crate::board::bits::count;
use crate::board::side::Side;
use crate::interplay::PIECE_VALUES;

/// What the men of a side are worth together.
pub(crate) fn worth(side: &Side, values: PIECE_VALUES) -> i32 {
    values.pawn * count(side.pawns)
        + values.knight * count(side.knights)
        + values.bishop * count(side.bishops)
        + values.rook * count(side.rooks)
        + values.queen * count(side.queens)
}
