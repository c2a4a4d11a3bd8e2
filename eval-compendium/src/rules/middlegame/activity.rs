//! Mobility and the coordination of pieces.

use shakmaty::Bitboard;

use crate::catalogue::middlegame;
use crate::context::bits::{left, rank, right, up};
use crate::context::side::Side;
use crate::rules::opening::control_of_centre;
use crate::rules::{View, Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(middlegame::PIECE_MOBILITY, piece_mobility);
    rules.rule(middlegame::PAWN_MOBILITY, pawn_mobility);
    rules.rule(middlegame::CONTROL_OF_CENTER, control_of_centre);
    rules.rule(middlegame::ATTACK_POTENTIAL, attack_potential);
    rules.rule(middlegame::DEFENCE_POTENTIAL, defence_potential);
}

pub(in crate::rules) fn piece_mobility(view: &View<'_>, [square]: [i32; 1]) -> i32 {
    let free = view
        .own
        .each
        .iter()
        .map(|piece| count(piece.attacks & view.empty));
    square * free.sum::<i32>()
}

/// Steps and captures, whoever is to move; a promotion is one move.
pub(in crate::rules) fn pawn_mobility(view: &View<'_>, [step]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    let single = up(pawns) & view.empty;
    let double = up(single & rank(3)) & view.empty;
    let targets = view.enemy.units | view.own.en_passant;
    let captures = count(up(left(pawns)) & targets) + count(up(right(pawns)) & targets);
    step * (count(single) + count(double) + captures)
}

/// The values of the side's men on `squares`; a king is worth nothing.
fn values(of: &Side, squares: Bitboard, [pawn, minor, rook, queen]: [i32; 4]) -> i32 {
    pawn * count(of.pawns & squares)
        + minor * count(of.minors & squares)
        + rook * count(of.rooks & squares)
        + queen * count(of.queens & squares)
}

/// Once for each target, however many attack it.
fn attack_potential(view: &View<'_>, numbers: [i32; 4]) -> i32 {
    values(&view.enemy, view.own.by_any, numbers)
}

fn defence_potential(view: &View<'_>, numbers: [i32; 4]) -> i32 {
    values(&view.own, view.own.by_any, numbers)
}
