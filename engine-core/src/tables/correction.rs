//! The mean error of the evaluator in positions like this one.
//!
//! The result of a search is better than the static value that it began with. The difference is kept for the side to
//! move by what the position has in common with others: its pawns, its minor pieces, its major pieces, each side's
//! pieces, and its last move together with each of some moves before. Later static values are moved by the weighted sum.
//! The numbers have gravity, as those of [`history`](super::history).
//!
//! The table learns what an evaluator does not know, and so makes evaluators more alike.
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use crate::params::correction::{
    BONUS_MAX, BONUS_MIN, DEPTH_DIVISOR, MOVES_MAX, MOVES_WEIGHTS, STRUCTURE_MAX, STRUCTURE_WEIGHTS, WEIGHT_UNIT,
};
use crate::position::{KEY_BITS, Position};
use crate::tables::history::{MOVED, PieceTo, update};

const KINDS: usize = STRUCTURE_WEIGHTS.len();
/// The numbers of one side by structures of a kind.
type StructureTable = [i16; 1 << KEY_BITS];
/// Pieces on squares, and none, rounded up to a power of two: a masked index needs no check.
const MOVES: usize = (MOVED + 1).next_power_of_two();

/// The moves on which the error of a position may depend, the last one at the end.
pub(crate) type MovesBefore = [PieceTo; MOVES_WEIGHTS.len() + 1];

#[derive(Clone, Debug)]
pub(crate) struct Correction {
    structures: Box<[[StructureTable; KINDS]]>,
    /// By the last move and an earlier one.
    moves: Box<[[i16; MOVES]]>,
    /// The evaluator's centipawns for a weighted sum of 2^32; 0 if nothing is kept.
    factor: i64,
    /// Centipawns of the evaluator for each of Michniewski's.
    ratio: f64,
}

impl Correction {
    /// An empty table for an evaluator of this margin scale, whose corrections count `weight` per cent; it keeps nothing
    /// if that is 0.
    pub(crate) fn new(ratio: f64, weight: i32) -> Correction {
        let size = |size| if weight > 0 { size } else { 0 };
        let factor = ratio * f64::from(weight) / 100.0 / WEIGHT_UNIT;
        Correction {
            structures: vec![[[0; 1 << KEY_BITS]; KINDS]; size(2)].into_boxed_slice(),
            moves: vec![[0; MOVES]; size(MOVES)].into_boxed_slice(),
            factor: (factor * 2f64.powi(32)) as i64,
            ratio,
        }
    }

    #[inline]
    pub(crate) fn learns(&self) -> bool {
        self.factor != 0
    }

    pub(crate) fn clear(&mut self) {
        let structures = self.structures.as_flattened_mut();
        structures.as_flattened_mut().fill(0);
        self.moves.as_flattened_mut().fill(0);
    }

    /// The correction of the static value, in the evaluator's centipawns from the side to move.
    #[inline]
    pub(crate) fn of(&self, position: &Position, [earlier @ .., last]: MovesBefore) -> i32 {
        let mut sum = 0;
        let places = position.structures.all();
        let tables = &self.structures[position.turn() as usize];
        for kind in 0..KINDS {
            sum += STRUCTURE_WEIGHTS[kind] * i32::from(tables[kind][places[kind]]);
        }
        let after = &self.moves[last.index()];
        for (earlier, weight) in earlier.into_iter().zip(MOVES_WEIGHTS) {
            sum += weight * i32::from(after[earlier.index() % MOVES]);
        }
        ((i64::from(sum) * self.factor + (1 << 31)) >> 32) as i32
    }

    /// Learns that a search of `depth` plies found `difference` more than the corrected static
    /// value, in the evaluator's centipawns from the side to move.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        [earlier @ .., last]: MovesBefore,
        depth: i32,
        difference: i32,
    ) {
        let error = f64::from(difference * depth) / (self.ratio * DEPTH_DIVISOR);
        let bonus = error.clamp(BONUS_MIN, BONUS_MAX) as i32;
        let places = position.structures.all();
        let tables = &mut self.structures[position.turn() as usize];
        for kind in 0..KINDS {
            update(&mut tables[kind][places[kind]], bonus, STRUCTURE_MAX[kind]);
        }
        let after = &mut self.moves[last.index()];
        for earlier in earlier {
            update(&mut after[earlier.index() % MOVES], bonus, MOVES_MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Role, Square};

    use super::*;
    use crate::encoded_move::EncodedMove;
    use crate::game::position_from_fen;

    const NO_MOVES: MovesBefore = [PieceTo::NONE; MOVES_WEIGHTS.len() + 1];

    fn position(fen: &str) -> Position {
        Position::from(&position_from_fen(fen).unwrap())
    }

    /// After lessons of a position, with these moves before it.
    fn taught(there: &str) -> (Correction, MovesBefore) {
        let mv = |to| EncodedMove::normal(Role::Queen, Square::H8, to, None);
        let mut moves = [PieceTo::of(Color::White, mv(Square::B2)); _];
        moves[MOVES_WEIGHTS.len()] = PieceTo::of(Color::White, mv(Square::A1));
        let mut correction = Correction::new(1.0, 100);
        for _ in 0..10 {
            correction.learn(&position(there), moves, 8, 200);
        }
        (correction, moves)
    }

    #[test]
    fn a_correction_counts_for_what_positions_have_in_common() {
        let here = "4k3/pp6/8/8/8/8/PP6/RN2K3 w - - 0 1";
        // With other moves before it only structures are shared.
        let learnt_of = |there| taught(there).0.of(&position(here), NO_MOVES);
        let all = learnt_of(here);
        let by_pawns = learnt_of("3qk3/pp6/8/8/8/8/PP6/2B1K3 w - - 0 1");
        let by_black_pieces = learnt_of("4k3/p1p5/8/8/8/8/1PP5/2BQK3 w - - 0 1");
        assert!(0 < by_pawns && by_pawns < all, "{by_pawns} {all}");
        assert!(0 < by_black_pieces && by_black_pieces < all);
        // The other side to move.
        assert_eq!(learnt_of("4k3/pp6/8/8/8/8/PP6/RN2K3 b - - 0 1"), 0);
        // Nothing in common but the moves before.
        let (mut correction, moves) = taught("3qk3/p1p5/8/8/8/8/1PP5/2BQK3 w - - 0 1");
        assert!(correction.of(&position(here), moves) > 0);
        assert_eq!(correction.of(&position(here), NO_MOVES), 0);
        correction.clear();
        assert_eq!(correction.of(&position(here), moves), 0);
    }

    #[test]
    fn corrections_have_a_limit_that_grows_with_the_scores() {
        let start = Position::from(&shakmaty::Chess::default());
        for ratio in [0.5, 1.0, 8.0] {
            let mut correction = Correction::new(ratio, 100);
            for _ in 0..1_000 {
                correction.learn(&start, NO_MOVES, 20, -30_000);
            }
            let structures = STRUCTURE_WEIGHTS.iter().zip(STRUCTURE_MAX);
            let most: i32 = structures.map(|(weight, most)| weight * most).sum();
            let moves: i32 = MOVES_WEIGHTS.iter().sum();
            let most = f64::from(most + moves * MOVES_MAX) * ratio / WEIGHT_UNIT;
            let found = f64::from(correction.of(&start, NO_MOVES));
            assert!(found < -0.9 * most && found >= -most - 1.0, "{found} of {most}");
        }
    }
}
