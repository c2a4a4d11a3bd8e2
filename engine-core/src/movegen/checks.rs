//! Quiet moves that give check.

use shakmaty::attacks::{bishop_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Color, Rank, Square};

use super::{king_square, lone_blockers};
use crate::encoded_move::EncodedMove;
use crate::position::{Position, castling_squares};

/// From where the enemy king is in check, computed once for a position.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    occupied: Bitboard,
    /// From where a man of the side to move gives check, by its number: shakmaty counts from 1 to 6.
    squares: [Bitboard; 8],
    /// Own men that alone stand between an own slider and the king.
    discoverers: Bitboard,
}

impl Checks {
    /// The checks of the side to move.
    ///
    /// # Panics
    /// Never: a legal position has both kings.
    #[inline]
    pub fn of(position: &Position) -> Checks {
        let (board, us) = (position.board(), position.turn());
        let king = king_square(board, !us).expect("a legal position has both kings");
        let occupied = board.occupied();
        let diagonal = bishop_attacks(king, occupied);
        let straight = rook_attacks(king, occupied);
        Checks {
            king,
            occupied,
            squares: [
                Bitboard::EMPTY,
                pawn_attacks(!us, king),
                knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
            ],
            discoverers: lone_blockers(board, us, king, us),
        }
    }

    /// True if `mv`, a legal move that neither captures nor promotes, gives check.
    #[inline]
    pub fn gives(&self, mv: EncodedMove) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            return self.castling_gives(from, to);
        }
        self.squares[mv.man()].contains(to) || self.discovers(from, to)
    }

    #[inline]
    fn discovers(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !ray(self.king, from).contains(to)
    }

    #[cold]
    fn castling_gives(&self, king: Square, rook: Square) -> bool {
        // The back rank shows which side castles.
        let color = Color::from_white(king.rank() == Rank::First);
        let after = castling_squares(color, king, rook);
        let left = self.occupied.without(king).without(rook);
        let occupied = left.with(after.king).with(after.rook);
        rook_attacks(self.king, occupied).contains(after.rook)
    }
}
