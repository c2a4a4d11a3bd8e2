//! The mean error of the evaluator in positions like this one.
//!
//! The result of a search is better than the static value that it began with. The difference is kept for the side to
//! move by what the position has in common with others: its pawns, its minor pieces, its major pieces, each side's
//! pieces, and its last move together with each of some moves before. Later static values are moved by the weighted sum.
//! The numbers have gravity, as those of [`history`](super::history).
//!
//! The table learns what an evaluator does not know, and so makes evaluators more alike.
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use shakmaty::{Color, Role};

use crate::key::mixed;
use crate::params::correction::{
    BONUS_MAX, BONUS_MIN, DEPTH_DIVISOR, MOVES_MAX, MOVES_WEIGHTS, STRUCTURE_MAX,
    STRUCTURE_WEIGHTS, WEIGHT_UNIT,
};
use crate::position::Position;
use crate::tables::history::{MOVED, PieceTo};

/// Structures of a kind for each side, as a power of two.
const BITS: u32 = 14;
/// Odd numbers without a pattern, which spread the squares of the men over a key: by colour and kind.
const FACTORS: [[u64; 6]; 2] = factors();
/// Men on squares, and none.
const MOVES: usize = MOVED + 1;

/// The moves on which the error of a position may depend.
#[derive(Clone, Copy, Debug)]
pub struct CorrectedMoves {
    /// The last one.
    pub last: PieceTo,
    /// Those two to seven plies before.
    pub earlier: [PieceTo; MOVES_WEIGHTS.len()],
}

/// The numbers.
#[derive(Clone, Debug)]
pub struct Correction {
    /// By kind of structure, side to move and structure.
    structures: Box<[i16]>,
    /// By an earlier move and the last one.
    moves: Box<[i16]>,
    /// Centipawns of the evaluator for each of Michniewski's.
    ratio: f64,
}

impl Correction {
    /// An empty table for an evaluator of this margin scale.
    pub fn new(ratio: f64) -> Correction {
        Correction {
            structures: vec![0; STRUCTURE_WEIGHTS.len() << (BITS + 1)].into_boxed_slice(),
            moves: vec![0; MOVES * MOVES].into_boxed_slice(),
            ratio,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.structures.fill(0);
        self.moves.fill(0);
    }

    /// The correction of the static value, in the evaluator's centipawns from the side to move.
    #[inline]
    pub fn of(&self, position: &Position, moves: CorrectedMoves) -> i32 {
        let structures = structures(position).into_iter().zip(STRUCTURE_WEIGHTS);
        let by_structure = structures.map(|(at, weight)| weight * i32::from(self.structures[at]));
        let moves = places(moves).into_iter().zip(MOVES_WEIGHTS);
        let by_moves = moves.map(|(at, weight)| weight * i32::from(self.moves[at]));
        let sum: i32 = by_structure.chain(by_moves).sum();
        (f64::from(sum) * self.ratio / WEIGHT_UNIT) as i32
    }

    /// Learns that a search of `depth` plies found `difference` more than the corrected static
    /// value, in the evaluator's centipawns from the side to move.
    pub fn learn(
        &mut self,
        position: &Position,
        moves: CorrectedMoves,
        depth: i32,
        difference: i32,
    ) {
        let error = f64::from(difference * depth) / (self.ratio * DEPTH_DIVISOR);
        let bonus = error.clamp(BONUS_MIN, BONUS_MAX) as i32;
        for (at, most) in structures(position).into_iter().zip(STRUCTURE_MAX) {
            update(&mut self.structures[at], bonus, most);
        }
        for at in places(moves) {
            update(&mut self.moves[at], bonus, MOVES_MAX);
        }
    }
}

const fn factors() -> [[u64; 6]; 2] {
    let mut factors = [[0; 6]; 2];
    let mut at = 0;
    while at < 12 {
        factors[at / 6][at % 6] = mixed(at as u64 + 1) | 1;
        at += 1;
    }
    factors
}

fn update(number: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / most) as i16;
}

