//! Trapped and bad pieces, weak squares, and pieces of different kinds against one another.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}

/// The rules that read the score.
pub(super) fn score_readers(_rules: &mut impl Visitor) {}
