//! Very basic endgames.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}

/// The verdicts.
pub(super) fn verdicts(_rules: &mut impl Visitor) {}

/// The rules that count after a verdict.
pub(super) fn after_scaling(_rules: &mut impl Visitor) {}
