//! Pawns one by one: isolated, doubled, passed, backward, roots and chains.
//!
//! Rules, in this order: ISOLATED_PAWN, DOUBLE_ISOLATED, DOUBLE_IN_GROUP_FREE,
//! DOUBLE_FIXED_IN_GROUP, PASSED_PAWN, PROTECTED_PASSER, CONNECTED_PASSERS, BACKWARD_PAWN,
//! SEMI_BACKWARD_PAWN, ROOT_PAWN, DIAGONAL_CHAIN, FIXED_F7_G6_H7_F5,
//! DOUBLE_ISOLATED_TWO_RANKS_APART, ROOT_ON_FOURTH_RANK, FIXING_DOUBLE_PAWN.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
