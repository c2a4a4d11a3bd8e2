//! Units and piece values.

use super::{View, Visitor, count};
use crate::catalogue::intro;
use crate::context::side::Side;

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(intro::UNITS, |view, [pawn]| pawn * count(view.own.pawns));
    rules.rule(intro::PIECE_VALUES, piece_values);
    // The three phases are weights: `context::Weights`.
    rules.rule(intro::THREE_PHASES, |_, []| 0);
}

fn piece_values(view: &View<'_>, values: [i32; 5]) -> i32 {
    material(&view.own, values)
}

/// What the men of a side are worth together.
pub(super) fn material(side: &Side, [pawn, knight, bishop, rook, queen]: [i32; 5]) -> i32 {
    pawn * count(side.pawns)
        + knight * count(side.knights)
        + bishop * count(side.bishops)
        + rook * count(side.rooks)
        + queen * count(side.queens)
}
