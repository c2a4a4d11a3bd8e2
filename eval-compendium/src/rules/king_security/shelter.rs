//! The pawns of the shelter.
//!
//! Rules, in this order: SHELTER_FOURTH_PAWN, SHELTER_MISSING_PAWNS, SHELTER_PLACEMENT_THIRD_RANK,
//! SHELTER_PLACEMENT_FOURTH_RANK, SHELTER_SHATTERED, SHELTER_SHATTERED_F6, SHELTER_SHATTERED_H6,
//! SHELTER_DOUBLING.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
