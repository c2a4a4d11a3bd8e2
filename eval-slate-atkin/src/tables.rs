//! The numbers in the form in which a position needs them: looked up by square.

use shakmaty::{Color, Role, Square};

use crate::params::{Params, points};

/// Points for each square of a man, by the square of the enemy king.
///
/// A position reads only the rows of its two kings, 128 bytes each.
#[derive(Clone, Debug)]
pub(crate) struct Tropism(Box<[[i16; 64]; 64]>);

impl Tropism {
    fn new(points: impl Fn(Square, Square) -> i32) -> Tropism {
        let mut rows = Box::new([[0; 64]; 64]);
        for king in Square::ALL {
            for man in Square::ALL {
                rows[king as usize][man as usize] = i16::try_from(points(man, king))
                    .expect("points for closeness to the king fit 16 bits");
            }
        }
        Tropism(rows)
    }

    /// Points for every square of a man while the enemy king stands on `king`.
    #[inline]
    pub(crate) fn row(&self, king: Square) -> &[i16; 64] {
        &self.0[king as usize]
    }
}

/// Points (centipawns) from the owner's side.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    values: [i32; Role::ALL.len() + 1],
    /// Pawn advancement, by colour and square.
    advance: Box<[[i32; 64]; 2]>,
    /// A knight's closeness to the centre, by square.
    centre: Box<[i32; 64]>,
    pub(crate) rook_tropism: Tropism,
    pub(crate) knight_tropism: Tropism,
    pub(crate) queen_tropism: Tropism,
}

impl Tables {
    pub(crate) fn new(params: &Params) -> Tables {
        let Params {
            knight_centre,
            rook_king_tropism: rook,
            knight_king_tropism: knight,
            queen_king_tropism: queen,
            ..
        } = *params;
        Tables {
            values: values(params),
            advance: advance(params),
            centre: Box::new(Square::ALL.map(|square| knight_centre.points(to_centre(square)))),
            rook_tropism: Tropism::new(|man, king| rook.points(nearest(man, king))),
            knight_tropism: Tropism::new(|man, king| knight.points(walk(man, king))),
            queen_tropism: Tropism::new(|man, king| queen.points(nearest(man, king))),
        }
    }

    /// The value of a man wherever it stands; 0 for a king.
    #[inline]
    pub(crate) fn value(&self, role: Role) -> i32 {
        self.values[role as usize]
    }

    /// The bonus of a pawn of `color` for having advanced to `square`.
    #[inline]
    pub(crate) fn advance(&self, color: Color, square: Square) -> i32 {
        self.advance[color as usize][square as usize]
    }

    /// The bonus of a knight on `square`.
    #[inline]
    pub(crate) fn centre(&self, square: Square) -> i32 {
        self.centre[square as usize]
    }
}

fn values(params: &Params) -> [i32; Role::ALL.len() + 1] {
    let mut values = [0; Role::ALL.len() + 1];
    values[Role::Pawn as usize] = params.value_pawn;
    values[Role::Bishop as usize] = params.value_bishop;
    values[Role::Rook as usize] = params.value_rook;
    values[Role::Knight as usize] = params.value_knight;
    values[Role::Queen as usize] = params.value_queen;
    values
}

fn advance(params: &Params) -> Box<[[i32; 64]; 2]> {
    let mut table = Box::new([[0; 64]; 2]);
    for color in Color::ALL {
        for square in Square::ALL {
            let slope = params.pawn_advance[square.file() as usize];
            table[color as usize][square as usize] = points(slope, own_rank(color, square) - 2);
        }
    }
    table
}

#[inline]
pub(crate) fn own_rank(color: Color, square: Square) -> i32 {
    color.fold_wb(square.rank() as i32, 7 - square.rank() as i32) + 1
}

/// The smaller of file and rank distance.
fn nearest(a: Square, b: Square) -> i32 {
    let (files, ranks) = distances(a, b);
    files.min(ranks)
}

/// The sum of file and rank distance.
fn walk(a: Square, b: Square) -> i32 {
    let (files, ranks) = distances(a, b);
    files + ranks
}

fn distances(a: Square, b: Square) -> (i32, i32) {
    let files = a.file().distance(b.file()) as i32;
    let ranks = a.rank().distance(b.rank()) as i32;
    (files, ranks)
}

/// File distance plus rank distance to the point in which d4, e4, d5 and e5 meet: 1 to 7.
fn to_centre(square: Square) -> i32 {
    // In half squares the centre is at 7 of 0 to 14 on either axis.
    let off = |coordinate: i32| (2 * coordinate - 7).abs();
    (off(square.file() as i32) + off(square.rank() as i32)) / 2
}
