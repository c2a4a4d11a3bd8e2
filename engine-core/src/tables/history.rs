//! Which moves have caused cutoffs.
//!
//! Quiet moves have a number for each side, from-square and to-square; and a number for each man
//! and square after each man and square of the move before, and of the one before that. Captures
//! have one for each man, square and victim.
//!
//! Updates have gravity: the nearer a number is to its limit, the less it moves, so that old
//! experience fades. Source: <https://www.chessprogramming.org/History_Heuristic>.

use shakmaty::{Color, Move};

use crate::search::params::histories::HISTORY_MAX;

/// Kinds of men, of both sides.
const MEN: usize = 12;
const SQUARES: usize = 64;
const ROLES: usize = 6;
/// Men on squares.
const MOVED: usize = MEN * SQUARES;

/// A man on the square that it moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// What `mv` of `side` moves, and where to.
    #[inline]
    pub fn of(side: Color, mv: Move) -> PieceTo {
        let man = side as usize * ROLES + mv.role() as usize - 1;
        PieceTo((man * SQUARES + mv.to() as usize) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What moved one ply and two plies before.
pub type PreviousMoves = [Option<PieceTo>; 2];

/// A number within ±[`HISTORY_MAX`].
#[derive(Clone, Copy, Debug, Default)]
struct Number(i16);

impl Number {
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

/// All numbers.
#[derive(Clone, Debug)]
pub struct History {
    /// By side, from-square and to-square.
    quiet: Box<[Number]>,
    /// By an earlier move's man and square, then by this one's.
    continuation: Box<[Number]>,
    /// By man, square and victim.
    capture: Box<[Number]>,
}

impl Default for History {
    fn default() -> History {
        let numbers = |count: usize| vec![Number(0); count].into_boxed_slice();
        History {
            quiet: numbers(2 * SQUARES * SQUARES),
            continuation: numbers(MOVED * MOVED),
            capture: numbers(MOVED * ROLES),
        }
    }
}

#[inline]
fn quiet_index(side: Color, mv: Move) -> Option<usize> {
    let from = mv.from()? as usize;
    Some((side as usize * SQUARES + from) * SQUARES + mv.to() as usize)
}

#[inline]
fn continuation_index(before: PieceTo, here: PieceTo) -> usize {
    before.index() * MOVED + here.index()
}

#[inline]
fn capture_index(side: Color, mv: Move) -> usize {
    // A promotion that takes nothing stands where pawns are taken.
    let victim = mv.capture().map_or(0, |role| role as usize - 1);
    PieceTo::of(side, mv).index() * ROLES + victim
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        for numbers in [&mut self.quiet, &mut self.continuation, &mut self.capture] {
            numbers.fill(Number(0));
        }
    }

    /// How well the quiet move `mv` of `side` has done, in all and after `previous`: within three times
    /// ±[`HISTORY_MAX`].
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move, previous: PreviousMoves) -> i32 {
        let alone = quiet_index(side, mv).map_or(0, |at| self.quiet[at].get());
        let here = PieceTo::of(side, mv);
        let after = |before| self.continuation[continuation_index(before, here)].get();
        alone + previous.into_iter().flatten().map(after).sum::<i32>()
    }

    /// Moves the numbers of the quiet move `mv` by `bonus`, which may be negative.
    #[inline]
    pub fn update_quiet(&mut self, side: Color, mv: Move, previous: PreviousMoves, bonus: i32) {
        if let Some(at) = quiet_index(side, mv) {
            self.quiet[at].update(bonus);
        }
        let here = PieceTo::of(side, mv);
        for before in previous.into_iter().flatten() {
            self.continuation[continuation_index(before, here)].update(bonus);
        }
    }

    /// How well the capture or promotion `mv` of `side` has done: within ±[`HISTORY_MAX`].
    #[inline]
    pub fn capture(&self, side: Color, mv: Move) -> i32 {
        self.capture[capture_index(side, mv)].get()
    }

    /// Moves the number of the capture or promotion `mv` by `bonus`, which may be negative.
    #[inline]
    pub fn update_capture(&mut self, side: Color, mv: Move, bonus: i32) {
        self.capture[capture_index(side, mv)].update(bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Role, Square};

    #[test]
    fn gravity_keeps_numbers_within_their_limit() {
        let mut history = History::default();
        let mv = Move::Normal {
            role: Role::Knight,
            from: Square::G1,
            capture: None,
            to: Square::F3,
            promotion: None,
        };
        for _ in 0..1000 {
            history.update_quiet(Color::White, mv, [None; 2], 1500);
        }
        let high = history.quiet(Color::White, mv, [None; 2]);
        assert!(high > HISTORY_MAX * 9 / 10 && high <= HISTORY_MAX);
        history.update_quiet(Color::White, mv, [None; 2], -1500);
        assert!(history.quiet(Color::White, mv, [None; 2]) < high - 1500);
        assert_eq!(history.quiet(Color::Black, mv, [None; 2]), 0);
    }
}
