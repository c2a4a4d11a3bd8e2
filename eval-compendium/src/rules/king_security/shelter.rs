//! The pawns of the shelter: how many there are, how far they have gone, and how they are broken.
//!
//! Only a king on the first two ranks of a wing has a shelter; both wings are judged alike.

use shakmaty::Bitboard;

use crate::board::bits::{count, once, rank, ranks};
use crate::board::king::Shelter;
use crate::interplay::{STORM_EXEMPTION, STURDY_BASTION};
use crate::patterns::bastion::bastion;
use crate::patterns::space::no_counterplay;
use crate::rule::rules;
use crate::view::View;

rules! {
    "King security";

    /// Three own pawns on ranks 2 to 4 of the king's wing earn {three}; a further one, such as f3,
    /// makes that {fourth}. Only a king on its first two ranks and on files a to c or f to h has a
    /// shelter, both wings alike.
    "king-security.shelter-fourth-pawn" [252] Middlegame { three: 0, fourth: 50 }
    |view, n| match view.own.shelter.map(|shelter| shelter.size) {
        Some(4..) if view.replaced_by(STURDY_BASTION) && bastion(view).any() => 0,
        None | Some(0..=2) => 0,
        Some(3) => n.three,
        Some(4..) => n.fourth,
    };

    /// A shelter that has lost one of its pawns costs {two}, one with a single pawn left {one}, and
    /// one without any {none}.
    "king-security.shelter-missing-pawns" [254] Middlegame { two: -50, one: -100, none: -150 }
    // The text ends at a single pawn: none goes on in step, so that the last one is never well
    // lost.
    |view, n| match view.own.shelter.map(|shelter| shelter.size) {
        Some(0) => n.none,
        Some(1) => n.one,
        Some(2) => n.two,
        None | Some(3..) => 0,
    };

    /// A shelter pawn on the third rank costs {g} on the g- or b-file, {h} at the edge and {f} on
    /// the f- or c-file. Only the rearmost pawn of each file is judged, and none while storm-
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
    /// judged, and none while storm-exemption holds.
    "king-security.shelter-placement-fourth-rank" [260] Middlegame { penalty: -100 }
    |view, n| {
        let rear = view.own.shelter.map_or(Bitboard::EMPTY, |it| it.rear);
        unless_exempt(view, n.penalty * count(rear & rank(4)))
    };

    /// A shelter broken in two, with pawns on its outer and its inner file and none between, costs
    /// {penalty}.
    "king-security.shelter-shattered" [262, 264, 266] Middlegame { penalty: -20 }
    |view, n| n.penalty * once(judged(view, is_shattered));

    /// A shelter of exactly f7, f6 and h7 (c7, c6 and a7) costs another {penalty} for the doubled
    /// pawn.
    "king-security.shelter-shattered-f6" [266] Middlegame { penalty: -70 }
    |view, n| n.penalty * once(judged(view, doubled_at_centre));

    /// A shelter of exactly f7, h7 and h6 (c7, a7 and a6) costs another {penalty} for the doubled
    /// pawn.
    "king-security.shelter-shattered-h6" [266] Middlegame { penalty: -90 }
    |view, n| n.penalty * once(judged(view, doubled_at_edge));

    /// A shelter of exactly g7 and g6 with either f7 or h7 (b7 and b6 with a7 or c7) costs
    /// {penalty}.
    "king-security.shelter-doubling" [268, 270] Middlegame { penalty: -50 }
    |view, n| n.penalty * once(judged(view, doubled_in_middle));
}

/// The penalty for a place, or nothing where the enemy has no counterplay.
#[inline]
fn unless_exempt(view: &View<'_>, penalty: i32) -> i32 {
    if penalty != 0 && view.applies(STORM_EXEMPTION) && no_counterplay(view) {
        0
    } else {
        penalty
    }
}

/// Whether there is a shelter and it is as `flawed` says.
#[inline(always)]
fn judged(view: &View<'_>, flawed: impl Fn(&Shelter) -> bool) -> bool {
    view.own.shelter.as_ref().is_some_and(flawed)
}

/// Pawns on both outer files of the three and none between: 20 for the two halves.
fn is_shattered(shelter: &Shelter) -> bool {
    let has = |file: Bitboard| shelter.pawns.intersects(file);
    has(shelter.inner) && has(shelter.outer) && !has(shelter.middle)
}

/// h2 with f2 and f3 (a2 with c2 and c3), nothing else: 70 more for the king's worse half.
fn doubled_at_centre(shelter: &Shelter) -> bool {
    consists_of(
        shelter,
        shelter.inner & ranks(2, 3) | shelter.outer & rank(2),
    )
}

/// f2 with h2 and h3 (c2 with a2 and a3), nothing else: 90 more for the king's worse half.
fn doubled_at_edge(shelter: &Shelter) -> bool {
    consists_of(
        shelter,
        shelter.outer & ranks(2, 3) | shelter.inner & rank(2),
    )
}

/// g2 and g3 with either f2 or h2 (b2 and b3 with a2 or c2), nothing else: 50 off the king's side.
fn doubled_in_middle(shelter: &Shelter) -> bool {
    let middle = shelter.middle & ranks(2, 3);
    consists_of(shelter, middle | shelter.inner & rank(2))
        || consists_of(shelter, middle | shelter.outer & rank(2))
}

/// Whether the shelter pawns stand on these squares and no others.
#[inline(always)]
fn consists_of(shelter: &Shelter, squares: Bitboard) -> bool {
    shelter.pawns == squares
}
