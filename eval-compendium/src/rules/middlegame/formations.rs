//! Groups of pawns: four- and five-pawners, compositions and the avalanche.
//!
//! Rules, in this order: FOUR_PAWNER_ZIGZAG, FOUR_PAWNER_TWO_ROOTS, FOUR_PAWNER_STRETCHED,
//! FIVE_PAWNERS, COMPOSITION_6_1, COMPOSITION_5_2, COMPOSITION_REVERSED_ADVANCED, AVALANCHE_FOUR,
//! AVALANCHE_FIVE, AVALANCHE_BLOCKABLE.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
