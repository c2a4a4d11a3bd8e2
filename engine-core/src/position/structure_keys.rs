//! Keys of parts of the men, by which tables learn what positions have in common.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Board, Color, Role, Square};

/// Bits of a key.
pub const KEY_BITS: u32 = 14;
/// The bits of a man's random number that count, by kind: those of pawns, of minor pieces (and kings), of major pieces
/// (and kings), and of all pieces of the side, 16 for each.
const PARTS: [u64; 6] = [
    0x0000_0000_0000_ffff,
    0xffff_0000_ffff_0000,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_ffff_0000,
];

/// The keys, two numbers that moves keep up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StructureKeys {
    /// By colour; the keys of both sides' men are their differences.
    of: [u64; 2],
}

impl StructureKeys {
    pub(super) fn new(board: &Board) -> StructureKeys {
        let mut keys = StructureKeys::default();
        for (square, piece) in board.clone() {
            keys.toggle(piece.color, piece.role, square);
        }
        keys
    }

    /// A man comes to `square`, or leaves it.
    #[inline]
    pub(super) fn toggle(&mut self, color: Color, role: Role, square: Square) {
        let random = Zobrist64::zobrist_for_piece(square, role.of(color)).0;
        self.of[color as usize] ^= random & PARTS[role as usize - 1];
    }

    /// The keys of the pawns, of knights, bishops and kings, of rooks, queens and kings, of White's pieces, of Black's
    /// pieces: each below 2^[`KEY_BITS`].
    #[inline]
    pub fn all(self) -> [usize; 5] {
        let [white, black] = self.of;
        let both = white ^ black;
        [both, both >> 16, both >> 32, white >> 48, black >> 48]
            .map(|key| key as usize & ((1 << KEY_BITS) - 1))
    }
}
