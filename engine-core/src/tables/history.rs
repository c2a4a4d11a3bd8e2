//! Histories of moves that caused cutoffs.
//!
//! Quiet moves have a number for each side, from-square and to-square; one for each piece and square by the
//! structure of pawns; and one for each piece and square after each piece and square of the moves one, two and
//! four plies before. Captures have one for each piece, square and victim.
//!
//! Updates have gravity: the nearer a number is to its limit, the less it moves, so that old
//! experience fades. Source: <https://www.chessprogramming.org/History_Heuristic>.

use shakmaty::{Color, Role};

use crate::encoded_move::EncodedMove;
use crate::params::histories::{BUTTERFLY_MAX, HISTORY_MAX, PAWN_HISTORY_MAX};
use crate::position::Position;

const SQUARES: usize = 64;
const ROLES: usize = 6;
const ONE_SIDE: usize = ROLES * SQUARES;
/// Pieces of both sides on squares.
pub(crate) const MOVED: usize = 2 * ONE_SIDE;
/// Classes of pawn structures, as a power of two.
const PAWN_BITS: u32 = 9;

/// A piece on the square that it moved to, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// No move, or one that passed.
    pub(crate) const NONE: PieceTo = PieceTo(MOVED as u16);

    #[inline]
    pub(crate) fn of(side: Color, mv: EncodedMove) -> PieceTo {
        PieceTo((side as usize * ONE_SIDE + mv.piece_and_square()) as u16)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The pieces that moved one ply, two plies and four plies before.
pub(crate) type PreviousMoves = [PieceTo; 3];

/// The keys to the numbers of a node's moves, beside the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryContext {
    side: Color,
    previous: PreviousMoves,
    pawns: u16,
}

impl HistoryContext {
    /// That of captures and promotions of `side`: whose they are is enough.
    #[inline]
    pub(crate) fn of_captures(side: Color) -> HistoryContext {
        HistoryContext { side, previous: [PieceTo::NONE; 3], pawns: 0 }
    }

    #[inline]
    pub(crate) fn new(position: &Position, previous: PreviousMoves) -> HistoryContext {
        let [pawns, ..] = position.structures.all();
        HistoryContext { side: position.turn(), previous, pawns: pawns as u16 & ((1 << PAWN_BITS) - 1) }
    }
}

/// Moves a number within ±`most` by `bonus`: the nearer to that, the less.
#[inline(always)]
pub(crate) fn update(number: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / most) as i16;
}

/// The numbers of one side's moves by both squares.
type ButterflyHistory = [i16; SQUARES * SQUARES];
/// The numbers of one side's moves by piece and square.
type PieceToHistory = [i16; ONE_SIDE];

#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By side and both squares.
    butterfly: Box<[ButterflyHistory]>,
    /// By class of pawn structure, then by side, piece and square.
    pawn: Box<[[PieceToHistory; 2]]>,
    /// By an earlier move's piece and square, then by side, piece and square of this one. After
    /// [`PieceTo::NONE`] all are 0.
    continuation: Box<[[PieceToHistory; 2]]>,
    /// By piece, square and victim.
    capture: Box<[[i16; ROLES]]>,
}

impl Default for History {
    fn default() -> History {
        History {
            butterfly: vec![[0; SQUARES * SQUARES]; 2].into_boxed_slice(),
            pawn: vec![[[0; ONE_SIDE]; 2]; 1 << PAWN_BITS].into_boxed_slice(),
            continuation: vec![[[0; ONE_SIDE]; 2]; MOVED + 1].into_boxed_slice(),
            capture: vec![[0; ROLES]; MOVED].into_boxed_slice(),
        }
    }
}

/// The numbers of a node's quiet moves: whose they are and what they follow is looked up once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietHistory<'h> {
    butterfly: &'h ButterflyHistory,
    pawn: &'h PieceToHistory,
    continuation: [&'h PieceToHistory; 3],
}

impl QuietHistory<'_> {
    /// The sum of the numbers of the quiet move `mv`: within ±62,188.
    #[inline]
    pub(crate) fn of(self, mv: EncodedMove) -> i32 {
        let [one, two, four] = self.continuation;
        let moved = mv.piece_and_square();
        i32::from(self.butterfly[mv.squares()])
            + i32::from(self.pawn[moved])
            + i32::from(one[moved])
            + i32::from(two[moved])
            + i32::from(four[moved])
    }
}

#[inline]
fn victim(mv: EncodedMove) -> usize {
    // A promotion that takes nothing stands where pawns are taken.
    mv.captured().unwrap_or(Role::Pawn) as usize - 1
}

impl History {
    pub(crate) fn clear(&mut self) {
        self.butterfly.as_flattened_mut().fill(0);
        let pawn = self.pawn.as_flattened_mut();
        pawn.as_flattened_mut().fill(0);
        let continuation = self.continuation.as_flattened_mut();
        continuation.as_flattened_mut().fill(0);
        self.capture.as_flattened_mut().fill(0);
    }

