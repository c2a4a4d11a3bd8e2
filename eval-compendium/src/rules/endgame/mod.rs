//! The endgame in general: mobility, space, pawns, the king, rules of thumb, blockade.

mod activity;
mod blockade;
mod ground;
mod king;
mod passers;
mod pawns;
mod thumb;
mod verdicts;
mod weaknesses;

use super::Visitor;

pub(super) use passers::negative;
pub(super) use thumb::attacks_king;
pub(crate) use weaknesses::leads;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    activity::visit(rules);
    pawns::visit(rules);
    passers::visit(rules);
    king::visit(rules);
    thumb::visit(rules);
    passers::visit_negative(rules);
    blockade::visit(rules);
}

/// The rules that read the score.
pub(super) fn score_readers(rules: &mut impl Visitor) {
    weaknesses::score_readers(rules);
    thumb::score_readers(rules);
}

/// The verdicts.
pub(super) fn verdicts(rules: &mut impl Visitor) {
    verdicts::verdicts(rules);
}
