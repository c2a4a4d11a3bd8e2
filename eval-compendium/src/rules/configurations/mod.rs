//! Endings of different pieces against one another.

pub(super) mod material;
mod pawns;
pub(super) mod queen;
mod rook;

use super::Visitor;
use crate::catalogue::configurations::CONFIG_MINOR_THREE_PAWNS_MORE_PIECES;
use material::is_small;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    if rules.wants(is_small) {
        queen::visit(rules);
        pawns::visit(rules);
    }
    rules.rule(
        CONFIG_MINOR_THREE_PAWNS_MORE_PIECES,
        pawns::minor_three_pawns_more_pieces,
    );
}

/// The verdicts.
pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(is_small) {
        queen::verdicts(rules);
        rook::verdicts(rules);
        pawns::verdicts(rules);
    }
}
