//! A move in 32 bits, as the search handles it: each question is a shift and a mask, and equality one
//! comparison. shakmaty's `Move` is for a move that is played or printed.
//!
//! Source: <https://www.chessprogramming.org/Encoding_Moves>.

use std::num::NonZeroU32;

use shakmaty::{Move, Role, Square};

/// A legal move of chess in 32 bits; castling is king takes rook.
///
/// From the lowest: a bit that is always set, so that an `Option` takes no more room; 3 bits for what
/// a pawn becomes, 6 for the square that is left, 6 for the one that is entered, 3 for the piece, 3 for
/// the piece that is captured, and a bit each for castling and en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodedMove(NonZeroU32);

const PROMOTION_SHIFT: u32 = 1;
const FROM_SHIFT: u32 = 4;
const TO_SHIFT: u32 = 10;
const ROLE_SHIFT: u32 = 16;
const CAPTURED_SHIFT: u32 = 19;
const CASTLING: u32 = 1 << 22;
const EN_PASSANT: u32 = 1 << 23;

/// Pieces by their numbers; the first and the last are unused.
const ROLES: [Role; 8] = {
    let [pawn, knight, bishop, rook, queen, king] = Role::ALL;
    [king, pawn, knight, bishop, rook, queen, king, king]
};

const SQUARE: u32 = 0b11_1111;
const ROLE: u32 = 0b111;
/// The properties that make a move tactical.
const NOISY: u32 = ROLE << PROMOTION_SHIFT | ROLE << CAPTURED_SHIFT;

impl EncodedMove {
    #[inline]
    fn with(bits: u32, role: Role, from: Square, to: Square) -> EncodedMove {
        let squares = (from as u32) << FROM_SHIFT | (to as u32) << TO_SHIFT;
        EncodedMove(NonZeroU32::MIN | (role as u32) << ROLE_SHIFT | squares | bits)
    }

    /// A piece of `role` goes from `from` to `to` and captures what stands there.
    #[inline]
    pub fn normal(role: Role, from: Square, to: Square, captured: Option<Role>) -> EncodedMove {
        EncodedMove::with(number(captured) << CAPTURED_SHIFT, role, from, to)
    }

    /// The same move of a pawn that becomes `role`.
    #[inline]
    #[must_use]
    pub fn promoting_to(self, role: Role) -> EncodedMove {
        EncodedMove(self.0 | (role as u32) << PROMOTION_SHIFT)
    }

    /// A pawn captures a pawn that has just passed it.
    #[inline]
    pub fn en_passant(from: Square, to: Square) -> EncodedMove {
        let bits = EN_PASSANT | (Role::Pawn as u32) << CAPTURED_SHIFT;
        EncodedMove::with(bits, Role::Pawn, from, to)
    }

    /// A piece goes from `from` to `to`, by the numbers of pieces, 1 to 6 as shakmaty counts them: what it captures there and
    /// what a pawn becomes, 0 for nothing.
    #[inline]
    pub fn of_numbers(piece: u32, from: Square, to: Square, [captured, promotion]: [u32; 2]) -> EncodedMove {
        let squares = (from as u32) << FROM_SHIFT | (to as u32) << TO_SHIFT;
        let others = (captured & ROLE) << CAPTURED_SHIFT | (promotion & ROLE) << PROMOTION_SHIFT;
        EncodedMove(NonZeroU32::MIN | (piece & ROLE) << ROLE_SHIFT | squares | others)
    }

    /// King and rook castle.
    #[inline]
    pub fn castling(king: Square, rook: Square) -> EncodedMove {
        EncodedMove::with(CASTLING, Role::King, king, rook)
    }

    #[inline]
    const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The squares and what a pawn becomes; the board has the rest.
    #[inline]
    pub(crate) const fn lower_half(self) -> u16 {
        self.bits() as u16
    }

    /// A move of which only [`EncodedMove::lower_half`] is known; `None` for 0.
    #[inline]
    pub(crate) fn from_lower_half(bits: u16) -> Option<EncodedMove> {
        NonZeroU32::new(u32::from(bits)).map(EncodedMove)
    }

