//! Which moves have caused cutoffs.
//!
//! Quiet moves have a number for each side, from-square and to-square; and a number for each man
//! and square after each man and square of the move before, and of the one before that. Captures
//! have one for each man, square and victim.
//!
//! Updates have gravity: the nearer a number is to its limit, the less it moves, so that old
//! experience fades. Source: <https://www.chessprogramming.org/History_Heuristic>.

use shakmaty::{Color, Move};

use crate::search::margins::HISTORY_MAX;

/// Kinds of men, of both sides.
const MEN: usize = 12;
const SQUARES: usize = 64;
const ROLES: usize = 6;

/// A man on the square that it moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved(u16);

impl Moved {
    /// What `mv` of `side` moves, and where to.
    #[inline]
    pub fn of(side: Color, mv: Move) -> Moved {
        let man = side as usize * ROLES + mv.role() as usize - 1;
        Moved((man * SQUARES + mv.to() as usize) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What moved one ply and two plies before.
pub type Trail = [Option<Moved>; 2];

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
    quiet: Box<[[[Number; SQUARES]; SQUARES]; 2]>,
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: Box::new([[[Number(0); SQUARES]; SQUARES]; 2]),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.quiet = [[[Number(0); SQUARES]; SQUARES]; 2];
    }

    /// How well the quiet move `mv` has done for `side`.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        mv.from()
            .map_or(0, |from| self.quiet[side as usize][from as usize][mv.to() as usize].get())
    }

    /// Moves the numbers of the quiet move `mv` by `bonus`, which may be negative.
    #[inline]
    pub fn update_quiet(&mut self, side: Color, mv: Move, bonus: i32) {
        if let Some(from) = mv.from() {
            self.quiet[side as usize][from as usize][mv.to() as usize].update(bonus);
        }
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
            history.update_quiet(Color::White, mv, 1500);
        }
        let high = history.quiet(Color::White, mv);
        assert!(high > HISTORY_MAX * 9 / 10 && high <= HISTORY_MAX);
        history.update_quiet(Color::White, mv, -1500);
        assert!(history.quiet(Color::White, mv) < high - 1500);
        assert_eq!(history.quiet(Color::Black, mv), 0);
    }
}
