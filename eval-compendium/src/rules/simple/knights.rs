//! Endings with a knight each.

use super::{only_in, outside_passer, support};
use crate::catalogue::simple;
use crate::catalogue::thresholds::KING_TOO_FAR;
use crate::context::Ending::{self, Knights};
use crate::context::bits::{A_FILE, H_FILE, ahead, beside, down, rank};
use crate::rules::endings::{advanced_passers, fixed_backward};
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::Knights) {
        return;
    }
    rules.rule(
        simple::KNIGHT_OUTSIDE_PASSER,
        only_in(Knights, outside_passer),
    );
    rules.rule(simple::KNIGHT_KING_SUPPORTS, only_in(Knights, support));
    rules.rule(
        simple::KNIGHT_BACKWARD_FIXED,
        // The document gives 50 for fixing a backward pawn and -50 for the pawn: one swing of 50.
        only_in(Knights, |view, [_, penalty]| {
            penalty * count(fixed_backward(view))
        }),
    );
    rules.rule(
        simple::KNIGHT_UNSTOPPABLE_EDGE,
        only_in(Knights, unstoppable_edge),
    );
    rules.rule(
        simple::KNIGHT_GUARDS_PROMOTION,
        only_in(Knights, guards_promotion),
    );
}

/// With the move, a passer on a5 that may step on, against a knight on b7 and a king more than
/// three steps from a8, is worth 200; so is one on h5 against g7.
fn unstoppable_edge(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if !view.to_move {
        return 0;
    }
    let passers = view.own.structure.passed & rank(5) & (A_FILE | H_FILE) & down(view.empty);
    let runners = passers & beside(down(down(view.enemy.knights)));
    let too_far = |corner| view.enemy.king.square.distance(corner) > KING_TOO_FAR;
    let mut corners = (ahead(runners) & rank(8)).into_iter();
    bonus * once(corners.any(too_far))
}

/// Each own passer on ranks 5 to 7 whose promotion square the own knight attacks is worth 25.
fn guards_promotion(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let passers = advanced_passers(&view.own);
    bonus * count(ahead(passers) & rank(8) & view.own.by_knights)
}
