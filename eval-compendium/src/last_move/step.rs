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
    before: &'a Position,
    after: &'a Position,
    mv: EncodedMove,
}

impl<'a> Step<'a> {
    pub(super) fn new(
        interplay: &'a Interplay,
        before: &'a Position,
        mv: EncodedMove,
        after: &'a Position,
    ) -> Step<'a> {
        Step { interplay, before, after, mv }
    }

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

    /// The captured role, if any.
    #[inline]
    pub(super) fn capture(&self) -> Option<Role> {
        self.mv.captured()
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

    /// The square of the captured man; the target square if it captures none.
    pub(super) fn taken_on(&self) -> Square {
        self.see_square(self.mv.captured_on())
    }

    /// True if it gives check.
    #[inline]
    pub(super) fn gives_check(&self) -> bool {
        self.after.is_check()
    }

    /// The position before the move.
    #[inline]
    pub(super) fn before(&self) -> &Position {
        self.before
    }

    /// The position after the move.
    #[inline]
    pub(super) fn after(&self) -> &Position {
        self.after
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

    /// The attacks of the man on `square` in `position`, both as the mover sees it.
    pub(super) fn attacks(&self, position: &Position, square: Square) -> Bitboard {
        self.see(position.board().attacks_from(self.see_square(square)))
    }

    /// The number of empty squares that the moving man attacked before.
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
        self.capture() == Some(Role::Pawn)
            && self.gives_check()
            && self.enemy_king_zone().contains(self.taken_on())
    }
}
