//! Endings with more pieces, races of passed pawns, and central passers.

mod heavy;
mod passers;
mod rook_and_minor;

use super::{Visitor, once};
use crate::catalogue::composite;
use crate::context::material::Pieces;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    // Terms of simple endings count for each piece wherever their reading does not say "exactly".
    rules.rule(composite::COMPOSITE_SCOPE, |_, []| 0);
    rules.rule(
        composite::COMPOSITE_DOUBLED_ROOKS_SEVENTH,
        heavy::doubled_rooks_on_seventh,
    );
    // Queen and knight against queen and bishop earn 10.
    rules.rule(
        composite::COMPOSITE_QUEEN_KNIGHT_V_QUEEN_BISHOP,
        |view, [bonus]| bonus * once(view.own.men == Pieces::QN && view.enemy.men == Pieces::QB),
    );
    heavy::visit(rules);
    rook_and_minor::visit(rules);
    passers::visit(rules);
}
