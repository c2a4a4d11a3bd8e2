//! Endings with at most one piece on each side, by the kind of piece.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}

/// The verdicts.
pub(super) fn verdicts(_rules: &mut impl Visitor) {}
