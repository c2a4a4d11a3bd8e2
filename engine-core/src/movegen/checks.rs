//! Which quiet moves give check.

use shakmaty::attacks::{bishop_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Chess, Color, Position, Rank, Role, Square};

use super::{castling_squares, king_square, lone_blockers};
use crate::encoded_move::EncodedMove;

/// From where the enemy king is in check, computed once for a position.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    occupied: Bitboard,
    /// Where a pawn, a knight, a bishop and a rook of the side to move give check.
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    /// Own men that alone stand between an own slider and the king.
    discoverers: Bitboard,
}

impl Checks {
    /// The checks of the side to move; `None` on a board without an enemy king.
    #[inline]
    pub fn of(position: &Chess) -> Option<Checks> {
        let (board, us) = (position.board(), position.turn());
        let king = king_square(board, !us)?;
        let occupied = board.occupied();
        Some(Checks {
            king,
            occupied,
            pawn: pawn_attacks(!us, king),
            knight: knight_attacks(king),
            bishop: bishop_attacks(king, occupied),
            rook: rook_attacks(king, occupied),
            discoverers: lone_blockers(board, us, king, us),
        })
    }

    /// Whether `mv`, a legal move that neither captures nor promotes, gives check.
    #[inline]
    pub fn gives(&self, mv: EncodedMove) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            return self.castling_gives(from, to);
        }
        self.squares(mv.role()).contains(to) || self.discovers(from, to)
    }

    /// Where a man of `role` on `from` might give check by going there: no check is missing.
    #[inline]
    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        if self.discoverers.contains(from) {
            Bitboard::FULL
        } else {
            self.squares(role)
        }
    }

    /// From where a man of `role` gives check.
    #[inline]
    fn squares(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => Bitboard::EMPTY,
        }
    }

    fn discovers(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !ray(self.king, from).contains(to)
    }

    #[cold]
    fn castling_gives(&self, king: Square, rook: Square) -> bool {
        // The back rank tells whose king castles.
        let color = Color::from_white(king.rank() == Rank::First);
        let after = castling_squares(color, king, rook);
        let left = self.occupied.without(king).without(rook);
        let occupied = left.with(after.king).with(after.rook);
        rook_attacks(self.king, occupied).contains(after.rook)
    }
}
