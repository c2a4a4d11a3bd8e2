//! Pawns one by one: isolated, doubled, passed, backward, roots and chains.

mod doubled;
mod passers;
mod weak;

use shakmaty::Bitboard;

use crate::catalogue::middlegame;
use crate::rules::{Visitor, count};

pub(in crate::rules) use doubled::far_apart;
pub(super) use doubled::restrictors;

/// The number of squares in a set that is empty in most positions: looks before it counts.
#[inline(always)]
pub(in crate::rules) fn few(set: Bitboard) -> i32 {
    if set.is_empty() { 0 } else { count(set) }
}

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(middlegame::ISOLATED_PAWN, weak::isolated);
    rules.rule(middlegame::DOUBLE_ISOLATED, doubled::isolated);
    rules.rule(middlegame::DOUBLE_IN_GROUP_FREE, |view, [_]| {
        doubled::isolated(view, view.numbers(middlegame::DOUBLE_ISOLATED))
    });
    rules.rule(middlegame::DOUBLE_FIXED_IN_GROUP, doubled::fixed_in_group);
    rules.rule(middlegame::PASSED_PAWN, passers::passed);
    rules.rule(middlegame::PROTECTED_PASSER, passers::protected);
    rules.rule(middlegame::CONNECTED_PASSERS, passers::connected);
    rules.rule(middlegame::BACKWARD_PAWN, weak::backward);
    rules.rule(middlegame::SEMI_BACKWARD_PAWN, weak::semi_backward);
    rules.rule(middlegame::ROOT_PAWN, weak::root);
    rules.rule(middlegame::DIAGONAL_CHAIN, weak::diagonal_chain);
    rules.rule(middlegame::FIXED_F7_G6_H7_F5, doubled::fixed_hook);
    rules.rule(middlegame::DOUBLE_ISOLATED_TWO_RANKS_APART, |view, [_]| {
        doubled::isolated(view, view.numbers(middlegame::DOUBLE_ISOLATED))
    });
    rules.rule(middlegame::ROOT_ON_FOURTH_RANK, weak::root_on_fourth);
    rules.rule(middlegame::FIXING_DOUBLE_PAWN, doubled::fixing);
}
