//! Questions about single moves: whether one that comes from somewhere else, such as a table, is legal, and which quiet
//! moves give check.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::pawns::{forward, third_rank};
use super::{Generator, king_square, lone_blockers};
use crate::encoded_move::EncodedMove;
use crate::position::{Position, castling_squares};

impl Generator<'_> {
    /// True if `mv`, which may come from another position by way of a table, is legal here.
    #[inline]
    pub fn is_legal(&self, mv: EncodedMove) -> bool {
        let (role, from, to) = (mv.role(), mv.from(), mv.to());
        let mut found = false;
        let mut look = |candidate| found |= candidate == mv;
        if mv.is_castling() {
            self.castling(&mut look);
            return found;
        }
        if mv.is_en_passant() {
            if self.position.en_passant() == Some(to) {
                self.en_passant(&mut look);
            }
            return found;
        }
        let (captured, them) = (mv.captured(), self.board.by_color(!self.us));
        self.is_ours(role, from)
            && !self.board.by_color(self.us).contains(to)
            && captured == self.board.role_at(to)
            && captured != Some(Role::King)
            && (captured.is_some() == them.contains(to))
            && self.reaches(role, from, to, mv.promotion())
            && self.is_safe(role, from, to)
    }

    fn is_ours(&self, role: Role, from: Square) -> bool {
        (self.board.by_role(role) & self.board.by_color(self.us)).contains(from)
    }

    /// True if the piece can go from `from` to `to` as it moves, checks and pins aside.
    fn reaches(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> bool {
        let occupied = self.board.occupied();
        if role == Role::Pawn {
            return self.pawn_reaches(from, to, promotion);
        }
        let attacked = match role {
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            _ => king_attacks(from),
        };
        promotion.is_none() && attacked.contains(to)
    }

    fn pawn_reaches(&self, from: Square, to: Square, promotion: Option<Role>) -> bool {
        let promotes = Bitboard::BACKRANKS.contains(to);
        let good_promotion = match promotion {
            None => !promotes,
            Some(role) => promotes && role != Role::Pawn && role != Role::King,
        };
        if !good_promotion {
            return false;
        }
        if from.file() != to.file() {
            return pawn_attacks(self.us, from).contains(to) && self.board.by_color(!self.us).contains(to);
        }
        let empty = !self.board.occupied();
        let one = forward(self.us, Bitboard::from_square(from)) & empty;
        let two = forward(self.us, one & third_rank(self.us)) & empty;
        (one | two).contains(to)
    }

    #[inline]
    fn is_safe(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            let occupied = self.board.occupied().without(from);
            self.board.attacks_to(to, !self.us, occupied).is_empty()
        } else {
            self.targets.contains(to) && self.keeps_pin(from, to)
        }
    }
}

/// From where the enemy king is in check, computed once for a position.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    occupied: Bitboard,
    /// From where a piece of the side to move gives check, by its number: shakmaty counts from 1 to 6.
    squares: [Bitboard; 8],
    /// Own pieces that alone stand between an own slider and the king.
    discoverers: Bitboard,
}

impl Checks {
    /// The checks of the side to move.
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
        self.squares[mv.piece()].contains(to) || self.discoverers.contains(from) && !ray(self.king, from).contains(to)
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
