//! Pawn islands.

use shakmaty::Bitboard;

use crate::board::bits::{fill_down, fill_up, rank, right};

/// The pawns of a side whose division into two islands is judged.
const DIVIDED_PAWNS: usize = 7;

/// The size of the larger one if seven pawns make exactly two islands: 4, 5 or 6.
#[inline]
pub(crate) fn larger_of_two(pawns: Bitboard) -> Option<usize> {
    if pawns.count() != DIVIDED_PAWNS {
        return None;
    }
    let on_files = fill_down(pawns) & rank(1);
    let starts = on_files & !right(on_files);
    let (first, last) = (starts.first()?, starts.last()?);
    if starts.count() > 2 || first == last {
        return None;
    }
    let to_the_right = rank(1) & !Bitboard((1 << u32::from(last)) - 1);
    let size = (pawns & fill_up(to_the_right)).count();
    Some(size.max(DIVIDED_PAWNS - size))
}
