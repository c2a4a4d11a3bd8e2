//! Men that cannot mate.

use shakmaty::Board;

/// Whether neither side can mate, as the document counts: no pawn, rook or queen, and no two
/// knights or two bishops on the whole board.
///
/// A quirk: knights and bishops are counted apart, so that bishop and knight against the bare
/// king, a win, is among them.
#[inline]
pub(crate) fn is_insufficient(board: &Board) -> bool {
    (board.pawns() | board.rooks_and_queens()).is_empty()
        && !board.knights().more_than_one()
        && !board.bishops().more_than_one()
}