/// The places of the position's structures: of pawns, minor pieces, major pieces, White's pieces, Black's pieces.
#[inline]
fn structures(position: &Position) -> [usize; STRUCTURE_WEIGHTS.len()] {
    let board = position.board();
    let key = |color: Color, role: Role| {
        let men = board.by_color(color) & board.by_role(role);
        men.0
            .wrapping_mul(FACTORS[color as usize][role as usize - 1])
    };
    let of = |roles: &[Role], colors: &[Color]| {
        let keys = colors
            .iter()
            .flat_map(|&color| roles.iter().map(move |&role| (color, role)));
        keys.fold(0, |sum, (color, role)| sum ^ key(color, role))
    };
    let pieces = &Role::ALL[1..];
    let keys = [
        of(&[Role::Pawn], &Color::ALL),
        of(&[Role::Knight, Role::Bishop, Role::King], &Color::ALL),
        of(&[Role::Rook, Role::Queen, Role::King], &Color::ALL),
        of(pieces, &[Color::White]),
        of(pieces, &[Color::Black]),
    ];
    std::array::from_fn(|kind| {
        let place = 2 * kind + position.turn() as usize;
        let mixed = (keys[kind] ^ keys[kind] >> 32).wrapping_mul(FACTORS[0][0]);
        place << BITS | (mixed >> (u64::BITS - BITS)) as usize
    })
}

/// The places of the moves.
fn places(moves: CorrectedMoves) -> [usize; MOVES_WEIGHTS.len()] {
    let last = moves.last.index();
    moves.earlier.map(|earlier| earlier.index() * MOVES + last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position_from_fen;

    const NO_MOVES: CorrectedMoves = CorrectedMoves {
        last: PieceTo::NONE,
        earlier: [PieceTo::NONE; MOVES_WEIGHTS.len()],
    };

    fn position(fen: &str) -> Position {
        Position::from(&position_from_fen(fen).unwrap())
    }

    /// The correction after lessons of another position, with other moves before it: only structures are shared.
    fn learnt_of(here: &str, there: &str) -> i32 {
        let moved = |square| PieceTo::at(Color::White, shakmaty::Role::Queen, square);
        let moves = CorrectedMoves {
            last: moved(shakmaty::Square::A1),
            earlier: [moved(shakmaty::Square::B2); MOVES_WEIGHTS.len()],
        };
        let mut correction = Correction::new(1.0);
        for _ in 0..10 {
            correction.learn(&position(there), moves, 8, 200);
        }
        correction.of(&position(here), NO_MOVES)
    }

    #[test]
    fn a_correction_counts_for_what_positions_have_in_common() {
        let here = "4k3/pp6/8/8/8/8/PP6/RN2K3 w - - 0 1";
        let all = learnt_of(here, here);
        let by_pawns = learnt_of(here, "3qk3/pp6/8/8/8/8/PP6/2B1K3 w - - 0 1");
        let by_black_pieces = learnt_of(here, "4k3/p1p5/8/8/8/8/1PP5/2BQK3 w - - 0 1");
        assert!(0 < by_pawns && by_pawns < all, "{by_pawns} {all}");
        assert!(0 < by_black_pieces && by_black_pieces < all);
        let nothing = learnt_of(here, "3qk3/p1p5/8/8/8/8/1PP5/2BQK3 w - - 0 1");
        assert_eq!(nothing, 0);
        // The other side to move.
        assert_eq!(learnt_of(here, "4k3/pp6/8/8/8/8/PP6/RN2K3 b - - 0 1"), 0);
    }

    #[test]
    fn a_correction_counts_after_the_same_moves() {
        let moved = |square| PieceTo::at(Color::White, shakmaty::Role::Queen, square);
        let moves = CorrectedMoves {
            last: moved(shakmaty::Square::A1),
            earlier: [moved(shakmaty::Square::B2); MOVES_WEIGHTS.len()],
        };
        let mut correction = Correction::new(1.0);
        let there = position("3qk3/p1p5/8/8/8/8/1PP5/2BQK3 w - - 0 1");
        for _ in 0..10 {
            correction.learn(&there, moves, 8, 200);
        }
        let here = position("4k3/pp6/8/8/8/8/PP6/RN2K3 w - - 0 1");
        assert!(correction.of(&here, moves) > 0);
        assert_eq!(correction.of(&here, NO_MOVES), 0);
        correction.clear();
        assert_eq!(correction.of(&here, moves), 0);
    }

    #[test]
    fn corrections_have_a_limit_that_grows_with_the_scores() {
        let start = Position::from(&shakmaty::Chess::default());
        for ratio in [0.5, 1.0, 8.0] {
            let mut correction = Correction::new(ratio);
            for _ in 0..1_000 {
                correction.learn(&start, NO_MOVES, 20, -30_000);
            }
            let structures = STRUCTURE_WEIGHTS.iter().zip(STRUCTURE_MAX);
            let most: i32 = structures.map(|(weight, most)| weight * most).sum();
            let moves: i32 = MOVES_WEIGHTS.iter().sum();
            let most = f64::from(most + moves * MOVES_MAX) * ratio / WEIGHT_UNIT;
            let found = f64::from(correction.of(&start, NO_MOVES));
            assert!(found < -0.9 * most && found >= -most, "{found} of {most}");
        }
    }
}
