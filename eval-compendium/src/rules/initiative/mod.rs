//! Initiative, sacrificed pawns, lines that cross, and counterplay.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}

/// The rules that read the score.
pub(super) fn score_readers(_rules: &mut impl Visitor) {}
