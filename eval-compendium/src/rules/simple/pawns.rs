//! Pawn endings.

use super::{only_in, outside_passer, support};
use crate::catalogue::basic::BASIC_KPK_KING_FRONT;
use crate::catalogue::beauty::STURDY_BASTION;
use crate::catalogue::simple;
use crate::context::Ending::{self, Pawns};
use crate::rules::beauty::bastion;
use crate::rules::endings::{enemy_fixed_backward, is_king_before_lone_pawn};
use crate::rules::{View, Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::Pawns) {
        return;
    }
    rules.rule(
        simple::PAWN_ENDING_OUTSIDE_PASSER,
        only_in(Pawns, outside_passer),
    );
    rules.rule(
        simple::PAWN_ENDING_BACKWARD,
        // Each enemy pawn that stays behind a neighbour which an own pawn rams and which would be
        // taken by that pawn if it stepped up is worth a pawn.
        only_in(Pawns, |view, [bonus]| {
            bonus * count(enemy_fixed_backward(view))
        }),
    );
    rules.rule(
        simple::PAWN_ENDING_DOUBLED_IN_GROUP,
        only_in(Pawns, doubled_in_group),
    );
    rules.rule(
        simple::PAWN_ENDING_KING_SUPPORTS,
        only_in(Pawns, king_supports_passer),
    );
}

/// Each pawn that is one too many on its file costs 50 if there are own pawns on a neighbouring
/// file: with them, the group has three pawns or more.
fn doubled_in_group(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let structure = &view.own.structure;
    let mut surplus = structure.doubled & !structure.isolated & !structure.front;
    if surplus.any() && view.replaced_by(STURDY_BASTION) {
        surplus &= !bastion(view);
    }
    penalty * count(surplus)
}

/// A king next to an own passer, or next to the square before it, earns 50; where it leads the
/// last pawn there is, that is worth the same by a rule of its own.
fn king_supports_passer(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if view.applies(BASIC_KPK_KING_FRONT) && is_king_before_lone_pawn(view) {
        return 0;
    }
    support(view, [bonus])
}
