//! The attack that gives material for time: from the Tal dimension to the pins.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}
