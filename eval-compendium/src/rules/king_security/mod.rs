//! The security of the own king.

mod defenders;
mod king;
mod shelter;

use super::Visitor;

pub(super) use king::on_central_files;

pub(super) fn visit(rules: &mut impl Visitor) {
    king::visit(rules);
    shelter::visit(rules);
    defenders::visit(rules);
}