    #[inline]
    pub(crate) fn quiet(&self, context: &HistoryContext) -> QuietHistory<'_> {
        let side = context.side as usize;
        QuietHistory {
            butterfly: &self.butterfly[side],
            pawn: &self.pawn[usize::from(context.pawns)][side],
            continuation: context.previous.map(|before| &self.continuation[before.index()][side]),
        }
    }

    #[inline]
    pub(crate) fn update_quiet(&mut self, context: &HistoryContext, mv: EncodedMove, bonus: i32) {
        let side = context.side as usize;
        let moved = mv.piece_and_square();
        update(&mut self.butterfly[side][mv.squares()], bonus, BUTTERFLY_MAX);
        update(&mut self.pawn[usize::from(context.pawns)][side][moved], bonus, PAWN_HISTORY_MAX);
        for before in context.previous {
            if before != PieceTo::NONE {
                let numbers = &mut self.continuation[before.index()][side];
                update(&mut numbers[moved], bonus, HISTORY_MAX);
            }
        }
    }

    /// The history of the capture or promotion `mv` of `side`: within ±[`HISTORY_MAX`].
    #[inline]
    pub(crate) fn capture(&self, side: Color, mv: EncodedMove) -> i32 {
        i32::from(self.capture[PieceTo::of(side, mv).index()][victim(mv)])
    }

    /// The history of a quiet move of `context`; 0 of others, whose history counts for their place alone.
    #[inline]
    pub(crate) fn of(&self, context: &HistoryContext, mv: EncodedMove) -> i32 {
        if mv.is_quiet() { self.quiet(context).of(mv) } else { 0 }
    }

    #[inline]
    pub(crate) fn update_capture(&mut self, side: Color, mv: EncodedMove, bonus: i32) {
        let number = &mut self.capture[PieceTo::of(side, mv).index()][victim(mv)];
        update(number, bonus, HISTORY_MAX);
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;
    use crate::game::position_from_fen;

    const NOTHING: PreviousMoves = [PieceTo::NONE; 3];

    fn knight(to: Square) -> EncodedMove {
        EncodedMove::normal(Role::Knight, Square::G1, to, None)
    }

    fn context_in(fen: &str, previous: PreviousMoves) -> HistoryContext {
        HistoryContext::new(&Position::from(&position_from_fen(fen).unwrap()), previous)
    }

    fn context(side: Color, previous: PreviousMoves) -> HistoryContext {
        let fen = format!("4k3/pp6/8/8/8/8/PP6/4K3 {} - - 0 1", side.char());
        context_in(&fen, previous)
    }

    #[test]
    fn gravity_keeps_numbers_within_their_limits() {
        let mut history = History::default();
        let (mv, white) = (knight(Square::F3), context(Color::White, NOTHING));
        for _ in 0..1000 {
            history.update_quiet(&white, mv, 1500);
        }
        let high = history.quiet(&white).of(mv);
        let most = BUTTERFLY_MAX + PAWN_HISTORY_MAX;
        assert!(high > most * 9 / 10 && high <= most);
        history.update_quiet(&white, mv, -1500);
        assert!(history.quiet(&white).of(mv) < high - 3000);
        let black = context(Color::Black, NOTHING);
        assert_eq!(history.quiet(&black).of(mv), 0);
    }

    #[test]
    fn a_move_is_known_alone_by_the_pawns_and_after_each_of_three_others() {
        let mut history = History::default();
        let [mv, one, two, four] = [Square::F3, Square::H3, Square::E2, Square::E1].map(knight);
        let one = PieceTo::of(Color::Black, one);
        let [two, four] = [two, four].map(|mv| PieceTo::of(Color::White, mv));
        let of = |history: &History, previous| {
            let context = context(Color::White, previous);
            history.quiet(&context).of(mv)
        };
        history.update_quiet(&context(Color::White, [one, two, four]), mv, 100);
        for (previous, sum) in [
            ([one, two, four], 500),
            ([one, PieceTo::NONE, PieceTo::NONE], 300),
            ([PieceTo::NONE, two, four], 400),
            (NOTHING, 200),
        ] {
            assert_eq!(of(&history, previous), sum);
        }
        let other_pawns = context_in("4k3/pp6/8/8/8/P7/1P6/4K3 w - - 0 1", NOTHING);
        assert_eq!(history.quiet(&other_pawns).of(mv), 100);
        let other_pieces = context_in("4k2q/pp6/8/8/8/8/PP6/R3K3 w - - 0 1", NOTHING);
        assert_eq!(history.quiet(&other_pieces).of(mv), 200);
        // After nothing, nothing is learnt of what follows it.
        history.update_quiet(&context(Color::White, NOTHING), mv, 100);
        let after = &history.continuation[PieceTo::NONE.index()][Color::White as usize];
        assert!(after.iter().all(|number| *number == 0));
        assert!((201..400).contains(&of(&history, NOTHING)));
        history.clear();
        assert_eq!(of(&history, [one, two, four]), 0);
    }
}
