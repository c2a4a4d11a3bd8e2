//! Every number of the evaluation, in the document's order.
//!
//! All amounts are points (centipawns) to the side whose piece it is: a penalty is negative. Where the document only
//! mentions a bonus or a penalty, the comment has *open* and the reason for the number.

use shakmaty::{Color, Role, Square};

/// Points that fall by the same amount with every step of distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearness {
    /// Tenths of a point for one step nearer.
    pub slope: i32,
    /// The distance, in steps, that gives nothing; beyond it the points are negative.
    pub zero_at: i32,
}

impl Nearness {
    /// Points for a piece `distance` steps away.
    #[inline]
    pub const fn points(self, distance: i32) -> i32 {
        points(self.slope, self.zero_at - distance)
    }
}

/// `slope`, in tenths of a point a step, times `steps`, cut towards zero to whole points. Points come from
/// integers, so that no platform rounds differently.
#[inline]
pub const fn points(slope: i32, steps: i32) -> i32 {
    slope * steps / 10
}

engine_core::numbers! {
    /// The numbers of one evaluation. A king is worth nothing: it is never captured.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Params;
    /// The document's numbers, completed where it leaves them open.
    const DOCUMENT;

    /// A pawn.
    value_pawn as "value.pawn": Centipawns(100);
    /// Each file with two or more own pawns.
    pawn_doubled: Centipawns(-7);
    /// Each file with own pawns and none on the neighbouring files.
    pawn_isolated: Centipawns(-2);
    // The own first rank counts 1. Open: keeps a passed pawn on the seventh rank (70) below the value of another pawn.
    /// A passed pawn, for each rank from its own first rank.
    pawn_passed: Centipawns(10);
    // Open: an obstacle takes half the bonus.
    /// A passed pawn with an enemy piece in front of it, for each rank.
    pawn_passed_blocked: Centipawns(-5);
    // By file from a to h; the same files for both colours. Nothing for a and h, 3 on c3 and 34 on e7 are the
    // document's. Open: the slopes between. CHESS 4.5 had 3.9, 5.4, 7.0 and 2.3 for c to f; 7.0 would give 35 on e7,
    // and b, f and g get the least that is still 3 on the third rank, which the document calls the least.
    /// A pawn of this file, for each rank beyond the second.
    pawn_advance: Tenths[0, 30, 39, 54, 69, 30, 30, 0];

    /// A bishop.
    value_bishop as "value.bishop": Centipawns(340);
    // Of either colour, for each bishop. Open: two squares of diagonal lost, at a point and a half each.
    /// A pawn diagonally next to a bishop.
    bishop_adjacent_pawn: Centipawns(-3);
    // Once. Open: about a fifth of a pawn.
    /// Two or more bishops.
    bishop_pair: Centipawns(20);

    /// A rook.
    value_rook as "value.rook": Centipawns(500);
    // By the smaller of rank and file distance. Open: CHESS 4.5's slope, moved up so that it is a bonus everywhere.
    /// A rook's closeness to the enemy king.
    rook_king_tropism: Nearness {
        /// A rook, for each step that it is nearer to the enemy king, by files or ranks.
        slope: Tenths(16);
        /// The distance from the enemy king at which a rook gets nothing for it.
        zero_at: Steps(7);
    };
    /// Each rook on its own seventh rank.
    rook_seventh: Centipawns(20);
    /// Once if any file holds two own rooks.
    rook_same_file: Centipawns(15);
    /// Each rook on a file without pawns.
    rook_open_file: Centipawns(10);
    /// Each rook on a file with enemy pawns and without own ones.
    rook_half_open_file: Centipawns(3);

    /// A knight.
    value_knight as "value.knight": Centipawns(325);
    // By the sum of file and rank distance to the centre of the board: 1 to 7. CHESS 4.5's form, 1.75 x (6 - 2s), with
    // the factor that gives the document's 7 for the centre and -14 for a corner.
    /// A knight's closeness to the centre.
    knight_centre: Nearness {
        /// A knight, for each step that it is nearer to the centre, files and ranks added.
        slope: Tenths(35);
        /// The distance from the centre at which a knight gets nothing for it.
        zero_at: Steps(3);
    };
    // By the sum of rank and file distance. Open: as in CHESS 4.5; negative far away.
    /// A knight's closeness to the enemy king.
    knight_king_tropism: Nearness {
        /// A knight, for each step that it is nearer to the enemy king, files and ranks added.
        slope: Tenths(12);
        /// The distance from the enemy king at which a knight gets nothing for it.
        zero_at: Steps(5);
    };

    /// A queen.
    value_queen as "value.queen": Centipawns(900);
    // By the smaller of rank and file distance. Open: CHESS 4.5's slope and measure, moved up like the rook's.
    /// A queen's closeness to the enemy king.
    queen_king_tropism: Nearness {
        /// A queen, for each step that it is nearer to the enemy king, by files or ranks.
        slope: Tenths(8);
        /// The distance from the enemy king at which a queen gets nothing for it.
        zero_at: Steps(7);
    };
    // Open: the document calls it small.
    /// A queen on a diagonal with an own bishop.
    queen_bishop_diagonal: Centipawns(5);

    /// Each piece by which the enemy outnumbers the king's side in the king's quadrant.
    quadrant_outnumbered as "king_quadrant.outnumbered": Centipawns(-5);
    // Own queens and all other pieces count one.
    /// How many pieces an enemy queen counts there.
    quadrant_enemy_queen as "king_quadrant.enemy_queen": Pieces(3);

    /// A side that has not castled and can no more.
    castling_impossible as "castling.impossible": Centipawns(-15);
    /// A side that has not castled and can only on the queen's side.
    kings_rook_moved as "castling.kings_rook_moved": Centipawns(-12);
    /// A side that has not castled and can only on the king's side.
    queens_rook_moved as "castling.queens_rook_moved": Centipawns(-8);
}

/// Points for each square of a piece, by the square of the enemy king.
///
/// A position reads only the rows of its two kings, 128 bytes each.
#[derive(Clone, Debug)]
pub(crate) struct Tropism(Box<[[i16; 64]; 64]>);

impl Tropism {
    fn new(points: impl Fn(Square, Square) -> i32) -> Tropism {
        let mut rows = Box::new([[0; 64]; 64]);
        for king in Square::ALL {
            for at in Square::ALL {
                rows[king as usize][at as usize] =
                    i16::try_from(points(at, king)).expect("points for closeness to the king fit 16 bits");
            }
        }
        Tropism(rows)
    }

    /// Points for every square of a piece while the enemy king stands on `king`.
    #[inline]
    pub(crate) fn row(&self, king: Square) -> &[i16; 64] {
        &self.0[king as usize]
    }
}

/// Points (centipawns) from the owner's side.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// The value of a piece wherever it stands, by its role; 0 for a king.
    pub(crate) values: [i32; Role::ALL.len() + 1],
    /// The bonus of a pawn for having advanced, by colour and square.
    pub(crate) advance: Box<[[i32; 64]; 2]>,
    /// The bonus of a knight for its closeness to the centre, by square.
    pub(crate) centre: Box<[i32; 64]>,
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
            rook_tropism: Tropism::new(|at, king| rook.points(nearest(at, king))),
            knight_tropism: Tropism::new(|at, king| knight.points(walk(at, king))),
            queen_tropism: Tropism::new(|at, king| queen.points(nearest(at, king))),
        }
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
