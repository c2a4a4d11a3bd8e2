//! The endgame in general: mobility, space, pawns, the king, rules of thumb, blockade.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}

/// The rules that read the score.
pub(super) fn score_readers(_rules: &mut impl Visitor) {}

/// The verdicts.
pub(super) fn verdicts(_rules: &mut impl Visitor) {}
