//! Every number of the document, in the document's order. Centipawns from the owner's side, if
//! nothing else is said.

use shakmaty::{ByRole, Color, Square};

/// Centipawns for each square as the document prints them: the first row is rank 8, the first
/// column the a-file, seen by White.
pub type Table = [[i16; 8]; 8];

/// What `table` gives a man of `color` on `square`, in centipawns from its owner's side.
///
/// The document counts squares from a8 to h1 and lets Black read entry 63 - square: the board
/// turned round. Every table is symmetric, so that is the same as mirrored.
#[inline]
pub fn at(table: &Table, color: Color, square: Square) -> i32 {
    // From a1 = 0, h8 = 63 that is the square with its rank, or with its file, turned over.
    const RANK: usize = 0o70;
    const FILE: usize = 0o07;
    i32::from(table.as_flattened()[square as usize ^ color.fold_wb(RANK, FILE)])
}

/// Piece values.
pub const VALUES: ByRole<i32> = ByRole {
    pawn: 100,
    knight: 320,
    bishop: 325,
    rook: 500,
    queen: 975,
    king: 32_767,
};

/// The pawn's table.
#[rustfmt::skip]
pub const PAWN: Table = [
    [  0,   0,   0,   0,   0,   0,   0,   0],
    [ 50,  50,  50,  50,  50,  50,  50,  50],
    [ 10,  10,  20,  30,  30,  20,  10,  10],
    [  5,   5,  10,  27,  27,  10,   5,   5],
    [  0,   0,   0,  25,  25,   0,   0,   0],
    [  5,  -5, -10,   0,   0, -10,  -5,   5],
    [  5,  10,  10, -25, -25,  10,  10,   5],
    [  0,   0,   0,   0,   0,   0,   0,   0],
];

/// The knight's table.
#[rustfmt::skip]
pub const KNIGHT: Table = [
    [-50, -40, -30, -30, -30, -30, -40, -50],
    [-40, -20,   0,   0,   0,   0, -20, -40],
    [-30,   0,  10,  15,  15,  10,   0, -30],
    [-30,   5,  15,  20,  20,  15,   5, -30],
    [-30,   0,  15,  20,  20,  15,   0, -30],
    [-30,   5,  10,  15,  15,  10,   5, -30],
    [-40, -20,   0,   5,   5,   0, -20, -40],
    [-50, -40, -20, -30, -30, -20, -40, -50],
];

/// The bishop's table.
#[rustfmt::skip]
pub const BISHOP: Table = [
    [-20, -10, -10, -10, -10, -10, -10, -20],
    [-10,   0,   0,   0,   0,   0,   0, -10],
    [-10,   0,   5,  10,  10,   5,   0, -10],
    [-10,   5,   5,  10,  10,   5,   5, -10],
    [-10,   0,  10,  10,  10,  10,   0, -10],
    [-10,  10,  10,  10,  10,  10,  10, -10],
    [-10,   5,   0,   0,   0,   0,   5, -10],
    [-20, -10, -40, -10, -10, -40, -10, -20],
];

/// The king's table while the endgame flag is off.
#[rustfmt::skip]
pub const KING: Table = [
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-20, -30, -30, -40, -40, -30, -30, -20],
    [-10, -20, -20, -20, -20, -20, -20, -10],
    [ 20,  20,   0,   0,   0,   0,  20,  20],
    [ 20,  30,  10,   0,   0,  10,  30,  20],
];

/// The king's table while the endgame flag is on.
#[rustfmt::skip]
pub const KING_ENDGAME: Table = [
    [-50, -40, -30, -20, -20, -30, -40, -50],
    [-30, -20, -10,   0,   0, -10, -20, -30],
    [-30, -10,  20,  30,  30,  20, -10, -30],
    [-30, -10,  30,  40,  40,  30, -10, -30],
    [-30, -10,  30,  40,  40,  30, -10, -30],
    [-30, -10,  20,  30,  30,  20, -10, -30],
    [-30, -30,   0,   0,   0,   0, -30, -30],
    [-50, -30, -30, -30, -30, -30, -30, -50],
];

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

/// For each point by which a man is attacked more than it is defended.
pub const HANGING: i32 = -10;

/// A pawn on the a- or h-file.
pub const EDGE_PAWN: i32 = -15;

/// Each pawn of a file after the first.
pub const DOUBLED_PAWN: i32 = -16;

/// What an advanced pawn that nothing attacks adds to the value of its file.
#[derive(Clone, Copy, Debug)]
pub struct Advanced {
    /// In any case.
    pub safe: i32,
    /// More, if something defends it.
    pub defended: i32,
}

/// A pawn on the seventh rank of its side.
pub const SEVENTH_RANK: Advanced = Advanced {
    safe: 200,
    defended: 50,
};

/// A pawn on the sixth rank of its side.
pub const SIXTH_RANK: Advanced = Advanced {
    safe: 100,
    defended: 25,
};

/// What every pawn adds to the value of its file.
pub const FILE_PAWN: i32 = 10;

/// A knight while the endgame flag is on.
pub const KNIGHT_ENDGAME: i32 = -10;

/// Each bishop of a side after the first.
pub const BISHOP_PAIR: i32 = 10;

/// A bishop while the endgame flag is on.
pub const BISHOP_ENDGAME: i32 = 10;

/// A rook that has moved while its side has not castled.
pub const ROOK_MOVED: i32 = -10;

/// A queen that has moved while the endgame flag is off.
pub const QUEEN_MOVED: i32 = -10;

/// Valid moves below which a king has few of them.
pub const KING_ENOUGH_MOVES: i32 = 2;

/// A king with few valid moves.
pub const KING_FEW_MOVES: i32 = -5;

/// A king that has moved while its side has not castled and the endgame flag is off.
pub const KING_MOVED: i32 = -30;

/// Plies without capture or pawn move after which the position is worth nothing.
pub const FIFTY_MOVES: u32 = 100;

/// Occurrences of a position at which it is worth nothing.
pub const REPETITIONS: u32 = 3;

/// Having mated the other side.
pub const MATE: i32 = 32_767;

/// Giving check.
pub const CHECK: i32 = 75;

/// Giving check while the endgame flag is on, besides [`CHECK`].
pub const CHECK_ENDGAME: i32 = 10;

/// Having castled.
pub const CASTLED: i32 = 40;

/// Being to move.
pub const TEMPO: i32 = 10;

/// The number of men of both sides, pawns and kings included, below which the endgame begins.
pub const ENDGAME_MEN: u32 = 10;

/// Giving check with fewer than [`ENDGAME_MEN`] men, whatever the flag, besides the others.
pub const CHECK_FEW_MEN: i32 = 10;

/// A file with pawns of a side that has none on the files beside it: a-file first.
pub const ISOLATED_PAWN: [i32; 8] = [-12, -14, -16, -20, -20, -16, -14, -12];

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
            let white = i32::from(square == Square::C8);
            let black = i32::from(square == Square::F1);
            assert_eq!(at(&table, Color::White, square), white);
            assert_eq!(at(&table, Color::Black, square), black);
        }
    }
}
