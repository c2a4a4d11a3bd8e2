//! Every number of the two documents, in the documents' order.

use shakmaty::{ByRole, Color, Square};

/// Centipawns for each square as the documents print them: the first row is rank 8, the first
/// column the a-file, seen by White.
pub type Table = [[i16; 8]; 8];

/// What `table` gives a man of `color` on `square`, in centipawns from its owner's side. Black
/// reads the table mirrored vertically.
#[inline]
pub fn at(table: &Table, color: Color, square: Square) -> i16 {
    let from_top = color.fold_wb(7 - square.rank() as usize, square.rank() as usize);
    table[from_top][square.file() as usize]
}

/// Where `table` has what it gives White's men on `square`.
pub fn entry(table: &mut Table, square: Square) -> &mut i16 {
    &mut table[7 - square.rank() as usize][square.file() as usize]
}

/// The numbers of one evaluation.
#[derive(Clone, Debug)]
pub struct Params {
    /// Piece values in centipawns.
    pub values: ByRole<i16>,
    /// A table for each kind of man, if squares count; the king's is that of the middlegame.
    pub tables: Option<ByRole<Table>>,
    /// The king's table in the endgame, if it has another one.
    pub endgame_king: Option<Table>,
}

/// The Simplified Evaluation Function.
pub const MICHNIEWSKI: Params = Params {
    values: ByRole {
        pawn: 100,
        knight: 320,
        bishop: 330,
        rook: 500,
        queen: 900,
        king: 20_000,
    },
    tables: Some(TABLES),
    endgame_king: Some(KING_ENDGAME),
};

/// Otter: its own values, Michniewski's tables, one king table.
pub const OTTER: Params = Params {
    values: ByRole {
        pawn: 100,
        knight: 300,
        bishop: 300,
        rook: 500,
        queen: 900,
        king: 0,
    },
    tables: Some(TABLES),
    endgame_king: None,
};

/// Michniewski's piece values without his tables.
pub const MATERIAL: Params = Params {
    values: MICHNIEWSKI.values,
    tables: None,
    endgame_king: None,
};

const TABLES: ByRole<Table> = ByRole {
    pawn: PAWN,
    knight: KNIGHT,
    bishop: BISHOP,
    rook: ROOK,
    queen: QUEEN,
    king: KING,
};

#[rustfmt::skip]
const PAWN: Table = [
    [  0,   0,   0,   0,   0,   0,   0,   0],
    [ 50,  50,  50,  50,  50,  50,  50,  50],
    [ 10,  10,  20,  30,  30,  20,  10,  10],
    [  5,   5,  10,  25,  25,  10,   5,   5],
    [  0,   0,   0,  20,  20,   0,   0,   0],
    [  5,  -5, -10,   0,   0, -10,  -5,   5],
    [  5,  10,  10, -20, -20,  10,  10,   5],
    [  0,   0,   0,   0,   0,   0,   0,   0],
];

#[rustfmt::skip]
const KNIGHT: Table = [
    [-50, -40, -30, -30, -30, -30, -40, -50],
    [-40, -20,   0,   0,   0,   0, -20, -40],
    [-30,   0,  10,  15,  15,  10,   0, -30],
    [-30,   5,  15,  20,  20,  15,   5, -30],
    [-30,   0,  15,  20,  20,  15,   0, -30],
    [-30,   5,  10,  15,  15,  10,   5, -30],
    [-40, -20,   0,   5,   5,   0, -20, -40],
    [-50, -40, -30, -30, -30, -30, -40, -50],
];

#[rustfmt::skip]
const BISHOP: Table = [
    [-20, -10, -10, -10, -10, -10, -10, -20],
    [-10,   0,   0,   0,   0,   0,   0, -10],
    [-10,   0,   5,  10,  10,   5,   0, -10],
    [-10,   5,   5,  10,  10,   5,   5, -10],
    [-10,   0,  10,  10,  10,  10,   0, -10],
    [-10,  10,  10,  10,  10,  10,  10, -10],
    [-10,   5,   0,   0,   0,   0,   5, -10],
    [-20, -10, -10, -10, -10, -10, -10, -20],
];

#[rustfmt::skip]
const ROOK: Table = [
    [  0,   0,   0,   0,   0,   0,   0,   0],
    [  5,  10,  10,  10,  10,  10,  10,   5],
    [ -5,   0,   0,   0,   0,   0,   0,  -5],
    [ -5,   0,   0,   0,   0,   0,   0,  -5],
    [ -5,   0,   0,   0,   0,   0,   0,  -5],
    [ -5,   0,   0,   0,   0,   0,   0,  -5],
    [ -5,   0,   0,   0,   0,   0,   0,  -5],
    [  0,   0,   0,   5,   5,   0,   0,   0],
];

/// Not symmetric: a4, b3 and c2 differ from h4, g3 and f2.
#[rustfmt::skip]
const QUEEN: Table = [
    [-20, -10, -10,  -5,  -5, -10, -10, -20],
    [-10,   0,   0,   0,   0,   0,   0, -10],
    [-10,   0,   5,   5,   5,   5,   0, -10],
    [ -5,   0,   5,   5,   5,   5,   0,  -5],
    [  0,   0,   5,   5,   5,   5,   0,  -5],
    [-10,   5,   5,   5,   5,   5,   0, -10],
    [-10,   0,   5,   0,   0,   0,   0, -10],
    [-20, -10, -10,  -5,  -5, -10, -10, -20],
];

/// The king in the middlegame.
#[rustfmt::skip]
const KING: Table = [
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-20, -30, -30, -40, -40, -30, -30, -20],
    [-10, -20, -20, -20, -20, -20, -20, -10],
    [ 20,  20,   0,   0,   0,   0,  20,  20],
    [ 20,  30,  10,   0,   0,  10,  30,  20],
];

/// The king in the endgame.
#[rustfmt::skip]
const KING_ENDGAME: Table = [
    [-50, -40, -30, -20, -20, -30, -40, -50],
    [-30, -20, -10,   0,   0, -10, -20, -30],
    [-30, -10,  20,  30,  30,  20, -10, -30],
    [-30, -10,  30,  40,  40,  30, -10, -30],
    [-30, -10,  30,  40,  40,  30, -10, -30],
    [-30, -10,  20,  30,  30,  20, -10, -30],
    [-30, -30,   0,   0,   0,   0, -30, -30],
    [-50, -30, -30, -30, -30, -30, -30, -50],
];
