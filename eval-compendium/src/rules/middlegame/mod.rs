//! The middlegame.

mod activity;
mod formations;
mod intersections;
mod pawns;
mod structures;
mod style;

use super::Visitor;
pub(super) use style::is_eternal;

pub(super) use activity::{pawn_mobility, piece_mobility};
pub(super) use formations::avalanche_of;
pub(super) use pawns::{far_apart, few};
pub(super) use structures::{backward_fated, prospective_passer};

pub(super) fn visit(rules: &mut impl Visitor) {
    activity::visit(rules);
    intersections::visit(rules);
    pawns::visit(rules);
    formations::visit(rules);
    structures::visit(rules);
    style::visit(rules);
}
