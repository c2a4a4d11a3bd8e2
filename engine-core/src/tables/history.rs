//! Which quiet moves have caused cutoffs: one number for each side, from-square and to-square.
//!
//! Updates have gravity: the nearer a number is to its limit, the less it moves, so that old
//! experience fades. Source: <https://www.chessprogramming.org/History_Heuristic>.

use shakmaty::{Color, Move};

use crate::search::margins::HISTORY_MAX;

/// The numbers, each within ±[`HISTORY_MAX`].
#[derive(Clone, Debug)]
pub struct History {
    of_side: Box<[[[i16; 64]; 64]; 2]>,
}

impl Default for History {
    fn default() -> History {
        History {
            of_side: Box::new([[[0; 64]; 64]; 2]),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.of_side = [[[0; 64]; 64]; 2];
    }

    /// How well `mv` has done for `side`.
    #[inline]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        mv.from().map_or(0, |from| {
            i32::from(self.of_side[side as usize][from as usize][mv.to() as usize])
        })
    }

    /// Moves the number of `mv` by `bonus`, which may be negative.
    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        if let Some(from) = mv.from() {
            let number = &mut self.of_side[side as usize][from as usize][mv.to() as usize];
            let old = i32::from(*number);
            *number = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
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
            history.update(Color::White, mv, 1500);
        }
        let high = history.get(Color::White, mv);
        assert!(high > HISTORY_MAX * 9 / 10 && high <= HISTORY_MAX);
        history.update(Color::White, mv, -1500);
        assert!(history.get(Color::White, mv) < high - 1500);
        assert_eq!(history.get(Color::Black, mv), 0);
    }
}
