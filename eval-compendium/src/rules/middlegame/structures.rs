//! Closed centres, and pawns among enemy pawns.
//!
//! Rules, in this order: `CLOSED_STRUCTURE`, `SEMI_CLOSED_STRUCTURE`, `CLOSED_SPACE_CENTRAL`,
//! `CLOSED_SPACE_SEMICENTRAL`; still to come: `VERTICALLY_ISOLATED_PAWN`, `BACKWARD_FATED_PAWN`,
//! `RESTRICTING_PAWN`, `PROSPECTIVE_PASSER`.

use crate::catalogue::middlegame;
use crate::context::Centre;
use crate::rules::space::{closed_space_central, closed_space_semicentral};
use crate::rules::{View, Visitor, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(middlegame::CLOSED_STRUCTURE, |view, []| {
        let closed = matches!(view.centre, Centre::ClosedFixed | Centre::ClosedSemiFixed);
        once(closed) * bonuses(view)
    });
    rules.rule(middlegame::SEMI_CLOSED_STRUCTURE, |view, []| {
        once(view.centre == Centre::SemiClosed) * bonuses(view)
    });
    rules.rule(middlegame::CLOSED_SPACE_CENTRAL, closed_space_central);
    rules.rule(
        middlegame::CLOSED_SPACE_SEMICENTRAL,
        closed_space_semicentral,
    );
}

/// What a structure that is closed or half closed gives.
fn bonuses(view: &View<'_>) -> i32 {
    closed_space_central(view, view.numbers(middlegame::CLOSED_SPACE_CENTRAL))
        + closed_space_semicentral(view, view.numbers(middlegame::CLOSED_SPACE_SEMICENTRAL))
}
