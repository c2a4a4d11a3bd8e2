//! The squares from which a piece would attack one of several squares, for a whole set at once.
//!
//! Lines are the same in both directions, so these are also the squares that pieces on the set
//! attack. Pieces on the set block only the squares behind them.

use shakmaty::Bitboard;

use crate::board::bits::{A_FILE, H_FILE};

/// Squares that a step towards the h-file cannot end on.
const NOT_A: Bitboard = Bitboard(!A_FILE.0);
/// Squares that a step towards the a-file cannot end on.
const NOT_H: Bitboard = Bitboard(!H_FILE.0);

/// The squares hit by lines from the squares `from` in one direction: `STEP` squares up the board's count,
/// or down it; a step ends on squares of `board` only.
#[inline(always)]
fn slide<const STEP: u32, const UP: bool>(from: Bitboard, empty: Bitboard, board: Bitboard) -> Bitboard {
    let go = |set: Bitboard, by: u32| Bitboard(if UP { set.0 << by } else { set.0 >> by });
    let mut open = empty & board;
    let mut seen = from;
    // One step, two and four: the longest line is seven squares.
    seen |= open & go(seen, STEP);
    open &= go(open, STEP);
    seen |= open & go(seen, 2 * STEP);
    open &= go(open, 2 * STEP);
    seen |= open & go(seen, 4 * STEP);
    go(seen, STEP) & board
}

/// The squares from which a bishop attacks one of `squares`.
#[inline]
pub(crate) fn diagonal(squares: Bitboard, empty: Bitboard) -> Bitboard {
    slide::<9, true>(squares, empty, NOT_A)
        | slide::<7, true>(squares, empty, NOT_H)
        | slide::<7, false>(squares, empty, NOT_A)
        | slide::<9, false>(squares, empty, NOT_H)
}

/// The squares from which a rook attacks one of `squares`.
#[inline]
pub(crate) fn straight(squares: Bitboard, empty: Bitboard) -> Bitboard {
    slide::<8, true>(squares, empty, Bitboard::FULL)
        | below(squares, empty)
        | slide::<1, true>(squares, empty, NOT_A)
        | slide::<1, false>(squares, empty, NOT_H)
}

/// The squares from which a rook attacks one of `squares` from below.
#[inline]
pub(crate) fn below(squares: Bitboard, empty: Bitboard) -> Bitboard {
    slide::<8, false>(squares, empty, Bitboard::FULL)
}

/// The squares from which a queen attacks one of `squares`.
#[inline]
pub(crate) fn queen(squares: Bitboard, empty: Bitboard) -> Bitboard {
    diagonal(squares, empty) | straight(squares, empty)
}

/// The squares from which a knight attacks one of `squares`.
#[inline]
pub(crate) fn knight(squares: Bitboard) -> Bitboard {
    let right_one = squares.0 << 1 & NOT_A.0;
    let left_one = squares.0 >> 1 & NOT_H.0;
    let right_two = right_one << 1 & NOT_A.0;
    let left_two = left_one >> 1 & NOT_H.0;
    let (ones, twos) = (right_one | left_one, right_two | left_two);
    Bitboard(ones << 16 | ones >> 16 | twos << 8 | twos >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Square, attacks};

    #[test]
    fn sets_agree_with_the_attack_tables() {
        // Scattered pieces, different ones each time.
        let mut occupied = Bitboard(0x9e37_79b9_7f4a_7c15);
        for square in Square::ALL {
            occupied = Bitboard(occupied.0.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(17));
            let few = occupied & Bitboard(occupied.0.rotate_left(29));
            for pieces in [Bitboard::EMPTY, few, occupied] {
                let pair = [square, square.flip_horizontal()];
                let set = pair.into_iter().collect();
                let by =
                    |attacks: fn(Square, Bitboard) -> Bitboard| attacks(pair[0], pieces) | attacks(pair[1], pieces);
                // Each line starts at a square of the set, occupied or not.
                assert_eq!(diagonal(set, !pieces), by(attacks::bishop_attacks));
                assert_eq!(straight(set, !pieces), by(attacks::rook_attacks));
                assert_eq!(queen(set, !pieces), by(attacks::queen_attacks));
                assert_eq!(knight(set), by(|square, _| attacks::knight_attacks(square)));
            }
        }
    }
}
