//! A move with the positions before and after it, seen by the side that makes it.

use engine_core::encoded_move::EncodedMove;
use engine_core::position::Position;
use shakmaty::{Bitboard, Color, Role, Square};

use crate::board::king::zone_of;
use crate::interplay::Interplay;

/// A move that is played. Squares are seen by the side that moves, as if it were White.
///
/// It is examined in every node of the search: test cheap conditions first.
pub(super) struct Step<'a> {
    pub(super) interplay: &'a Interplay,
    pub(super) before: &'a Position,
    pub(super) after: &'a Position,
    pub(super) mv: EncodedMove,
}

impl Step<'_> {
    /// The side that moves.
    #[inline]
    pub(super) fn us(&self) -> Color {
        self.before.turn()
    }

    /// The role that moves; a castling king is a king.
    #[inline]
    pub(super) fn role(&self) -> Role {
        self.mv.role()
    }

    /// True if it neither takes nor promotes nor castles.
    #[inline]
    pub(super) fn is_quiet(&self) -> bool {
        self.mv.is_quiet() && !self.mv.is_castling()
    }

    /// The origin square.
    #[inline]
    pub(super) fn from(&self) -> Square {
        self.see_square(self.mv.from())
    }

    /// The target square; the rook's square for castling.
    #[inline]
    pub(super) fn to(&self) -> Square {
        self.see_square(self.mv.to())
    }

    /// A set of squares of the board as the mover sees it, and back.
    #[inline]
    pub(super) fn see(&self, set: Bitboard) -> Bitboard {
        self.us().fold_wb(set, set.flip_vertical())
    }

    /// The same for a square.
    #[inline]
    fn see_square(&self, square: Square) -> Square {
        self.us().fold_wb(square, square.flip_vertical())
    }

    /// The attacks of the piece on `square` in `position`, both as the mover sees it.
    pub(super) fn attacks(&self, position: &Position, square: Square) -> Bitboard {
        self.see(position.board().attacks_from(self.see_square(square)))
    }

    /// The number of empty squares that the moving piece attacked before.
    pub(super) fn free_squares_before(&self) -> usize {
        self.free_squares(self.before, self.from())
    }

    /// The number of empty squares that it attacks now.
    pub(super) fn free_squares_after(&self) -> usize {
        self.free_squares(self.after, self.to())
    }

    fn free_squares(&self, position: &Position, square: Square) -> usize {
        let occupied = self.see(position.board().occupied());
        (self.attacks(position, square) & !occupied).count()
    }

    /// The enemy king position.
    pub(super) fn enemy_king_zone(&self) -> Bitboard {
        let enemy = !self.us();
        let king = self.after.board().king_of(enemy);
        king.map_or(Bitboard::EMPTY, |king| self.see(zone_of(king, enemy)))
    }

    /// True if it takes a pawn on a square of the enemy king position and gives check.
    pub(super) fn is_check_for_pawn(&self) -> bool {
        self.mv.captured() == Some(Role::Pawn)
            && self.after.is_check()
            && self.enemy_king_zone().contains(self.see_square(self.mv.captured_on()))
    }
}
