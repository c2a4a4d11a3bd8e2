//! Pieces and a passer that are worth more in an attack.

use shakmaty::Bitboard;

use crate::catalogue::king_attack::BISHOP_SIXTH_RANK;
use crate::context::bits::{file, rank};
use crate::rules::king_attack::bishops_in_hole;
use crate::rules::{View, count, once};

/// d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard((file(3).0 | file(4).0) & (rank(4).0 | rank(5).0));

/// Two bishops or more that attack the enemy king position earn 70 together.
pub(super) fn two_bishops(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once((view.own.bishops & view.own.attackers).more_than_one())
}

/// Two knights or more that attack the enemy king position earn 50 together.
pub(super) fn two_knights(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once((view.own.knights & view.own.attackers).more_than_one())
}

/// In a king attack, each passed pawn on rank 7 earns 200, blocked or not.
pub(super) fn seventh_rank_passer(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let passers = view.own.structure.passed & rank(7);
    bonus * count(passers) * once(view.own.king_attack)
}

/// Each rook on d4, e4, d5 or e5 earns 30.
pub(super) fn central_rook(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * count(view.own.rooks & CENTRE)
}

/// Each minor on rank 6 that attacks a square next to the enemy king and is attacked by no pawn
/// earns 90, but for a bishop that has earned more in the hole of the shelter.
pub(super) fn minor_on_sixth(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let mut minors = own.minors & rank(6) & own.at_ring & !view.enemy.by_pawns;
    if minors.is_empty() {
        return 0;
    }
    if view.applies(BISHOP_SIXTH_RANK) {
        minors &= !bishops_in_hole(view);
    }
    bonus * count(minors)
}
