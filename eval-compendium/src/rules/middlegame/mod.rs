//! The middlegame.

mod activity;
mod formations;
mod intersections;
mod pawns;
mod structures;
mod style;

use super::Visitor;
pub(super) use style::is_eternal;

pub(super) fn visit(rules: &mut impl Visitor) {
    activity::visit(rules);
    intersections::visit(rules);
    pawns::visit(rules);
    formations::visit(rules);
    structures::visit(rules);
    style::visit(rules);
}
