//! A half of the board that is locked, and the pieces that look on there.

use shakmaty::Bitboard;

use super::positional::{WHOLE, terms};
use crate::catalogue::thresholds::LOCKED_FILES;
use crate::context::bits::{file, files, pawn_hits, pawn_hits_down, rank, ranks};
use crate::rules::space::paid;
use crate::rules::{View, factor};

/// The files a to d.
const QUEENSIDE: Bitboard = Bitboard(file(0).0 | file(1).0 | file(2).0 | file(3).0);
/// Both halves.
pub(super) const HALVES: [Bitboard; 2] = [QUEENSIDE, Bitboard(!QUEENSIDE.0)];

/// Whether pawns stand head to head on three files of the half, and none that stands on it attacks
/// an enemy pawn, on either half.
fn is_locked(view: &View<'_>, half: Bitboard) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    let locked = files(own.structure.rammed & half) & rank(1);
    locked.count() >= LOCKED_FILES
        && pawn_hits(own.pawns & half).is_disjoint(enemy.pawns)
        && pawn_hits_down(enemy.pawns & half).is_disjoint(own.pawns)
}

/// The half that is locked, if the other one is not; the same for both sides.
fn locked_half(view: &View<'_>) -> Option<Bitboard> {
    if view.own.structure.rammed.count() < LOCKED_FILES {
        return None;
    }
    match HALVES.map(|half| is_locked(view, half)) {
        [true, false] => Some(HALVES[0]),
        [false, true] => Some(HALVES[1]),
        _ => None,
    }
}

/// The own pieces on the half `locked` that attack no square of the other half beyond the middle.
fn observers_on(view: &View<'_>, locked: Bitboard) -> Bitboard {
    let goals = !locked & ranks(5, 8);
    let pieces = view.own.each.iter();
    let observers = pieces.filter(|piece| piece.attacks.is_disjoint(goals));
    let observers: Bitboard = observers.map(|piece| piece.square).collect();
    observers & locked
}

/// With exactly one half locked, the positional terms of the own observers and the own space there
/// are worth nothing: they are taken back.
pub(super) fn blocked_flank(view: &View<'_>, [left]: [i32; 1]) -> i32 {
    let Some(half) = locked_half(view) else {
        return 0;
    };
    let observers = observers_on(view, half);
    let pieces = view.own.each.iter();
    let idle = pieces.filter(|piece| observers.contains(piece.square));
    let dead =
        idle.map(|piece| terms(view, piece)).sum::<i32>() + paid(view, view.own.pawns & half);
    factor(dead, left - WHOLE)
}
