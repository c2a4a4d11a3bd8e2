//! Squares that two pieces hold together.
//!
//! Rules, in this order: INTERSECTIONS, INTERSECTIONS_SAME_LINE, INTERSECTIONS_QUEEN_DIAGONAL_CAP,
//! INTERSECTIONS_SCALING.

use crate::rules::Visitor;

pub(super) fn visit(_rules: &mut impl Visitor) {}
