//! Very basic endgames.

mod minor;
mod pawns;
mod pieces;
mod queen;
mod rook;

use super::Visitor;
use super::configurations::material::is_small;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    if rules.wants(is_small) {
        pawns::visit(rules);
        rook::visit(rules);
        pieces::visit(rules);
    }
}

/// The verdicts.
pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(is_small) {
        pawns::verdicts(rules);
        rook::verdicts(rules);
        queen::verdicts(rules);
        minor::verdicts(rules);
        pieces::verdicts(rules);
    }
}

/// The rules that count after a verdict.
pub(super) fn after_scaling(rules: &mut impl Visitor) {
    minor::after_scaling(rules);
}
