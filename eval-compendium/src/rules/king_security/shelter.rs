//! The pawns of the shelter: their number, their advance, and damage to them.
//!
//! Only a king on the first two ranks of a wing has a shelter; both wings are judged alike.

use shakmaty::Bitboard;

use crate::board::bits::{count, once, rank, ranks};
use crate::board::king::Shelter;
use crate::interplay::{STURDY_BASTION, TAL_BARE_KING};
use crate::patterns::shelter::{attacks_bare_king, bastion};
use crate::patterns::space::may_storm;
use crate::rule::rules;
use crate::view::{View, Whose};

rules! {
    "King security" as King;

    /// Three own pawns on ranks 2 to 4 of the king's wing earn {three}; a further one, such as f3,
    /// makes that {fourth}, except in a bastion. Only a king on its first two ranks and on files a
    /// to c or f to h has a shelter, both wings alike.
    "king-security.shelter-fourth-pawn" [252] Middlegame { three: 0, fourth: 50 }
    |view, n| match view.own.shelter.map(|shelter| shelter.size) {
        None | Some(0..=2) => 0,
        Some(3) => n.three,
        Some(4..) if view.replaced_by(STURDY_BASTION) && bastion(view).any() => 0,
        Some(4..) => n.fourth,
    };

    /// A shelter that has lost one of its pawns costs {two}, one with a single pawn left {one}, and
    /// one without any {none}, unless the bare king is under an attack that is paid as such.
    "king-security.shelter-missing-pawns" [254] Middlegame { two: -50, one: -100, none: -150 }
    // The document ends at a single pawn; with none the progression continues, so that the last pawn is
    // never well lost.
    |view, n| match view.own.shelter.map(|shelter| shelter.size) {
        Some(0) if view.replaced_by(TAL_BARE_KING) && attacks_bare_king(view.enemy, view.own) => 0,
        Some(0) => n.none,
        Some(1) => n.one,
        Some(2) => n.two,
        None | Some(3..) => 0,
    };

    /// A shelter pawn on the third rank costs {g} on the g- or b-file, {h} at the edge and {f} on
    /// the f- or c-file. Only the rearmost pawn of each file is judged, and none where the storm
    /// exemption holds.
    "king-security.shelter-placement-third-rank" [256, 258] Middlegame { g: 0, h: -25, f: -50 }
    |view, n| {
        let Some(shelter) = &view.own.shelter else {
            return 0;
        };
        let gone = shelter.rear & rank(3);
        if gone.is_empty() {
            return 0;
        }
        let penalty = n.g * count(gone & shelter.middle)
            + n.h * count(gone & shelter.outer)
            + n.f * count(gone & shelter.inner);
        unless_exempt(view, penalty)
    };

    /// Each shelter pawn on the fourth rank costs {penalty}. Only the rearmost pawn of each file is
    /// judged, and none where the storm exemption holds.
    "king-security.shelter-placement-fourth-rank" [260] Middlegame { penalty: -100 }
    |view, n| {
        let rear = view.own.shelter.map_or(Bitboard::EMPTY, |it| it.rear);
        unless_exempt(view, n.penalty * count(rear & rank(4)))
    };

    /// A shelter broken in two, with pawns on its outer and its inner file and none between, costs
    /// {penalty}.
    "king-security.shelter-shattered" [262, 264, 266] Middlegame { penalty: -20 }
    |view, n| {
        let is_shattered = |shelter: Shelter| {
            let has = |file: Bitboard| shelter.pawns.intersects(file);
            has(shelter.inner) && has(shelter.outer) && !has(shelter.middle)
        };
        n.penalty * once(view.own.shelter.is_some_and(is_shattered))
    };

    /// A shelter of exactly f7, f6 and h7 (c7, c6 and a7) costs another {penalty} for the doubled
    /// pawn.
    "king-security.shelter-shattered-f6" [266] Middlegame { penalty: -70 }
    |view, n| {
        let f7_f6_h7 = |it: Shelter| it.pawns == (it.inner & ranks(2, 3) | it.outer & rank(2));
        n.penalty * once(view.own.shelter.is_some_and(f7_f6_h7))
    };

    /// A shelter of exactly f7, h7 and h6 (c7, a7 and a6) costs another {penalty} for the doubled
    /// pawn.
    "king-security.shelter-shattered-h6" [266] Middlegame { penalty: -90 }
    |view, n| {
        let f7_h7_h6 = |it: Shelter| it.pawns == (it.outer & ranks(2, 3) | it.inner & rank(2));
        n.penalty * once(view.own.shelter.is_some_and(f7_h7_h6))
    };

    /// A shelter of exactly g7 and g6 with either f7 or h7 (b7 and b6 with a7 or c7) costs
    /// {penalty}.
    "king-security.shelter-doubling" [268, 270] Middlegame { penalty: -50 }
    |view, n| {
        let with_g7_g6 = |it: Shelter| {
            let g7_g6 = it.middle & ranks(2, 3);
            it.pawns == (g7_g6 | it.inner & rank(2)) || it.pawns == (g7_g6 | it.outer & rank(2))
        };
        n.penalty * once(view.own.shelter.is_some_and(with_g7_g6))
    };
}

/// The penalty for a place, or zero if the enemy has no counterplay.
#[inline]
fn unless_exempt(view: &View<'_>, penalty: i32) -> i32 {
    if penalty != 0 && may_storm(view, Whose::Own) { 0 } else { penalty }
}
