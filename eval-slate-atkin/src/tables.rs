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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::DOCUMENT;

    #[test]
    fn advancement_is_as_printed_for_both_colours() {
        // By file, from the second rank to the seventh.
        let printed = [
            [0, 0, 0, 0, 0, 0],
            [0, 3, 6, 9, 12, 15],
            [0, 3, 7, 11, 15, 19],
            [0, 5, 10, 16, 21, 27],
            [0, 6, 13, 20, 27, 34],
            [0, 3, 6, 9, 12, 15],
            [0, 3, 6, 9, 12, 15],
            [0, 0, 0, 0, 0, 0],
        ];
        let tables = Tables::new(&DOCUMENT);
        for (file, row) in (0..).zip(printed) {
            for (rank, points) in (1..).zip(row) {
                let white = Square::new(8 * rank + file);
                assert_eq!(tables.advance(Color::White, white), points, "{white}");
                let black = white.flip_vertical();
                assert_eq!(tables.advance(Color::Black, black), points, "{black}");
            }
        }
    }

    #[test]
    fn the_centre_is_worth_7_and_a_corner_minus_14() {
        #[rustfmt::skip]
        let quarter = [
            [-14, -10, -7, -3],
            [-10,  -7, -3,  0],
            [ -7,  -3,  0,  3],
            [ -3,   0,  3,  7],
        ];
        let tables = Tables::new(&DOCUMENT);
        for square in Square::ALL {
            let fold = |coordinate: usize| coordinate.min(7 - coordinate);
            let points = quarter[fold(square.rank() as usize)][fold(square.file() as usize)];
            assert_eq!(tables.centre(square), points, "{square}");
        }
    }

    #[test]
    fn closeness_to_the_king_is_as_printed() {
        let rook = [11, 9, 8, 6, 4, 3, 1, 0];
        let queen = [5, 4, 4, 3, 2, 1, 0, 0];
        // Distance 0 is the king's own square.
        let knight = [6, 4, 3, 2, 1, 0, -1, -2, -3, -4, -6, -7, -8, -9, -10];
        let tables = Tables::new(&DOCUMENT);
        for king in Square::ALL {
            for man in Square::ALL {
                let files = (king.file() as i32).abs_diff(man.file() as i32) as usize;
                let ranks = (king.rank() as i32).abs_diff(man.rank() as i32) as usize;
                let at = |table: &Tropism| table.row(king)[man as usize];
                assert_eq!(at(&tables.rook_tropism), rook[files.min(ranks)]);
                assert_eq!(at(&tables.queen_tropism), queen[files.min(ranks)]);
                assert_eq!(at(&tables.knight_tropism), knight[files + ranks]);
            }
        }
    }
}
