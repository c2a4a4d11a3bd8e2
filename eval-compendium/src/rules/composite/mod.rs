//! Endings with more pieces, races of passed pawns, and central passers.

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(_rules: &mut impl Visitor) {}
