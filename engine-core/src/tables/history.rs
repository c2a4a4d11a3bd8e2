//! Histories of moves that caused cutoffs.
//!
//! Quiet moves have a number for each side, from-square and to-square; and a number for each man
//! and square after each man and square of the move before, and of the one before that. Captures
//! have one for each man, square and victim.
//!
//! Updates have gravity: the nearer a number is to its limit, the less it moves, so that old
//! experience fades. Source: <https://www.chessprogramming.org/History_Heuristic>.

use shakmaty::{Color, Role};

use crate::encoded_move::EncodedMove;
use crate::params::histories::HISTORY_MAX;

const SQUARES: usize = 64;
const ROLES: usize = 6;
/// Men of one side on squares.
const ONE_SIDE: usize = ROLES * SQUARES;
/// Men of both sides on squares.
pub(crate) const MOVED: usize = 2 * ONE_SIDE;

/// A man on the square that it moved to, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// No move, or one that passed.
    pub const NONE: PieceTo = PieceTo(MOVED as u16);

    /// The piece that `mv` of `side` moves, and its destination.
    #[inline]
    pub fn of(side: Color, mv: EncodedMove) -> PieceTo {
        PieceTo((side as usize * ONE_SIDE + mv.man_and_square()) as u16)
    }

    #[cfg(test)]
    pub(crate) fn at(side: Color, role: Role, square: shakmaty::Square) -> PieceTo {
        let from = shakmaty::Square::new((square as u32 + 1) % 64);
        PieceTo::of(side, EncodedMove::normal(role, from, square, None))
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The pieces that moved one ply and two plies before.
pub type PreviousMoves = [PieceTo; 2];

/// A number within ±[`HISTORY_MAX`].
#[derive(Clone, Copy, Debug, Default)]
struct HistoryEntry(i16);

impl HistoryEntry {
    #[inline]
    fn get(self) -> i32 {
        i32::from(self.0)
    }

    #[inline]
    fn update(&mut self, bonus: i32) {
        let old = self.get();
        self.0 = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// The numbers of one side's moves by both squares.
type ButterflyHistory = [HistoryEntry; SQUARES * SQUARES];
/// The numbers of one side's moves by man and square.
type PieceToHistory = [HistoryEntry; ONE_SIDE];

/// All numbers.
#[derive(Clone, Debug)]
pub struct History {
    /// By side and both squares.
    quiet: Box<[ButterflyHistory]>,
    /// By an earlier move's man and square, then by side, man and square of this one. After
    /// [`PieceTo::NONE`] all are 0.
    continuation: Box<[[PieceToHistory; 2]]>,
    /// By man, square and victim.
    capture: Box<[[HistoryEntry; ROLES]]>,
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: vec![[HistoryEntry(0); SQUARES * SQUARES]; 2].into_boxed_slice(),
            continuation: vec![[[HistoryEntry(0); ONE_SIDE]; 2]; MOVED + 1].into_boxed_slice(),
            capture: vec![[HistoryEntry(0); ROLES]; MOVED].into_boxed_slice(),
        }
    }
}

/// The numbers of a node's quiet moves: whose they are and what they follow is looked up once.
#[derive(Clone, Copy, Debug)]
pub struct QuietHistory<'h> {
    alone: &'h ButterflyHistory,
    after: [&'h PieceToHistory; 2],
}

impl QuietHistory<'_> {
    /// The history of the quiet move `mv`, overall and after the previous moves: within three times
    /// ±[`HISTORY_MAX`].
    #[inline]
    pub fn of(self, mv: EncodedMove) -> i32 {
        let [one, two] = self.after;
        let moved = mv.man_and_square();
        self.alone[mv.squares()].get() + one[moved].get() + two[moved].get()
    }
}

#[inline]
fn victim(mv: EncodedMove) -> usize {
    // A promotion that takes nothing stands where pawns are taken.
    mv.captured().unwrap_or(Role::Pawn) as usize - 1
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.as_flattened_mut().fill(HistoryEntry(0));
        self.continuation
            .as_flattened_mut()
            .as_flattened_mut()
            .fill(HistoryEntry(0));
        self.capture.as_flattened_mut().fill(HistoryEntry(0));
    }

    /// The numbers of `side`'s quiet moves after `previous`.
    #[inline]
    pub fn quiet(&self, side: Color, previous: PreviousMoves) -> QuietHistory<'_> {
        let [one, two] = previous;
        let after = |before: PieceTo| &self.continuation[before.index()][side as usize];
        QuietHistory {
            alone: &self.quiet[side as usize],
            after: [after(one), after(two)],
        }
    }

    /// Moves the numbers of the quiet move `mv` by `bonus`, which may be negative.
    #[inline]
    pub fn update_quiet(
        &mut self,
        side: Color,
        mv: EncodedMove,
        previous: PreviousMoves,
        bonus: i32,
    ) {
        self.quiet[side as usize][mv.squares()].update(bonus);
        for before in previous {
            if before != PieceTo::NONE {
                let numbers = &mut self.continuation[before.index()][side as usize];
                numbers[mv.man_and_square()].update(bonus);
            }
        }
    }

    /// The history of the capture or promotion `mv` of `side`: within ±[`HISTORY_MAX`].
    #[inline]
    pub fn capture(&self, side: Color, mv: EncodedMove) -> i32 {
        self.capture[PieceTo::of(side, mv).index()][victim(mv)].get()
    }

    /// Moves the number of the capture or promotion `mv` by `bonus`, which may be negative.
    #[inline]
    pub fn update_capture(&mut self, side: Color, mv: EncodedMove, bonus: i32) {
        self.capture[PieceTo::of(side, mv).index()][victim(mv)].update(bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Role, Square};

    const NOTHING: PreviousMoves = [PieceTo::NONE; 2];

    fn knight(to: Square) -> EncodedMove {
        EncodedMove::normal(Role::Knight, Square::G1, to, None)
    }

    #[test]
    fn gravity_keeps_numbers_within_their_limit() {
        let mut history = History::default();
        let mv = knight(Square::F3);
        for _ in 0..1000 {
            history.update_quiet(Color::White, mv, NOTHING, 1500);
        }
        let high = history.quiet(Color::White, NOTHING).of(mv);
        assert!(high > HISTORY_MAX * 9 / 10 && high <= HISTORY_MAX);
        history.update_quiet(Color::White, mv, NOTHING, -1500);
        assert!(history.quiet(Color::White, NOTHING).of(mv) < high - 1500);
        assert_eq!(history.quiet(Color::Black, NOTHING).of(mv), 0);
    }

    #[test]
    fn a_move_is_known_alone_and_after_each_of_two_others() {
        let mut history = History::default();
        let [mv, before, two_before] = [Square::F3, Square::H3, Square::E2].map(knight);
        let before = PieceTo::of(Color::Black, before);
        let two_before = PieceTo::of(Color::White, two_before);
        history.update_quiet(Color::White, mv, [before, two_before], 100);
        for (previous, sum) in [
            ([before, two_before], 300),
            ([before, PieceTo::NONE], 200),
            ([PieceTo::NONE, two_before], 200),
            (NOTHING, 100),
        ] {
            assert_eq!(history.quiet(Color::White, previous).of(mv), sum);
        }
        // After nothing, nothing is learnt.
        history.update_quiet(Color::White, mv, NOTHING, 100);
        assert_eq!(history.quiet(Color::White, NOTHING).of(mv), 200);
        history.clear();
        let numbers = history.quiet(Color::White, [before, two_before]);
        assert_eq!(numbers.of(mv), 0);
    }
}
