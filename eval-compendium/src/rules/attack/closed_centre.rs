//! A closed centre behind which the king is attacked.

use shakmaty::Bitboard;

use crate::catalogue::attack::OTHER_CLOSED_CENTER_STORM;
use crate::context::bits::{ahead, down, file, pawn_hits, pawn_hits_down, ranks, up};
use crate::rules::{View, once};

/// The d- and e-files.
const CENTRAL: Bitboard = Bitboard(file(3).0 | file(4).0);
/// How many files the centre has.
const FILES: usize = 2;

/// Whether the foremost pawns of both sides on the d- and on the e-file close the centre; the same
/// for both sides, and another condition than that of closed structures.
///
/// On one file at least they stand head to head; on the other one either side's next step is
/// covered by an enemy pawn and by none of its own. None of them attacks a pawn.
fn is_closed(view: &View<'_>) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    let ours = own.structure.front & CENTRAL;
    let theirs = enemy.structure.front & CENTRAL;
    let rammed = ours & down(theirs);
    if rammed.is_empty() || ours.count() != FILES || theirs.count() != FILES {
        return false;
    }
    if pawn_hits(ours).intersects(enemy.pawns) || pawn_hits_down(theirs).intersects(own.pawns) {
        return false;
    }
    let (our_free, their_free) = (ours & !rammed, theirs & !up(rammed));
    their_free.is_subset(ahead(our_free))
        && up(our_free).is_subset(enemy.by_pawns & !own.by_pawns)
        && down(their_free).is_subset(own.by_pawns & !enemy.by_pawns)
}

/// Whether a pawn storms the enemy king on rank 5 or 6, protected by a pawn.
fn storms_in_chain(view: &View<'_>) -> bool {
    let own = &view.own;
    (own.storm & ranks(5, 6)).intersects(own.structure.protected)
}

/// A king attack behind a closed centre earns 200, unless a storm there earns more.
pub(super) fn attack(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if !view.own.king_attack || !is_closed(view) {
        return 0;
    }
    let storm = view.applies(OTHER_CLOSED_CENTER_STORM) && storms_in_chain(view);
    bonus * once(!storm)
}

/// A protected pawn that storms the enemy king on rank 5 or 6 behind a closed centre earns 300,
/// once, king attack or not.
pub(super) fn storm(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(storms_in_chain(view) && is_closed(view))
}
