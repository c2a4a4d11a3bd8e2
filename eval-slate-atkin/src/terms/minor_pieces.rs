//! Knights: the centre and the enemy king. Bishops: pawns next to them, and the pair.

use shakmaty::{Bitboard, File};

use super::{SideView, count, sum_over};

/// Each knight by its distance to the centre of the board.
#[inline]
pub(crate) fn knight_centre(side: &SideView<'_>) -> i32 {
    side.state.sums.centre
}

/// Each knight by the sum of file and rank distance to the enemy king; negative far away.
#[inline]
pub(crate) fn knight_king_tropism(side: &SideView<'_>) -> i32 {
    let knights = side.board.knights() & side.ours;
    sum_over(knights, side.tables.knight_tropism.row(side.enemy_king))
}
/// Each pawn of either colour diagonally next to a bishop; a pawn next to two bishops counts for
/// both.
#[inline]
pub(crate) fn bishop_adjacent_pawns(side: &SideView<'_>) -> i32 {
    let bishops = side.board.bishops() & side.ours;
    let pawns = side.board.pawns();
    let adjacent: i32 = bishops
        .into_iter()
        .map(|square| count(pawns & diagonal_neighbours(Bitboard::from_square(square))))
        .sum();
    side.params.bishop_adjacent_pawn * adjacent
}

/// Two or more bishops, whatever the colours of their squares.
#[inline]
pub(crate) fn bishop_pair(side: &SideView<'_>) -> i32 {
    if (side.board.bishops() & side.ours).more_than_one() { side.params.bishop_pair } else { 0 }
}

#[inline]
fn diagonal_neighbours(square: Bitboard) -> Bitboard {
    let beside = (square & !Bitboard::from_file(File::H)).shift(1)
        | (square & !Bitboard::from_file(File::A)).shift(-1);
    beside.shift(8) | beside.shift(-8)
}
