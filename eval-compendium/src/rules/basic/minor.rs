//! A minor and two passers against a rook, and two pawns against one with a minor each.

use shakmaty::Bitboard;

use crate::catalogue::basic::{
    BASIC_MINOR_TWO_PASSERS_CENTRAL, BASIC_MINOR_TWO_PASSERS_DRAW,
    BASIC_MINOR_TWO_PASSERS_NEAR_CENTRE, BASIC_MINOR_TWO_PASSERS_OWN_CAMP,
    BASIC_TWO_V_ONE_KNIGHT_WIN, BASIC_TWO_V_ONE_MINOR,
};
use crate::context::Context;
use crate::context::bits::{file, ranks};
use crate::context::material::Pieces;
use crate::rules::configurations::material::{Spread, between, has, pawns, same_colour, spread};
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, once};

/// The files d and e, and those that go with one of them: c and d, e and f.
const D_AND_E: Bitboard = Bitboard(file(3).0 | file(4).0);
const C_AND_D: Bitboard = Bitboard(file(2).0 | file(3).0);
const E_AND_F: Bitboard = Bitboard(file(4).0 | file(5).0);
/// The files c to f.
const CENTRE: Bitboard = Bitboard(C_AND_D.0 | E_AND_F.0);

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(is_minor_against_rook) {
        // A minor and two pawns on neighbouring files usually draw against a rook.
        rules.verdict(BASIC_MINOR_TWO_PASSERS_DRAW, |view, []| {
            Finding::USUAL_DRAW.when(is_minor_and_two_passers(view))
        });
    }
    if rules.wants(is_minor_each) {
        rules.verdict(BASIC_TWO_V_ONE_MINOR, |view, []| {
            let draws = is_two_against_one(view)
                && !(view.applies(BASIC_TWO_V_ONE_KNIGHT_WIN) && is_winning_knight(view));
            Finding::DRAW.when(draws)
        });
        rules.verdict(BASIC_TWO_V_ONE_KNIGHT_WIN, |view, []| {
            Finding::WIN.when(is_winning_knight(view))
        });
    }
}

/// What the minor's side has beside the draw.
pub(super) fn after_scaling(rules: &mut impl Visitor) {
    if rules.wants(is_minor_against_rook) {
        // Pawns on d and e in the enemy half: 50 with a bishop, 35 with a knight.
        rules.rule(BASIC_MINOR_TWO_PASSERS_CENTRAL, |view, numbers| {
            by_minor(view, numbers) * once(is_advanced(view) && on(view, &[D_AND_E]))
        });
        // On c and d, or on e and f: 35 with a bishop, 25 with a knight.
        rules.rule(BASIC_MINOR_TWO_PASSERS_NEAR_CENTRE, |view, numbers| {
            by_minor(view, numbers) * once(is_advanced(view) && on(view, &[C_AND_D, E_AND_F]))
        });
        rules.rule(BASIC_MINOR_TWO_PASSERS_OWN_CAMP, own_camp);
    }
}

/// Whether one side has a minor and the other a rook; the same for both sides.
fn is_minor_against_rook(context: &Context) -> bool {
    between(context, Pieces::N, Pieces::R) || between(context, Pieces::B, Pieces::R)
}

/// Whether the own side has a minor and two pawns on neighbouring files, and the enemy a rook.
fn is_minor_and_two_passers(view: &View<'_>) -> bool {
    let material = has(view, Pieces::N, Pieces::R) || has(view, Pieces::B, Pieces::R);
    material && pawns(view) == (2, 0) && spread(view.own.pawns) == Some(Spread::Connected)
}

/// Whether both pawns of a minor and two passers are in the enemy half.
fn is_advanced(view: &View<'_>) -> bool {
    is_minor_and_two_passers(view) && view.own.pawns.is_disjoint(ranks(1, 4))
}

/// Whether the own pawns are on one of these sets of files.
fn on(view: &View<'_>, files: &[Bitboard]) -> bool {
    files.contains(&view.own.structure.files)
}

/// The number for the minor that the own side has.
fn by_minor(view: &View<'_>, [bishop, knight]: [i32; 2]) -> i32 {
    if view.own.men == Pieces::B {
        bishop
    } else {
        knight
    }
}

/// A bishop with passers on d and e, both still in the own half, has 35 beside the draw.
fn own_camp(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let is_central = is_minor_and_two_passers(view)
        && view.own.men == Pieces::B
        && on(view, &[D_AND_E])
        && view.own.pawns.is_disjoint(ranks(5, 8));
    bonus * once(is_central)
}

/// Whether each side has one minor and no other piece; the same for both sides.
fn is_minor_each(context: &Context) -> bool {
    let is_minor = |men| men == Pieces::N || men == Pieces::B;
    is_minor(context.own.men) && is_minor(context.enemy.men)
}

/// Whether the own side has a minor and two pawns, the enemy a minor and one, all pawns on at most
/// four neighbouring files.
fn is_two_against_one(view: &View<'_>) -> bool {
    is_minor_each(view) && pawns(view) == (2, 1) && view.play.on_one_part()
}

/// Whether an own knight with two pawns and the king in the enemy half is against a bishop whose
/// only pawn is on d or e, on a square of its colour; all pawns on the files c to f.
fn is_winning_knight(view: &View<'_>) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    has(view, Pieces::N, Pieces::B)
        && pawns(view) == (2, 1)
        && enemy.pawns.intersects(D_AND_E)
        && same_colour(enemy.pawns, enemy.bishops)
        && (own.pawns | enemy.pawns).is_disjoint(!CENTRE)
        && own.king.set.intersects(ranks(5, 8))
}
