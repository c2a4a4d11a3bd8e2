//! Pawn moves.

use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::Generator;
use crate::encoded_move::EncodedMove;

impl Generator<'_> {
    /// Captures of `victims`, and those that promote.
    #[inline]
    pub(super) fn pawn_captures(&self, victims: Bitboard, push: &mut impl FnMut(EncodedMove)) {
        let pawns = self.board.pawns() & self.board.by_color(self.us);
        let promoting = self.board.by_color(!self.us) & Bitboard::BACKRANKS;
        let wanted = (victims | promoting) & self.targets;
        for from in pawns & pawn_attackers(self.us, wanted) {
            for to in pawn_attacks(self.us, from) & wanted {
                if self.keeps_pin(from, to) {
                    self.push_pawn(from, to, self.board.role_at(to), push);
                }
            }
        }
    }

    #[inline]
    pub(super) fn pawn_promotions(&self, push: &mut impl FnMut(EncodedMove)) {
        let pawns = self.board.pawns() & self.board.by_color(self.us) & seventh_rank(self.us);
        if pawns.is_empty() {
            return;
        }
        let wanted = !self.board.occupied() & self.targets;
        self.push_steps(forward(self.us, pawns) & wanted, 1, push);
    }

    #[inline]
    pub(super) fn pawn_pushes(&self, wanted: Bitboard, push: &mut impl FnMut(EncodedMove)) {
        let wanted = wanted & self.targets;
        let empty = !self.board.occupied();
        let pawns = self.board.pawns() & self.board.by_color(self.us) & !seventh_rank(self.us);
        let one = forward(self.us, pawns) & empty;
        let two = forward(self.us, one & third_rank(self.us)) & empty;
        self.push_steps(one & wanted, 1, push);
        self.push_steps(two & wanted, 2, push);
    }

    #[inline]
    fn push_steps(&self, to: Bitboard, steps: i32, push: &mut impl FnMut(EncodedMove)) {
        let back = self.us.fold_wb(-8, 8) * steps;
        for to in to {
            // A pawn that stands `steps` behind `to` is on the board.
            if let Some(from) = to.offset(back)
                && self.keeps_pin(from, to)
            {
                self.push_pawn(from, to, None, push);
            }
        }
    }

    #[inline]
    fn push_pawn(&self, from: Square, to: Square, captured: Option<Role>, push: &mut impl FnMut(EncodedMove)) {
        let mv = EncodedMove::normal(Role::Pawn, from, to, captured);
        if Bitboard::BACKRANKS.contains(to) {
            for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                push(mv.promoting_to(role));
            }
        } else {
            push(mv);
        }
    }

    #[inline]
    pub(super) fn en_passant(&self, push: &mut impl FnMut(EncodedMove)) {
        if let Some(to) = self.position.en_passant() {
            for from in self.position.en_passant_captors() {
                push(EncodedMove::en_passant(from, to));
            }
        }
    }
}

/// Every square of `pawns` one step forward for `color`.
#[inline]
pub fn forward(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    }
}

#[inline]
fn pawn_attackers(color: Color, targets: Bitboard) -> Bitboard {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let (from_left, from_right) = (targets.0 & NOT_A, targets.0 & NOT_H);
    Bitboard(match color {
        Color::White => from_left >> 9 | from_right >> 7,
        Color::Black => from_left << 7 | from_right << 9,
    })
}

#[inline]
pub(super) fn third_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth))
}

#[inline]
pub(crate) fn seventh_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::Seventh, Rank::Second))
}
