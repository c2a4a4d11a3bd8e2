//! The pawns of the shelter: how many there are, how far they have gone, and how they are broken.
//!
//! Only a king on the first two ranks of a wing has a shelter; both wings are judged alike.

use shakmaty::Bitboard;

use crate::catalogue::beauty::STURDY_BASTION;
use crate::catalogue::king_security::{self, STORM_EXEMPTION};
use crate::context::bits::{rank, ranks};
use crate::context::king::Shelter;
use crate::rules::beauty::bastion;
use crate::rules::space::no_counterplay;
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(king_security::SHELTER_FOURTH_PAWN, fourth_pawn);
    rules.rule(king_security::SHELTER_MISSING_PAWNS, missing_pawns);
    rules.rule(king_security::SHELTER_PLACEMENT_THIRD_RANK, on_third_rank);
    rules.rule(king_security::SHELTER_PLACEMENT_FOURTH_RANK, on_fourth_rank);
    rules.rule(king_security::SHELTER_SHATTERED, |view, [penalty]| {
        penalty * once(judged(view, is_shattered))
    });
    rules.rule(king_security::SHELTER_SHATTERED_F6, |view, [penalty]| {
        penalty * once(judged(view, doubled_at_centre))
    });
    rules.rule(king_security::SHELTER_SHATTERED_H6, |view, [penalty]| {
        penalty * once(judged(view, doubled_at_edge))
    });
    rules.rule(king_security::SHELTER_DOUBLING, |view, [penalty]| {
        penalty * once(judged(view, doubled_in_middle))
    });
}

/// Three pawns on the king's wing are worth `three`, nothing; from the fourth on it is 50.
fn fourth_pawn(view: &View<'_>, [three, fourth]: [i32; 2]) -> i32 {
    match view.own.shelter.map(|shelter| shelter.size) {
        Some(4..) if view.replaced_by(STURDY_BASTION) && bastion(view).any() => 0,
        None | Some(0..=2) => 0,
        Some(3) => three,
        Some(4..) => fourth,
    }
}

/// One pawn gone from before the king costs 50, two 100, and all three 150.
fn missing_pawns(view: &View<'_>, [two, one, none]: [i32; 3]) -> i32 {
    match view.own.shelter.map(|shelter| shelter.size) {
        Some(0) => none,
        Some(1) => one,
        Some(2) => two,
        None | Some(3..) => 0,
    }
}

/// A file's hindmost pawn on the third rank costs 25 at the edge, 50 next to the centre, and
/// nothing between.
fn on_third_rank(view: &View<'_>, [middle, outer, inner]: [i32; 3]) -> i32 {
    let Some(shelter) = &view.own.shelter else {
        return 0;
    };
    let gone = shelter.rear & rank(3);
    if gone.is_empty() {
        return 0;
    }
    let penalty = middle * count(gone & shelter.middle)
        + outer * count(gone & shelter.outer)
        + inner * count(gone & shelter.inner);
    unless_exempt(view, penalty)
}

/// Each file's hindmost pawn that stands on the fourth rank costs its king 100.
pub(super) fn on_fourth_rank(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let rear = view.own.shelter.map_or(Bitboard::EMPTY, |it| it.rear);
    unless_exempt(view, penalty * count(rear & rank(4)))
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
