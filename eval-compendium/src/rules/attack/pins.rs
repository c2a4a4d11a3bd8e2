//! Men that are pinned, or held before their king.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Square};

use super::lines::behind;
use crate::catalogue::attack::TAL_ROOK_EIGHTH_RANK_PIN;
use crate::catalogue::opening::PIN_KNIGHT_TO_KING;
use crate::context::bits::{file, rank};
use crate::rules::{View, count};

/// Each rook on rank 8 that has one man, an enemy minor, between itself and the enemy king on the
/// same rank earns 90, whether the minor is defended or not.
pub(super) fn eighth_rank(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let rooks = own.rooks & rank(8);
    if rooks.is_empty() || enemy.king.set.is_disjoint(rank(8)) {
        return 0;
    }
    bonus * count(rooks & behind(view, enemy.king.square, enemy.minors, rook_attacks))
}

/// In a king attack, each rook or queen that has one man, an enemy pawn, between itself and the
/// enemy king on its file earns 20.
pub(super) fn incapacitated_pawn(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let king = &enemy.king;
    let heavy = (own.rooks | own.queens) & file(u32::from(king.square.file()));
    if heavy.is_empty() || !own.king_attack {
        return 0;
    }
    bonus * count(heavy & behind(view, king.square, enemy.pawns, rook_attacks))
}

/// Each bishop or queen that has one man, an enemy pawn, between itself and the enemy king on a
/// diagonal earns 20.
pub(super) fn diagonal_pawn(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let pinning = own.bishops | own.queens;
    if pinning.is_empty() {
        return 0;
    }
    bonus * count(pinning & behind(view, enemy.king.square, enemy.pawns, bishop_attacks))
}

/// How many pairs of one of `pinning` and one of `targets` have exactly one man between them on a
/// line, one of `shields`.
fn pins(
    view: &View<'_>,
    pinning: Bitboard,
    shields: Bitboard,
    targets: Bitboard,
    attacks: fn(Square, Bitboard) -> Bitboard,
) -> i32 {
    let at = |target| count(pinning & behind(view, target, shields, attacks));
    targets.into_iter().map(at).sum()
}

/// A bishop that pins a knight to the king or a queen earns 30 for each pin. In the opening the
/// pin to the king has a rule of its own.
pub(super) fn bishop_pins_knight(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if own.bishops.is_empty() || enemy.knights.is_empty() {
        return 0;
    }
    let mut targets = enemy.queens;
    if !view.replaced_by(PIN_KNIGHT_TO_KING) {
        targets |= enemy.king.set;
    }
    bonus * pins(view, own.bishops, enemy.knights, targets, bishop_attacks)
}

/// A rook that pins a minor to the king or a queen earns 50 for each pin, but for pins to the king
/// along its back rank, which earn more by another rule.
pub(super) fn rook_pins_minor(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if own.rooks.is_empty() || enemy.minors.is_empty() {
        return 0;
    }
    let king = enemy.king.set;
    let mut at_king = own.rooks;
    if king.intersects(rank(8)) && view.applies(TAL_ROOK_EIGHTH_RANK_PIN) {
        at_king &= !rank(8);
    }
    let pins = |rooks, targets| pins(view, rooks, enemy.minors, targets, rook_attacks);
    bonus * (pins(at_king, king) + pins(own.rooks, enemy.queens))
}
