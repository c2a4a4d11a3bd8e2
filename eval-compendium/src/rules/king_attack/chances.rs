//! A stray queen, a hidden rook, pressure and possibilities.
//!
//! Rules, in this order: STRAY_QUEEN, QUEEN_AND_BISHOP, HIDDEN_ROOK, PRESSURE_PAWN_FIFTH_RANK,
//! ATTACKING_POSSIBILITIES; SACRIFICES needs a second search at the root and is no part of the
//! evaluation.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
