//! Castling: who may still castle, and with which rook, and where both go.

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Board, ByColor, CastlingSide, Color, Square};

/// The squares of king and rook after castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingSquares {
    /// The king's square.
    pub king: Square,
    /// The rook's square.
    pub rook: Square,
}

/// The destinations of king and rook when `color` castles with the king on `king` and the rook on `rook`
/// (inside, a castling move is written as king takes rook).
pub fn castling_squares(color: Color, king: Square, rook: Square) -> CastlingSquares {
    let side = CastlingSide::from_king_side(king < rook);
    CastlingSquares { king: side.king_to(color), rook: side.rook_to(color) }
}

/// The castling rights of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRights {
    rooks: Bitboard,
    kings: ByColor<Bitboard>,
}

impl CastlingRights {
    #[inline]
    pub(super) fn new(rooks: Bitboard, board: &Board) -> CastlingRights {
        CastlingRights {
            rooks,
            kings: ByColor::new_with(|color| board.kings() & board.by_color(color)),
        }
    }

    /// True if any castling right is left.
    #[inline]
    pub fn any(self) -> bool {
        self.rooks.any()
    }

    /// The rooks that may castle.
    #[inline]
    pub fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// True if `color` may castle, on either side.
    #[inline]
    pub fn has_color(self, color: Color) -> bool {
        self.of(color).any()
    }

    /// True if `color` may castle on `side`.
    #[inline]
    pub fn has(self, color: Color, side: CastlingSide) -> bool {
        self.rook(color, side).is_some()
    }

    /// The rook with which `color` may castle on `side`.
    #[inline]
    pub fn rook(self, color: Color, side: CastlingSide) -> Option<Square> {
        let rooks = self.of(color);
        let king = self.king(color)?;
        let queen_side = Bitboard((1 << king as u32) - 1);
        match side {
            CastlingSide::KingSide => (rooks & !queen_side).first(),
            CastlingSide::QueenSide => (rooks & queen_side).first(),
        }
    }

    /// The squares between the king, its rook and where both go: they must be empty.
    #[inline]
    pub fn path(self, color: Color, side: CastlingSide) -> Bitboard {
        let (Some(king), Some(rook)) = (self.king(color), self.rook(color, side)) else {
            return Bitboard::EMPTY;
        };
        let to = castling_squares(color, king, rook);
        let ways = between(king, to.king).with(to.king) | between(rook, to.rook).with(to.rook);
        ways.without(king).without(rook)
    }

    #[inline]
    fn of(self, color: Color) -> Bitboard {
        self.rooks & Bitboard::from_rank(color.backrank())
    }

    #[inline]
    fn king(self, color: Color) -> Option<Square> {
        self.kings.get(color).first()
    }
}
