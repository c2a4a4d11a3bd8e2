//! Endings with a bishop each, on squares of one colour.

use super::colours::{Colours, bishop_squares, spread_on_colour};
use super::{only_in, outside_passer, support};
use crate::catalogue::simple;
use crate::catalogue::thresholds::{BAD_BISHOP_PAWNS, BAD_BISHOP_RAMS};
use crate::context::Ending::{self, SameBishops};
use crate::context::side::Side;
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::SameBishops) {
        return;
    }
    rules.rule(
        simple::BISHOP_SAME_OFF_COLOUR_PAWN,
        // A pawn off the own bishop's colour is worth 15.
        only_in(SameBishops, |view, [bonus]| {
            bonus * Colours::of(&view.own).off
        }),
    );
    rules.rule(
        simple::BISHOP_SAME_KING_SUPPORTS,
        only_in(SameBishops, support),
    );
    rules.rule(
        simple::BISHOP_SAME_OUTSIDE_PASSER,
        // The document's example has 50 where its rule has 60: the rule counts.
        only_in(SameBishops, |view, [bonus, _]| {
            outside_passer(view, [bonus])
        }),
    );
    rules.rule(
        simple::BISHOP_SAME_ON_COLOUR_PAWN,
        // A pawn on the own bishop's colour costs 15.
        only_in(SameBishops, |view, [penalty]| {
            penalty * Colours::of(&view.own).on
        }),
    );
    rules.rule(
        simple::BISHOP_SAME_WIDE_PLAY_PENALTY,
        // More pawns on the bishop's colour than off it cost 30 more where play is wide.
        only_in(SameBishops, |view, [penalty]| {
            penalty * spread_on_colour(view)
        }),
    );
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    rules.verdict(simple::BISHOP_SAME_BAD_BISHOP, against_bad_bishop);
}

/// The side that is ahead usually wins against a bad bishop, if its own is not bad.
fn against_bad_bishop(view: &View<'_>, []: [i32; 0]) -> Finding {
    if view.ending != Ending::SameBishops || view.score <= 0 {
        return Finding::SILENT;
    }
    Finding::USUAL_WIN.when(has_bad_bishop(&view.enemy) && !has_bad_bishop(&view.own))
}

/// Whether the bishop of `side` has three own pawns or more, most of them on its colour, and at
/// least two of those blocked by pawns.
fn has_bad_bishop(side: &Side) -> bool {
    let Colours { on, off } = Colours::of(side);
    let rammed = side.structure.rammed & bishop_squares(side);
    on + off >= BAD_BISHOP_PAWNS && on > off && count(rammed) >= BAD_BISHOP_RAMS
}
