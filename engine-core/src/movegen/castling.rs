//! Castling.

use shakmaty::attacks::between;
use shakmaty::{CastlingSide, Square};

use super::{Generator, attackers};
use crate::encoded_move::EncodedMove;
use crate::position::castling_squares;

impl Generator<'_> {
    #[inline]
    pub(super) fn castling(&self, push: &mut impl FnMut(EncodedMove)) {
        if self.checkers.any() {
            return;
        }
        for side in CastlingSide::ALL {
            let castles = self.position.castles();
            if let Some(rook) = castles.rook(self.us, side)
                && (castles.path(self.us, side) & self.board.occupied()).is_empty()
                && self.king_walks_safely(rook, side)
            {
                push(EncodedMove::castling(self.king, rook));
            }
        }
    }

    fn king_walks_safely(&self, rook: Square, side: CastlingSide) -> bool {
        let to = castling_squares(self.us, self.king, rook);
        debug_assert_eq!(side, CastlingSide::from_king_side(self.king < rook));
        let walking = self.board.occupied().without(self.king);
        let arrived = walking.without(rook).with(to.rook);
        let safe = |square, occupied| attackers(self.board, square, !self.us, occupied).is_empty();
        between(self.king, to.king).into_iter().all(|square| safe(square, walking))
            && safe(to.king, arrived)
    }
}
