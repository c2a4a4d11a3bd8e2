//! Trapped and bad pieces, weak squares, and pieces of different kinds against one another.

mod bad;
mod bishops;
mod squares;
mod trapped;

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    trapped::visit(rules);
    squares::visit(rules);
    bishops::visit(rules);
    bad::visit(rules);
}

/// The rules that read the score.
pub(super) fn score_readers(rules: &mut impl Visitor) {
    bishops::score_readers(rules);
    bad::score_readers(rules);
}
