//! Endings with rooks and minor pieces.

use crate::catalogue::composite;
use crate::context::bits::{beside, files, rank};
use crate::context::material::Pieces;
use crate::context::side::Side;
use crate::rules::{View, Visitor, once};
use shakmaty::Bitboard;

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(composite::COMPOSITE_ROOK_BISHOP_PRESSURE, pressure);
    rules.rule(composite::COMPOSITE_PRESSING_PAWN, pressing_pawn);
}

/// With a rook and a bishop each, the bishops on different colours, an enemy pawn that rook and
/// bishop attack and that exactly king and rook defend earns 75, once.
fn pressure(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if own.men != Pieces::RB || enemy.men != Pieces::RB {
        return 0;
    }
    let light = (own.bishops | enemy.bishops) & Bitboard::LIGHT_SQUARES;
    let defended = enemy.king.ring & enemy.by_rooks & !enemy.by_bishops & !enemy.by_pawns;
    let targets = enemy.pawns & own.by_rooks & own.by_bishops & defended;
    bonus * once(light.count() == 1 && targets.any())
}

/// With rooks and minors on both sides and no queen, a pawn on the sixth rank in the enemy king
/// position that an enemy pawn blocks and none attacks, with another one beside it in the king
/// position, earns 50, once.
fn pressing_pawn(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let pawns = own.structure.rammed & rank(6) & enemy.king.zone & !enemy.by_pawns;
    if pawns.is_empty() || (own.queens | enemy.queens).any() {
        return 0;
    }
    let has_both = |side: &Side| side.rooks.any() && side.minors.any();
    let with_neighbour = pawns & beside(files(enemy.pawns & enemy.king.zone));
    bonus * once(has_both(own) && has_both(enemy) && with_neighbour.any())
}
