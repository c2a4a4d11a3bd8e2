//! Pieces that stand aside while the others attack.

use shakmaty::Bitboard;

use crate::catalogue::thresholds::{ONGOING_ATTACK_MEN, ONGOING_ATTACK_PIECES};
use crate::rules::{View, count};

/// Of `pieces`, those that take no part in an attack that is going on: they neither stand in the
/// enemy king position nor attack a square of it, nor a piece that guards it.
///
/// An attack is going on with two pieces at least on the enemy king position, three with the pawns
/// that storm it.
fn idle(view: &View<'_>, pieces: Bitboard) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    let attackers = own.attackers.count();
    if attackers < ONGOING_ATTACK_PIECES || attackers + own.storm.count() < ONGOING_ATTACK_MEN {
        return Bitboard::EMPTY;
    }
    let mut aside = pieces & !own.attackers & !enemy.king.zone;
    if aside.any() && own.by_pieces.intersects(enemy.guards) {
        for piece in &own.each {
            if piece.attacks.intersects(enemy.guards) {
                aside &= !Bitboard::from_square(piece.square);
            }
        }
    }
    aside
}

/// Each minor that takes no part in the attack costs 50, also one that is still at home.
pub(super) fn minor(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    penalty * count(idle(view, view.own.minors))
}

/// Each rook that takes no part in the attack costs 60.
pub(super) fn rook(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    penalty * count(idle(view, view.own.rooks))
}
