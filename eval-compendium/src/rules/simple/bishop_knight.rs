//! Endings with a bishop against a knight.

use super::colours::{Colours, spread_on_colour};
use super::{only_in, support};
use crate::catalogue::simple::{self, BISHOP_KNIGHT_FEW_PAWNS};
use crate::catalogue::thresholds::FEW_PAWNS;
use crate::context::Ending::{self, BishopKnight};
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::BishopKnight) {
        return;
    }
    rules.rule(
        simple::BISHOP_KNIGHT_ON_COLOUR_PAWN,
        // A pawn on the own bishop's colour costs 15, more of them than off it 30 where play is
        // wide.
        with_bishop(|view, [each, wide]| {
            each * Colours::of(&view.own).on + wide * spread_on_colour(view)
        }),
    );
    rules.rule(
        simple::BISHOP_KNIGHT_OFF_COLOUR_PAWN,
        // A pawn off the own bishop's colour is worth 15.
        with_bishop(|view, [bonus]| bonus * Colours::of(&view.own).off),
    );
    rules.rule(simple::BISHOP_KNIGHT_BOTH_SIDES, with_bishop(both_wings));
    rules.rule(
        simple::BISHOP_KNIGHT_KING_SUPPORTS,
        only_in(BishopKnight, support),
    );
    rules.rule(
        BISHOP_KNIGHT_FEW_PAWNS,
        // Pawns on both wings, two at most on either side, are worth 50 to the bishop.
        with_bishop(|view, [bonus]| bonus * once(is_open(view))),
    );
    rules.rule(
        simple::BISHOP_KNIGHT_IMMOBILISED_KNIGHT,
        with_bishop(immobilised_knight),
    );
}

/// `reading` for the side with the bishop, and nothing for the other one.
fn with_bishop<const N: usize>(
    reading: impl Fn(&View<'_>, [i32; N]) -> i32,
) -> impl Fn(&View<'_>, [i32; N]) -> i32 {
    only_in(BishopKnight, move |view, numbers| {
        if view.own.bishops.any() {
            reading(view, numbers)
        } else {
            0
        }
    })
}

/// Whether there are pawns on both wings, but few.
fn is_open(view: &View<'_>) -> bool {
    let few = |pawns| count(pawns) <= FEW_PAWNS;
    view.play.on_both_wings() && few(view.own.pawns) && few(view.enemy.pawns)
}

/// Pawns on both wings are worth 30 to the bishop, more if they are few.
fn both_wings(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if is_open(view) && view.replaced_by(BISHOP_KNIGHT_FEW_PAWNS) {
        return 0;
    }
    bonus * once(view.play.on_both_wings())
}

/// A knight whose every square is taken by its own men or attacked is worth 60 to the bishop.
fn immobilised_knight(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let enemy = &view.enemy;
    bonus * once((enemy.by_knights & !enemy.units & !view.own.by_any).is_empty())
}
