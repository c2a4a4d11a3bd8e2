//! Every number of the document. Centipawns from the owner's side, if nothing else is said.
//!
//! [`DOCUMENT`] has those that are options; the others are constants beside it.

use shakmaty::{ByRole, Color, Square};

/// Centipawns for each square as the document prints them: the first row is rank 8, the first
/// column the a-file, seen by White.
pub type Table = [[i16; 8]; 8];

/// What `table` gives a man of `color` on `square`, in centipawns from its owner's side.
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

/// Where `table` has what it gives White's men on `square`.
pub fn entry(table: &mut Table, square: Square) -> &mut i16 {
    &mut table[7 - square.rank() as usize][square.file() as usize]
}

/// What an advanced pawn that nothing attacks adds to the value of its file.
#[derive(Clone, Copy, Debug)]
pub struct Advanced {
    /// In any case.
    pub safe: i32,
    /// More, if something defends it.
    pub defended: i32,
}

/// The numbers of one evaluation, in the document's order.
#[derive(Clone, Debug)]
pub struct Params {
    /// Piece values.
    pub values: ByRole<i32>,
    /// The pawn's table.
    pub pawn: Table,
    /// The knight's table.
    pub knight: Table,
    /// The bishop's table.
    pub bishop: Table,
    /// The king's table while the endgame flag is off.
    pub king: Table,
    /// The king's table while the endgame flag is on.
    pub king_endgame: Table,
    /// For each point by which a man is attacked more than it is defended.
    pub hanging: i32,
    /// A pawn on the a- or h-file.
    pub edge_pawn: i32,
    /// Each pawn of a file after the first.
    pub doubled_pawn: i32,
    /// A pawn on the seventh rank of its side.
    pub seventh_rank: Advanced,
    /// A pawn on the sixth rank of its side.
    pub sixth_rank: Advanced,
    /// What every pawn adds to the value of its file. The document takes a file of value 0 for empty; here it
    /// is empty if no pawn stands there, so that other numbers change nothing else.
    pub file_pawn: i32,
    /// A knight while the endgame flag is on.
    pub knight_endgame: i32,
    /// Each bishop of a side after the first.
    pub bishop_pair: i32,
    /// A bishop while the endgame flag is on.
    pub bishop_endgame: i32,
    /// A rook that has moved while its side has not castled.
    pub rook_moved: i32,
    /// A queen that has moved while the endgame flag is off.
    pub queen_moved: i32,
    /// A king with few valid moves.
    pub king_few_moves: i32,
    /// A king that has moved while its side has not castled and the endgame flag is off.
    pub king_moved: i32,
    /// Giving check.
    pub check: i32,
    /// Giving check while the endgame flag is on, besides `check`.
    pub check_endgame: i32,
    /// Having castled.
    pub castled: i32,
    /// Being to move.
    pub tempo: i32,
    /// Giving check with fewer than [`ENDGAME_MEN`] men, whatever the flag, besides the others.
    pub check_few_men: i32,
    /// A file with pawns of a side that has none on the files beside it: a-file first.
    pub isolated_pawn: [i32; 8],
}

impl Params {
    /// What the king's table gives it.
    #[inline]
    pub fn king_square(&self, color: Color, square: Square, endgame: bool) -> i32 {
        let table = if endgame {
            &self.king_endgame
        } else {
            &self.king
        };
        i32::from(at(table, color, square))
    }
}

/// The document's numbers.
pub const DOCUMENT: Params = Params {
    values: ByRole {
        pawn: 100,
        knight: 320,
        bishop: 325,
        rook: 500,
        queen: 975,
        king: 32_767,
    },
    pawn: PAWN,
    knight: KNIGHT,
    bishop: BISHOP,
    king: KING,
    king_endgame: KING_ENDGAME,
    hanging: -10,
    edge_pawn: -15,
    doubled_pawn: -16,
    seventh_rank: Advanced {
        safe: 200,
        defended: 50,
    },
    sixth_rank: Advanced {
        safe: 100,
        defended: 25,
    },
    file_pawn: 10,
    knight_endgame: -10,
    bishop_pair: 10,
    bishop_endgame: 10,
    rook_moved: -10,
    queen_moved: -10,
    king_few_moves: -5,
    king_moved: -30,
    check: 75,
    check_endgame: 10,
    castled: 40,
    tempo: 10,
    check_few_men: 10,
    isolated_pawn: [-12, -14, -16, -20, -20, -16, -14, -12],
};

/// What a man adds to the defended or attacked value of each man it reaches. The document uses
/// these values without printing them; they are those of the author's own later publication.
pub const ACTION: ByRole<i32> = ByRole {
    pawn: 6,
    knight: 3,
    bishop: 3,
    rook: 2,
    queen: 1,
    king: 1,
};

/// Valid moves below which a king has few of them.
pub const KING_ENOUGH_MOVES: i32 = 2;

/// Plies without capture or pawn move after which the position is worth nothing.
pub const FIFTY_MOVES: u32 = 100;

/// Occurrences of a position at which it is worth nothing.
pub const REPETITIONS: u32 = 3;

/// Having mated the other side.
pub const MATE: i32 = 32_767;

/// The number of men of both sides, pawns and kings included, below which the endgame begins.
pub const ENDGAME_MEN: u32 = 10;

#[rustfmt::skip]
const PAWN: Table = [
    [  0,   0,   0,   0,   0,   0,   0,   0],
    [ 50,  50,  50,  50,  50,  50,  50,  50],
    [ 10,  10,  20,  30,  30,  20,  10,  10],
    [  5,   5,  10,  27,  27,  10,   5,   5],
    [  0,   0,   0,  25,  25,   0,   0,   0],
    [  5,  -5, -10,   0,   0, -10,  -5,   5],
    [  5,  10,  10, -25, -25,  10,  10,   5],
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
    [-50, -40, -20, -30, -30, -20, -40, -50],
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
    [-20, -10, -40, -10, -10, -40, -10, -20],
];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_symmetric() {
        for table in [PAWN, KNIGHT, BISHOP, KING, KING_ENDGAME] {
            for row in table {
                let mut reversed = row;
                reversed.reverse();
                assert_eq!(row, reversed);
            }
        }
    }

    #[test]
    fn tables_are_read_as_printed_and_turned_round() {
        let mut table = [[0; 8]; 8];
        table[0][2] = 1; // c8 for White, f1 for Black
        for square in Square::ALL {
            let white = i16::from(square == Square::C8);
            let black = i16::from(square == Square::F1);
            assert_eq!(at(&table, Color::White, square), white);
            assert_eq!(at(&table, Color::Black, square), black);
        }
    }
}
