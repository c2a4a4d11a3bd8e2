//! Values and tables in the form in which a move needs them.

use shakmaty::{Color, Role, Square};

use crate::params::{Params, at};

/// Values and tables of squares, in centipawns from the owner's side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    values: [i32; Role::ALL.len() + 1],
    /// By colour, role and square. Rook and queen have none, and the king's depends on the endgame flag.
    squares: Box<[[[i16; 64]; Role::ALL.len() + 1]; 2]>,
}

impl Worth {
    pub(crate) fn new(params: &Params) -> Worth {
        let mut worth = Worth {
            values: [0; Role::ALL.len() + 1],
            squares: Box::new([[[0; 64]; Role::ALL.len() + 1]; 2]),
        };
        for role in Role::ALL {
            worth.values[role as usize] = *params.value.get(role);
        }
        let tables = [
            (Role::Pawn, &params.pst_pawn),
            (Role::Knight, &params.pst_knight),
            (Role::Bishop, &params.pst_bishop),
        ];
        for (role, table) in tables {
            for color in Color::ALL {
                worth.squares[color as usize][role as usize] =
                    Square::ALL.map(|square| at(table, color, square));
            }
        }
        worth
    }

    /// The value of a man wherever it stands.
    #[inline]
    pub(crate) fn value(&self, role: Role) -> i32 {
        self.values[role as usize]
    }

    /// The table value of a man that is no king.
    #[inline]
    pub(crate) fn square(&self, color: Color, role: Role, square: Square) -> i32 {
        i32::from(self.squares[color as usize][role as usize][square as usize])
    }
}
