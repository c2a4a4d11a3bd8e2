//! Units and piece values.

use super::{View, Visitor, count};
use crate::catalogue::intro;

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(intro::UNITS, |view, [pawn]| pawn * count(view.own.pawns));
    rules.rule(intro::PIECE_VALUES, piece_values);
    // The three phases are weights: `context::Weights`.
    rules.rule(intro::THREE_PHASES, |_, []| 0);
}

fn piece_values(view: &View<'_>, [pawn, knight, bishop, rook, queen]: [i32; 5]) -> i32 {
    let own = &view.own;
    pawn * count(own.pawns)
        + knight * count(own.knights)
        + bishop * count(own.bishops)
        + rook * count(own.rooks)
        + queen * count(own.queens)
}
