//! Every number of the document. Centipawns from the owner's side unless a comment has another unit.
//!
//! [`DOCUMENT`] has those that are options; the others are constants beside it.

use engine_core::numbers::Table;
use shakmaty::{ByRole, Color, Square};

/// The value of `table` for a piece of `color` on `square`, in centipawns from its owner's side.
///
/// The document counts squares from a8 to h1 and lets Black read entry 63 - square: the board
/// turned round. Every table of the document is symmetric, so that is the same as mirrored.
#[inline]
pub fn at(table: &Table, color: Color, square: Square) -> i16 {
    // From a1 = 0, h8 = 63 that is the square with its rank, or with its file, turned over.
    const RANK: usize = 0o70;
    const FILE: usize = 0o07;
    table.as_flattened()[square as usize ^ color.fold_wb(RANK, FILE)]
}

type Values = ByRole<i32>;

/// Additions to the value of a file for an advanced pawn that nothing attacks.
#[derive(Clone, Copy, Debug)]
pub struct AdvancedPawn {
    /// In any case.
    pub safe: i32,
    /// More, if something defends it.
    pub defended: i32,
}

engine_core::numbers! {
    /// The numbers of one evaluation, in the document's order.
    #[derive(Clone, Debug)]
    pub struct Params;
    /// The document's numbers.
    const DOCUMENT, squares "on this square as White sees it; the board is turned round for Black.";

    /// Piece values.
    value: Values {
        /// A pawn.
        pawn: Centipawns(100);
        /// A knight.
        knight: Centipawns(320);
        /// A bishop.
        bishop: Centipawns(325);
        /// A rook.
        rook: Centipawns(500);
        /// A queen.
        queen: Centipawns(975);
        king: Fixed(32_767);
    };
    /// A pawn
    pst_pawn: PawnSquares[
        [  0,   0,   0,   0,   0,   0,   0,   0],
        [ 50,  50,  50,  50,  50,  50,  50,  50],
        [ 10,  10,  20,  30,  30,  20,  10,  10],
        [  5,   5,  10,  27,  27,  10,   5,   5],
        [  0,   0,   0,  25,  25,   0,   0,   0],
        [  5,  -5, -10,   0,   0, -10,  -5,   5],
        [  5,  10,  10, -25, -25,  10,  10,   5],
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
        [-50, -40, -20, -30, -30, -20, -40, -50],
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
        [-20, -10, -40, -10, -10, -40, -10, -20],
    ];
    /// The king with the endgame flag off
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
    /// The king with the endgame flag on
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
    /// For each point by which a piece is attacked more than it is defended.
    hanging: Centipawns(-10);
    /// A pawn on the a- or h-file.
    edge_pawn: Centipawns(-15);
    /// Each pawn of a file after the first.
    doubled_pawn: Centipawns(-16);
    /// A pawn on the seventh rank of its side.
    seventh_rank: AdvancedPawn {
        /// A passed pawn on the seventh rank that nothing attacks.
        safe: Centipawns(200);
        /// More for one that something defends.
        defended: Centipawns(50);
    };
    /// A pawn on the sixth rank of its side.
    sixth_rank: AdvancedPawn {
        /// A passed pawn on the sixth rank that nothing attacks.
        safe: Centipawns(100);
        /// More for one that something defends.
        defended: Centipawns(25);
    };
    // The addition of every pawn to the value of its file. The document takes a file of value 0 for empty; here it
    // is empty if no pawn stands there, so that other numbers change nothing else.
    /// Each pawn of a passed file; a file with pawns is not empty if this is 0.
    file_pawn: Centipawns(10);
    /// A knight with the endgame flag on.
    knight_endgame: Centipawns(-10);
    /// Each bishop of a side after the first.
    bishop_pair: Centipawns(10);
    /// A bishop with the endgame flag on.
    bishop_endgame: Centipawns(10);
    /// A rook that has moved while its side has not castled.
    rook_moved: Centipawns(-10);
    /// A queen that has moved, with the endgame flag off.
    queen_moved: Centipawns(-10);
    // Fewer than KING_ENOUGH_MOVES.
    /// A king with fewer than two valid moves.
    king_few_moves: Centipawns(-5);
    /// A king that has moved without castling, with the endgame flag off.
    king_moved: Centipawns(-30);
    /// Giving check.
    check: Centipawns(75);
    /// Giving check with the endgame flag on, besides.
    check_endgame: Centipawns(10);
    /// Having castled.
    castled: Centipawns(40);
    /// Being to move.
    tempo: Centipawns(10);
    // Fewer than ENDGAME_PIECES, whatever the flag.
    /// Giving check with fewer than ten pieces, besides.
    check_few_men: Centipawns(10);
    /// This file with pawns of a side that has none beside it.
    isolated_pawn: Centipawns[-12, -14, -16, -20, -20, -16, -14, -12];
}

impl Params {
    /// The value of the king's table.
    #[inline]
    pub fn king_square(&self, color: Color, square: Square, endgame: bool) -> i32 {
        let table = if endgame { &self.pst_king_endgame } else { &self.pst_king };
        i32::from(at(table, color, square))
    }
}

/// The amount that a piece adds to the defended or attacked value of each piece it reaches. The document uses
/// these values without printing them; they are those of the author's own later publication.
pub const ACTION: ByRole<i32> = ByRole { pawn: 6, knight: 3, bishop: 3, rook: 2, queen: 1, king: 1 };

/// Valid moves below which a king has few of them.
pub const KING_ENOUGH_MOVES: i32 = 2;

/// Plies without capture or pawn move after which the position is worth nothing.
pub const FIFTY_MOVES: u32 = 100;

/// Occurrences of a position at which it is worth nothing.
pub const REPETITIONS: u32 = 3;

/// Having mated the other side.
pub const MATE: i32 = 32_767;

/// The number of pieces of both sides, pawns and kings included, below which the endgame begins.
pub const ENDGAME_PIECES: u32 = 10;
