//! Pieces that shelter and defend the king, and enemy pawns that do.
//!
//! Rules, in this order: BISHOP_SHELTER, STORM_EXEMPTION, STORM_EXEMPTION_DEFENDERS,
//! FOREFRONT_PIECE_SHELTER, DEFENDING_PIECES, ENEMY_PAWN_SHELTERING_KING, TWO_STORMING_PAWNS,
//! THREE_STORMING_PAWNS.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
