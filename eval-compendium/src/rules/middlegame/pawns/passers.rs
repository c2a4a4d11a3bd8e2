//! Passed pawns: each counts once, as the most that it is.

use shakmaty::Bitboard;

use super::few;
use crate::catalogue::middlegame::{AVALANCHE_FOUR, CONNECTED_PASSERS, PROTECTED_PASSER};
use crate::context::bits::{down, right, up};
use crate::rules::middlegame::formations::avalanche;
use crate::rules::{View, count};

/// Of `passers`, those that are not part of an avalanche, which has a worth of its own.
fn outside_avalanche(view: &View<'_>, passers: Bitboard) -> Bitboard {
    if passers.any() && view.replaced_by(AVALANCHE_FOUR) {
        passers & !avalanche(view)
    } else {
        passers
    }
}

/// Passed pawns that are not one of a tandem.
fn single(view: &View<'_>) -> Bitboard {
    let structure = &view.own.structure;
    let tandem = if view.applies(CONNECTED_PASSERS) {
        structure.tandem
    } else {
        Bitboard::EMPTY
    };
    outside_avalanche(view, structure.passed & !tandem)
}

/// A passed pawn that no pawn protects is worth 25.
pub(super) fn passed(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let mut passers = single(view);
    if view.applies(PROTECTED_PASSER) {
        passers &= !view.own.structure.protected;
    }
    bonus * few(passers)
}

/// A passed pawn protected by a pawn is worth 50.
pub(super) fn protected(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * few(single(view) & view.own.structure.protected)
}

/// Passed pawns side by side, or one a rank ahead, are worth 25 each and 50 for each two of them.
pub(super) fn connected(view: &View<'_>, [each, tandem]: [i32; 2]) -> i32 {
    let passers = outside_avalanche(view, view.own.structure.tandem);
    if passers.is_empty() {
        return 0;
    }
    // A file has one passer at most.
    let pairs = passers & right(passers | up(passers) | down(passers));
    each * count(passers) + tandem * count(pairs)
}
