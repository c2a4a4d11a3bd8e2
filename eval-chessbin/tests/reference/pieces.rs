//! The values that every man carries before the scan: defended, attacked, and its valid moves.

use super::{Position, lines, square};

/// The values of each man that the rules read.
pub(crate) struct ManValues {
    pub(crate) defended: [i32; 64],
    pub(crate) attacked: [i32; 64],
    pub(crate) moves: [i32; 64],
}

impl ManValues {
    pub(crate) fn of(position: &Position) -> ManValues {
        let mut carried = ManValues { defended: [0; 64], attacked: [0; 64], moves: [0; 64] };
        // Squares attacked by Black and by White.
        let mut unsafe_for = [[false; 64]; 2];
        for from in 0..64 {
            let Some(man) = position.boxes[from].filter(|man| man.kind != 'K') else {
                continue;
            };
            for at in lines::reached(position, from) {
                unsafe_for[usize::from(man.white)][at] = true;
                carried.act(position, from, at);
            }
            carried.moves[from] = lines::steps(position, from).len() as i32;
        }
        for white in [!position.white_to_move, position.white_to_move] {
            carried.king(position, white, &mut unsafe_for);
        }
        for white in [true, false] {
            carried.castlings(position, white, &unsafe_for[usize::from(!white)]);
        }
        carried
    }

    /// The man on `from` attacks or defends whatever stands on `at`.
    fn act(&mut self, position: &Position, from: usize, at: usize) {
        let man = position.boxes[from].unwrap();
        let action = match man.kind {
            'P' => 6,
            'N' | 'B' => 3,
            'R' => 2,
            _ => 1,
        };
        match position.boxes[at] {
            Some(other) if other.white == man.white => self.defended[at] += action,
            Some(_) => self.attacked[at] += action,
            None => {}
        }
    }

    fn king(&mut self, position: &Position, white: bool, unsafe_for: &mut [[bool; 64]; 2]) {
        let from = position.king(white);
        for at in lines::reached(position, from) {
            unsafe_for[usize::from(white)][at] = true;
            if unsafe_for[usize::from(!white)][at] {
                continue;
            }
            self.act(position, from, at);
            if position.boxes[at].is_none_or(|other| other.white != white && other.kind != 'K') {
                self.moves[from] += 1;
            }
        }
    }

    fn castlings(&mut self, position: &Position, white: bool, attacked: &[bool; 64]) {
        let king = position.king(white);
        if attacked[king] {
            return;
        }
        let ways = if white {
            [("K", "f1 g1", "f1 g1"), ("Q", "d1 c1", "d1 c1 b1")]
        } else {
            [("k", "f8 g8", "f8 g8"), ("q", "d8 c8", "d8 c8 b8")]
        };
        for (right, walk, between) in ways {
            let safe = walk.split(' ').all(|name| !attacked[square(name)]);
            let empty = between.split(' ').all(|name| position.boxes[square(name)].is_none());
            if position.rights.contains(right) && safe && empty {
                self.moves[king] += 1;
            }
        }
    }
}
