//! Storming pawns and attacking pieces.
//!
//! Rules, in this order: PAWN_STORM, QUEEN_ATTACKS_RING, MINOR_ATTACKS_RING, ROOK_SEMIOPEN_FILE,
//! ROOK_OPEN_FILE, DOUBLE_ROOKS_SEMIOPEN, ATTACK_THE_DEFENDER, ATTACK_ROOT_OF_SHELTER.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
