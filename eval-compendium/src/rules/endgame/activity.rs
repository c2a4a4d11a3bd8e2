//! Mobility and space: what the endgame takes over from the middlegame as it is.
//!
//! The middlegame's rules count these features in all phases; the endgame's count where those are
//! switched off.

use crate::catalogue::endgame;
use crate::catalogue::middlegame::{PAWN_MOBILITY, PIECE_MOBILITY, SPACE_PAWNS};
use crate::rules::middlegame::{pawn_mobility, piece_mobility};
use crate::rules::space::{by_rank, plain_space_pawns};
use crate::rules::{View, Visitor};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(endgame::GENERAL_MOBILITY, mobility);
    rules.rule(endgame::GENERAL_PAWN_MOBILITY, mobility_of_pawns);
    rules.rule(endgame::GENERAL_SPACE, space);
}

/// Each empty square that a piece attacks is worth 10.
fn mobility(view: &View<'_>, numbers: [i32; 1]) -> i32 {
    if view.replaced_by(PIECE_MOBILITY) {
        0
    } else {
        piece_mobility(view, numbers)
    }
}

/// Each step and each capture of a pawn is worth 5.
fn mobility_of_pawns(view: &View<'_>, numbers: [i32; 1]) -> i32 {
    if view.replaced_by(PAWN_MOBILITY) {
        0
    } else {
        pawn_mobility(view, numbers)
    }
}

/// A pawn on the fifth rank is worth 10, on the sixth 30. The middlegame's rule posts it for all
/// but the pawns that gain more in a closed centre, which is a matter of the middlegame alone:
/// here these have the plain worth.
fn space(view: &View<'_>, numbers: [i32; 2]) -> i32 {
    let mut pawns = view.own.pawns;
    if view.replaced_by(SPACE_PAWNS) {
        pawns &= !plain_space_pawns(view);
    }
    by_rank(pawns, numbers)
}
