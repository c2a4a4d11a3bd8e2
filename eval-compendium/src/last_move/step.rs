//! A move with the positions before and after it, seen by the side that makes it.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use crate::interplay::Interplay;

/// A move that is being played. Squares are seen by the side that moves, as if it were White.
///
/// It is looked at in every node of the search: ask the cheap questions first.
pub(crate) struct Step<'a> {
    pub(crate) interplay: &'a Interplay,
    before: &'a Chess,
    after: &'a Chess,
    mv: Move,
}

impl<'a> Step<'a> {
    pub(crate) fn new(
        interplay: &'a Interplay,
        before: &'a Chess,
        mv: Move,
        after: &'a Chess,
    ) -> Step<'a> {
        Step {
            interplay,
            before,
            after,
            mv,
        }
    }

    /// The side that moves.
    #[inline]
    pub(crate) fn us(&self) -> Color {
        self.before.turn()
    }

    /// What moves; a castling king is a king.
    #[inline]
    pub(crate) fn role(&self) -> Role {
        self.mv.role()
    }

    /// Whether it neither takes nor promotes nor castles.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        !self.mv.is_capture() && !self.mv.is_promotion() && !self.mv.is_castle()
    }

    /// What it takes, if it takes something.
    #[inline]
    pub(crate) fn capture(&self) -> Option<Role> {
        self.mv.capture()
    }

    /// Where it comes from.
    #[inline]
    pub(crate) fn from(&self) -> Square {
        let from = self.mv.from().unwrap_or(self.mv.to());
        self.us().fold_wb(from, from.flip_vertical())
    }

    /// Where it goes; the rook's square for castling.
    #[inline]
    pub(crate) fn to(&self) -> Square {
        self.us()
            .fold_wb(self.mv.to(), self.mv.to().flip_vertical())
    }

    /// Where a man is taken, on the real board; where it goes if none is.
    pub(crate) fn taken_on(&self) -> Square {
        match self.mv {
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            _ => self.mv.to(),
        }
    }

    /// Whether it gives check.
    #[inline]
    pub(crate) fn gives_check(&self) -> bool {
        self.after.is_check()
    }

    /// The position before the move.
    #[inline]
    pub(crate) fn before(&self) -> &Chess {
        self.before
    }

    /// The position after the move.
    #[inline]
    pub(crate) fn after(&self) -> &Chess {
        self.after
    }

    /// A set of squares of the board as the mover sees it, and back.
    #[inline]
    pub(crate) fn see(&self, set: Bitboard) -> Bitboard {
        self.us().fold_wb(set, set.flip_vertical())
    }

    /// What the man on `square` attacks in `position`, both as the mover sees it.
    pub(crate) fn attacks(&self, position: &Chess, square: Square) -> Bitboard {
        let there = self.us().fold_wb(square, square.flip_vertical());
        self.see(position.board().attacks_from(there))
    }
}
