//! The attack on the enemy king.

mod attackers;
mod chances;
pub(super) mod reach;
mod weak_shelter;

use super::Visitor;

pub(super) use weak_shelter::{bishops_in_hole, rook_behind_passer, wedges};

pub(super) fn visit(rules: &mut impl Visitor) {
    attackers::visit(rules);
    chances::visit(rules);
    weak_shelter::visit(rules);
}
