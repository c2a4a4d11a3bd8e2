//! Small numbers on all squares at once.

use shakmaty::Bitboard;

/// A square is reached by at most two pawns, eight knights and one man from each of eight
/// directions: six bits hold the sum of their action values with room to spare.
const PLANES: usize = 6;

/// A number on each of the 64 squares: bit `n` of all of them is a bitboard.
///
/// Adding to many squares, comparing and summing are then a few operations for the whole board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally([Bitboard; PLANES]);

impl Tally {
    /// Adds `amount` to the number of every square of `squares`.
    #[inline(always)]
    pub(crate) fn add(&mut self, amount: i32, squares: Bitboard) {
        let mut carry = Bitboard::EMPTY;
        for (bit, plane) in self.0.iter_mut().enumerate() {
            let addend = if amount >> bit & 1 == 1 { squares } else { Bitboard::EMPTY };
            let half = *plane ^ addend;
            let next = *plane & addend | half & carry;
            *plane = half ^ carry;
            carry = next;
        }
        debug_assert!(carry.is_empty(), "a tally overflows");
    }

    /// The squares whose number is not 0.
    #[inline]
    pub(crate) fn any(&self) -> Bitboard {
        self.0.into_iter().fold(Bitboard::EMPTY, |any, plane| any | plane)
    }

    #[inline]
    pub(crate) fn sum(&self, squares: Bitboard) -> i32 {
        let planes = self.0.iter().enumerate();
        planes.map(|(bit, &plane)| ((plane & squares).count() as i32) << bit).sum()
    }

    /// On each square by how much the number here exceeds that of `other`, 0 where it does not.
    #[inline]
    pub(crate) fn excess(&self, other: &Tally) -> Tally {
        let mut difference = Tally::default();
        let mut borrow = Bitboard::EMPTY;
        for bit in 0..PLANES {
            let (ours, theirs) = (self.0[bit], other.0[bit]);
            let unequal = ours ^ theirs;
            difference.0[bit] = unequal ^ borrow;
            borrow = unequal & theirs | !unequal & borrow;
        }
        // A count that still borrows is negative.
        Tally(difference.0.map(|plane| plane & !borrow))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;

    #[test]
    fn numbers_add_compare_and_sum_square_by_square() {
        let (mut ours, mut theirs) = (Tally::default(), Tally::default());
        let (mut plain_ours, mut plain_theirs) = ([0; 64], [0; 64]);
        for (step, amount) in (0..9).zip([6, 3, 3, 2, 1, 1, 6, 2, 3]) {
            let set = Bitboard(0x9e37_79b9_7f4a_7c15_u64.rotate_left(7 * step));
            let (tally, plain) = if step % 2 == 0 {
                (&mut ours, &mut plain_ours)
            } else {
                (&mut theirs, &mut plain_theirs)
            };
            tally.add(amount, set);
            for square in set {
                plain[square as usize] += amount;
            }
        }
        let excess = ours.excess(&theirs);
        for square in Square::ALL {
            let (here, there) = (plain_ours[square as usize], plain_theirs[square as usize]);
            let alone = Bitboard::from_square(square);
            assert_eq!(ours.sum(alone), here);
            assert_eq!(ours.any().contains(square), here > 0);
            assert_eq!(excess.sum(alone), (here - there).max(0));
        }
        assert_eq!(ours.sum(Bitboard::FULL), plain_ours.iter().sum::<i32>());
    }
}
