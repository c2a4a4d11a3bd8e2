//! Endings of different pieces against one another.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}

/// The verdicts.
pub(super) fn verdicts(_rules: &mut impl Visitor) {}