    /// The square that is left; the king's in castling.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.bits() >> FROM_SHIFT & SQUARE)
    }

    /// The square that is entered; the rook's in castling.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.bits() >> TO_SHIFT & SQUARE)
    }

    /// The piece that moves; the king in castling.
    #[inline]
    pub const fn role(self) -> Role {
        ROLES[self.piece()]
    }

    /// The piece that stands on the entered square afterwards: what a pawn becomes, or the piece that moves.
    #[inline]
    pub const fn arriving(self) -> Role {
        let promotion = self.won()[1];
        ROLES[if promotion == 0 { self.piece() } else { promotion }]
    }

    /// The piece that is captured.
    #[inline]
    pub const fn captured(self) -> Option<Role> {
        role(self.bits() >> CAPTURED_SHIFT)
    }

    /// The square of the captured piece, if any: beside the origin in a capture en passant.
    #[inline]
    pub fn captured_on(self) -> Square {
        let (from, to) = (self.from(), self.to());
        if self.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to }
    }

    /// The piece that a pawn is promoted to.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        role(self.bits() >> PROMOTION_SHIFT)
    }

    /// True if a piece is captured, en passant too.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.bits() & ROLE << CAPTURED_SHIFT != 0
    }

    /// True if a pawn is promoted.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.bits() & ROLE << PROMOTION_SHIFT != 0
    }

    /// True if the move neither captures nor promotes.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.bits() & NOISY == 0
    }

    /// True if king and rook castle.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.bits() & CASTLING != 0
    }

    /// True if a pawn is captured en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.bits() & EN_PASSANT != 0
    }

    /// True if the fifty-move rule begins anew: a pawn moves or a piece is captured.
    #[inline]
    pub fn is_zeroing(self) -> bool {
        self.is_capture() || self.piece() == Role::Pawn as usize
    }

    /// The piece that is captured and what a pawn becomes as numbers: 1 to 6 for a piece, as shakmaty
    /// counts them, and 0 for none.
    #[inline]
    pub const fn won(self) -> [usize; 2] {
        let shifted = [self.bits() >> CAPTURED_SHIFT, self.bits() >> PROMOTION_SHIFT];
        [(shifted[0] & ROLE) as usize, (shifted[1] & ROLE) as usize]
    }

    /// The piece that moves as a number, 1 to 6 as shakmaty counts them.
    #[inline]
    pub const fn piece(self) -> usize {
        (self.bits() >> ROLE_SHIFT & ROLE) as usize
    }

    /// Both squares as a number below 4096.
    #[inline]
    pub(crate) const fn squares(self) -> usize {
        (self.bits() >> FROM_SHIFT) as usize & 0xfff
    }

    /// The piece and the square that it enters as a number below 384.
    #[inline]
    pub(crate) const fn piece_and_square(self) -> usize {
        ((self.bits() >> TO_SHIFT) as usize & 0x1ff) - 64 * Role::Pawn as usize
    }
}

/// 1 to 6 for a piece, 0 for none.
#[inline]
fn number(role: Option<Role>) -> u32 {
    role.map_or(0, |role| role as u32)
}

/// The piece of which the lowest 3 bits are the number.
#[inline]
const fn role(bits: u32) -> Option<Role> {
    match bits & ROLE {
        0 => None,
        number => Some(ROLES[number as usize]),
    }
}

impl From<Move> for EncodedMove {
    /// A drop, which chess does not have, becomes a piece that stays where it is.
    fn from(mv: Move) -> EncodedMove {
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                let bits = number(capture) << CAPTURED_SHIFT | number(promotion) << PROMOTION_SHIFT;
                EncodedMove::with(bits, role, from, to)
            }
            Move::EnPassant { from, to } => EncodedMove::en_passant(from, to),
            Move::Castle { king, rook } => EncodedMove::castling(king, rook),
            Move::Put { role, to } => EncodedMove::with(0, role, to, to),
        }
    }
}

impl From<EncodedMove> for Move {
    #[inline]
    fn from(mv: EncodedMove) -> Move {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            Move::Castle { king: from, rook: to }
        } else if mv.is_en_passant() {
            Move::EnPassant { from, to }
        } else {
            Move::Normal { role: mv.role(), from, capture: mv.captured(), to, promotion: mv.promotion() }
        }
    }
}
