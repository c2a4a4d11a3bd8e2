//! Where the king stands, and where it can go.

use shakmaty::Bitboard;

use crate::catalogue::king_security;
use crate::context::bits::{rank, ranks};
use crate::rules::{View, Visitor, count, once};

/// a1, b1, g1 and h1.
const CORNERS: Bitboard = Bitboard(0xc3);
/// c1 and f1.
const C1_F1: Bitboard = Bitboard(0x24);
/// d1 and e1.
const D1_E1: Bitboard = Bitboard(0x18);
/// One centipawn: what the definition of the king position shows for a square.
const POINT: i32 = 10;

pub(super) fn visit(rules: &mut impl Visitor) {
    // The definition shows how many squares it has.
    rules.rule(king_security::KING_POSITION, |view, []| {
        POINT * count(view.own.king.zone)
    });
    rules.rule(king_security::KING_ON_CORNER_FILES, |view, [bonus]| {
        bonus * once(view.own.king.set.intersects(CORNERS))
    });
    rules.rule(king_security::KING_ON_C_F, |view, [penalty]| {
        penalty * once(view.own.king.set.intersects(C1_F1))
    });
    rules.rule(king_security::KING_ON_D_E, on_central_files);
    rules.rule(king_security::KING_ADVANCED, advanced);
    rules.rule(king_security::KING_FREE_SQUARES, free_squares);
}

/// A king on d1 or e1.
pub(in crate::rules) fn on_central_files(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    penalty * once(view.own.king.set.intersects(D1_E1))
}

fn advanced(view: &View<'_>, [second, third, fourth, camp]: [i32; 4]) -> i32 {
    let king = view.own.king.set;
    second * count(king & rank(2))
        + third * count(king & rank(3))
        + fourth * count(king & rank(4))
        + camp * count(king & ranks(5, 8))
}

fn free_squares(view: &View<'_>, [square]: [i32; 1]) -> i32 {
    let next_to_it = view.own.king.ring & view.empty;
    square * count(next_to_it & !view.hit_behind_own_king())
}
