//! Every number of the two documents, in the documents' order.

use engine_core::numbers::Table;
use shakmaty::{ByRole, Color, Square};

/// The value of `table` for a piece of `color` on `square`, in centipawns from its owner's side. Black
/// reads the table mirrored vertically.
#[inline]
pub fn at(table: &Table, color: Color, square: Square) -> i16 {
    let from_top = color.fold_wb(7 - square.rank() as usize, square.rank() as usize);
    table[from_top][square.file() as usize]
}

type Values = ByRole<i32>;

engine_core::numbers! {
    /// The numbers of one evaluation.
    #[derive(Clone, Debug)]
    pub struct Params;
    /// The Simplified Evaluation Function.
    const MICHNIEWSKI, squares "on this square as White sees it, in centipawns; Black's on the square mirrored.";

    /// Piece values.
    value: Values {
        /// A pawn, in centipawns.
        pawn: Centipawns(100);
        /// A knight, in centipawns.
        knight: Centipawns(320);
        /// A bishop, in centipawns.
        bishop: Centipawns(330);
        /// A rook, in centipawns.
        rook: Centipawns(500);
        /// A queen, in centipawns.
        queen: Centipawns(900);
        king: Fixed(20_000);
    };
    /// A pawn
    pst_pawn: PawnSquares[
        [  0,   0,   0,   0,   0,   0,   0,   0],
        [ 50,  50,  50,  50,  50,  50,  50,  50],
        [ 10,  10,  20,  30,  30,  20,  10,  10],
        [  5,   5,  10,  25,  25,  10,   5,   5],
        [  0,   0,   0,  20,  20,   0,   0,   0],
        [  5,  -5, -10,   0,   0, -10,  -5,   5],
        [  5,  10,  10, -20, -20,  10,  10,   5],
        [  0,   0,   0,   0,   0,   0,   0,   0],
    ];
    /// A knight
    pst_knight: Squares[
        [-50, -40, -30, -30, -30, -30, -40, -50],
        [-40, -20,   0,   0,   0,   0, -20, -40],
        [-30,   0,  10,  15,  15,  10,   0, -30],
        [-30,   5,  15,  20,  20,  15,   5, -30],
        [-30,   0,  15,  20,  20,  15,   0, -30],
        [-30,   5,  10,  15,  15,  10,   5, -30],
        [-40, -20,   0,   5,   5,   0, -20, -40],
        [-50, -40, -30, -30, -30, -30, -40, -50],
    ];
    /// A bishop
    pst_bishop: Squares[
        [-20, -10, -10, -10, -10, -10, -10, -20],
        [-10,   0,   0,   0,   0,   0,   0, -10],
        [-10,   0,   5,  10,  10,   5,   0, -10],
        [-10,   5,   5,  10,  10,   5,   5, -10],
        [-10,   0,  10,  10,  10,  10,   0, -10],
        [-10,  10,  10,  10,  10,  10,  10, -10],
        [-10,   5,   0,   0,   0,   0,   5, -10],
        [-20, -10, -10, -10, -10, -10, -10, -20],
    ];
    /// A rook
    pst_rook: Squares[
        [  0,   0,   0,   0,   0,   0,   0,   0],
        [  5,  10,  10,  10,  10,  10,  10,   5],
        [ -5,   0,   0,   0,   0,   0,   0,  -5],
        [ -5,   0,   0,   0,   0,   0,   0,  -5],
        [ -5,   0,   0,   0,   0,   0,   0,  -5],
        [ -5,   0,   0,   0,   0,   0,   0,  -5],
        [ -5,   0,   0,   0,   0,   0,   0,  -5],
        [  0,   0,   0,   5,   5,   0,   0,   0],
    ];
    // Not symmetric: a4, b3 and c2 differ from h4, g3 and f2.
    /// A queen
    pst_queen: Squares[
        [-20, -10, -10,  -5,  -5, -10, -10, -20],
        [-10,   0,   0,   0,   0,   0,   0, -10],
        [-10,   0,   5,   5,   5,   5,   0, -10],
        [ -5,   0,   5,   5,   5,   5,   0,  -5],
        [  0,   0,   5,   5,   5,   5,   0,  -5],
        [-10,   5,   5,   5,   5,   5,   0, -10],
        [-10,   0,   5,   0,   0,   0,   0, -10],
        [-20, -10, -10,  -5,  -5, -10, -10, -20],
    ];
    /// The king, before an endgame with a table of its own,
    pst_king: Squares[
        [-30, -40, -40, -50, -50, -40, -40, -30],
        [-30, -40, -40, -50, -50, -40, -40, -30],
        [-30, -40, -40, -50, -50, -40, -40, -30],
        [-30, -40, -40, -50, -50, -40, -40, -30],
        [-20, -30, -30, -40, -40, -30, -30, -20],
        [-10, -20, -20, -20, -20, -20, -20, -10],
        [ 20,  20,   0,   0,   0,   0,  20,  20],
        [ 20,  30,  10,   0,   0,  10,  30,  20],
    ];
    /// The king in the endgame
    pst_king_endgame: Squares[
        [-50, -40, -30, -20, -20, -30, -40, -50],
        [-30, -20, -10,   0,   0, -10, -20, -30],
        [-30, -10,  20,  30,  30,  20, -10, -30],
        [-30, -10,  30,  40,  40,  30, -10, -30],
        [-30, -10,  30,  40,  40,  30, -10, -30],
        [-30, -10,  20,  30,  30,  20, -10, -30],
        [-30, -30,   0,   0,   0,   0, -30, -30],
        [-50, -30, -30, -30, -30, -30, -30, -50],
    ];
}

/// Otter: its own values and Michniewski's tables.
pub const OTTER: Params =
    Params { value: Values { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, king: 0 }, ..MICHNIEWSKI };

/// The tables that an evaluation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// None: squares do not count.
    None,
    /// One for each kind of piece; the king's is that of the middlegame at all stages.
    OneKing,
    /// Also the king's in the endgame.
    TwoKings,
}

impl Tables {
    /// True if the option `name` is a number that counts.
    pub(crate) fn have(self, name: &str) -> bool {
        match self {
            Tables::None => !name.starts_with("pst_"),
            Tables::OneKing => !name.starts_with("pst_king_endgame."),
            Tables::TwoKings => true,
        }
    }
}
