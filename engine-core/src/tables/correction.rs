//! The mean error of the evaluator in positions with these pawns.
//!
//! The result of a search is better than the static value that it began with. The difference is kept
//! for the side to move and the pawn structure, and later static values of the same structure are
//! moved by it. The numbers have gravity, as those of [`history`](super::history).
//!
//! The table learns what an evaluator does not know, and so makes evaluators more alike: it is for
//! play, not for comparisons.
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use shakmaty::{Board, Color};

use crate::params::histories::{
    CORRECTION_BONUS_MAX, CORRECTION_DEPTH_DIVISOR, CORRECTION_MAX, CORRECTION_PER_CENTIPAWN,
};
use crate::position::Position;

/// Pawn structures for each side, as a power of two.
const BITS: u32 = 14;

/// The numbers, by side to move and pawn structure.
#[derive(Clone, Debug)]
pub struct Correction {
    numbers: Box<[i16]>,
    /// Centipawns of the evaluator for each of Michniewski's.
    ratio: f64,
}

impl Correction {
    /// An empty table for an evaluator of this margin scale.
    pub fn new(ratio: f64) -> Correction {
        Correction {
            numbers: vec![0; 2 << BITS].into_boxed_slice(),
            ratio,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.numbers.fill(0);
    }

    /// The correction of the static value, in the evaluator's centipawns from the side to move.
    pub fn of(&self, position: &Position) -> i32 {
        let number = f64::from(self.numbers[index(position)]);
        (number * self.ratio / CORRECTION_PER_CENTIPAWN).round() as i32
    }

    /// Learns that a search of `depth` plies found `difference` more than the corrected static
    /// value, in the evaluator's centipawns from the side to move.
    pub fn learn(&mut self, position: &Position, depth: i32, difference: i32) {
        let error = f64::from(difference * depth) / (self.ratio * CORRECTION_DEPTH_DIVISOR);
        let bonus = error.clamp(-CORRECTION_BONUS_MAX, CORRECTION_BONUS_MAX) as i32;
        let number = &mut self.numbers[index(position)];
        let old = i32::from(*number);
        *number = (old + bonus - old * bonus.abs() / CORRECTION_MAX) as i16;
    }
}

fn index(position: &Position) -> usize {
    let structure = pawn_key(position.board()) >> (u64::BITS - BITS);
    (position.turn() as usize) << BITS | structure as usize
}

/// A key of the pawns of both sides, well mixed in its upper bits.
///
/// Source of the mixing: the finaliser of SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
fn pawn_key(board: &Board) -> u64 {
    let of = |color: Color| (board.pawns() & board.by_color(color)).0;
    let mix = |key: u64| {
        let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb)
    };
    mix(mix(of(Color::White)) ^ of(Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position_from_fen;

    #[test]
    fn a_correction_counts_for_the_same_pawns_and_side_only() {
        let position = |fen| Position::from(&position_from_fen(fen).unwrap());
        let here = position("4k3/pp6/8/8/8/8/PP6/RN2K3 w - - 0 1");
        let same_pawns = position("r3k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1");
        let other_side = position("4k3/pp6/8/8/8/8/PP6/RN2K3 b - - 0 1");
        let other_pawns = position("4k3/pp6/8/8/8/P7/1P6/RN2K3 w - - 0 1");
        let mut correction = Correction::new(1.0);
        for _ in 0..10 {
            correction.learn(&here, 8, 40);
        }
        let learnt = correction.of(&here);
        assert!((1..=40).contains(&learnt), "{learnt}");
        assert_eq!(correction.of(&same_pawns), learnt);
        assert_eq!(correction.of(&other_side), 0);
        assert_eq!(correction.of(&other_pawns), 0);
        correction.clear();
        assert_eq!(correction.of(&here), 0);
    }

    #[test]
    fn corrections_have_a_limit_that_grows_with_the_scores() {
        let start = Position::from(&shakmaty::Chess::default());
        for ratio in [0.5, 1.0, 8.0] {
            let mut correction = Correction::new(ratio);
            for _ in 0..1_000 {
                correction.learn(&start, 20, -30_000);
            }
            let most = f64::from(CORRECTION_MAX) / CORRECTION_PER_CENTIPAWN * ratio;
            let found = f64::from(correction.of(&start));
            assert!(found < -0.9 * most && found >= -most, "{found} of {most}");
        }
    }
}
