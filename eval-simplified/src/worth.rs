//! Values and tables in the form in which a position needs them.

use shakmaty::{Color, Role, Square};

use crate::params::{Params, Table, at};

/// Values and tables of squares, in centipawns from the owner's side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    values: [i16; 6],
    /// By colour and kind of man; the king's stay 0.
    squares: Box<[[[i16; 64]; 6]; 2]>,
    /// The king's tables before and in the endgame, if squares count.
    king: [Table; 2],
}

impl Worth {
    pub(crate) fn new(params: &Params) -> Worth {
        let mut worth = Worth {
            values: [0; 6],
            squares: Box::new([[[0; 64]; 6]; 2]),
            king: [[[0; 8]; 8]; 2],
        };
        for role in Role::ALL {
            if role != Role::King {
                worth.values[index(role)] = *params.values.get(role);
            }
        }
        let Some(tables) = &params.tables else {
            return worth;
        };
        worth.king = [tables.king, params.endgame_king.unwrap_or(tables.king)];
        for role in Role::ALL {
            if role == Role::King {
                continue;
            }
            for color in Color::ALL {
                for square in Square::ALL {
                    let entry = at(tables.get(role), color, square);
                    worth.squares[color as usize][index(role)][square as usize] = entry;
                }
            }
        }
        worth
    }

    #[inline]
    pub(crate) fn value(&self, role: Role) -> i16 {
        self.values[index(role)]
    }

    /// What each square gives a man that is no king.
    #[inline]
    pub(crate) fn squares(&self, color: Color, role: Role) -> &[i16; 64] {
        &self.squares[color as usize][index(role)]
    }

    /// What the king's table gives it.
    #[inline]
    pub(crate) fn king(&self, color: Color, square: Square, endgame: bool) -> i32 {
        i32::from(at(&self.king[usize::from(endgame)], color, square))
    }
}

/// The place of a kind of man among the kinds.
#[inline]
pub(crate) fn index(role: Role) -> usize {
    role as usize - 1
}
