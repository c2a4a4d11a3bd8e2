//! True if a move that comes from somewhere else, such as a table, is legal.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use super::pawns::{forward, third_rank};
use super::{Generator, attackers};
use crate::encoded_move::EncodedMove;

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

    /// True if the man can go from `from` to `to` as it moves, checks and pins aside.
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
            return pawn_attacks(self.us, from).contains(to)
                && self.board.by_color(!self.us).contains(to);
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
            attackers(self.board, to, !self.us, occupied).is_empty()
        } else {
            self.targets.contains(to) && self.keeps_pin(from, to)
        }
    }
}
