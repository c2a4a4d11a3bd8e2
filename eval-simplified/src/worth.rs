//! Values and tables in the form in which a position needs them.

use shakmaty::{Color, Role, Square};

use crate::params::{Params, Tables, at};

/// Values and tables of squares, in centipawns from the owner's side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    values: [i16; 6],
    /// By colour and kind of man; the king's stay 0.
    squares: Box<[[[i16; 64]; 6]; 2]>,
    /// By colour the king's, before and in the endgame.
    king: Box<[[[i16; 64]; 2]; 2]>,
}

impl Worth {
    pub(crate) fn new(params: &Params, tables: Tables) -> Worth {
        let mut worth = Worth {
            values: [0; 6],
            squares: Box::new([[[0; 64]; 6]; 2]),
            king: Box::new([[[0; 64]; 2]; 2]),
        };
        let kinds = [
            (Role::Pawn, &params.pst_pawn),
            (Role::Knight, &params.pst_knight),
            (Role::Bishop, &params.pst_bishop),
            (Role::Rook, &params.pst_rook),
            (Role::Queen, &params.pst_queen),
        ];
        for (role, table) in kinds {
            worth.values[index(role)] = *params.value.get(role) as i16;
            if tables != Tables::None {
                for color in Color::ALL {
                    worth.squares[color as usize][index(role)] =
                        Square::ALL.map(|square| at(table, color, square));
                }
            }
        }
        let kings = match tables {
            Tables::None => return worth,
            Tables::OneKing => [&params.pst_king; 2],
            Tables::TwoKings => [&params.pst_king, &params.pst_king_endgame],
        };
        for color in Color::ALL {
            worth.king[color as usize] =
                kings.map(|table| Square::ALL.map(|square| at(table, color, square)));
        }
        worth
    }

    #[inline]
    pub(crate) fn value(&self, role: Role) -> i16 {
        self.values[index(role)]
    }

    /// The value of each square for a man that is no king.
    #[inline]
    pub(crate) fn squares(&self, color: Color, role: Role) -> &[i16; 64] {
        &self.squares[color as usize][index(role)]
    }

    /// The king's value from its table.
    #[inline]
    pub(crate) fn king(&self, color: Color, square: Square, endgame: bool) -> i32 {
        i32::from(self.king[color as usize][usize::from(endgame)][square as usize])
    }
}

/// The place of a kind of man among the kinds.
#[inline]
pub(crate) fn index(role: Role) -> usize {
    role as usize - 1
}
