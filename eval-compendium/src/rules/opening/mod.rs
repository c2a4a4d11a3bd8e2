//! The opening.

mod castling;
mod centre;
mod development;

use super::Visitor;

pub(super) use centre::control_of_centre;
pub(super) use development::lead_in_development;

pub(super) fn visit(rules: &mut impl Visitor) {
    centre::visit(rules);
    development::visit(rules);
    castling::visit(rules);
}
