//! A weakened shelter: colours, diagonals, ways out, and pawns far up.
//!
//! Rules, in this order: MONOCHROME_SHELTER, BISHOP_LONG_DIAGONAL, BISHOP_SIXTH_RANK,
//! QUEEN_AND_KNIGHT_WEAK_SHELTER, RESTRICT_KING_ESCAPE, ROOK_BEHIND_PASSER, WEDGE_PAWN.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
