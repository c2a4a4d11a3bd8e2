//! Endings with at most one piece on each side, by the kind of piece, and the rules on rooks that
//! stand among them and hold with any pieces.

mod bishop_knight;
mod bishops;
mod colours;
mod cut_king;
mod knights;
mod opposite_bishops;
mod pawns;
mod queens;
mod rook_duels;
mod rooks;

use super::endings::{king_supports, outside_passers};
use super::{View, Visitor, once};
use crate::catalogue::simple;
use crate::context::Ending;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    // The general rules of the endgame hold everywhere; the rules below replace them or are added,
    // as each of them says.
    rules.rule(simple::SIMPLE_SCOPE, |_, []| 0);
    if rules.wants(|context| context.ending != Ending::Other) {
        pawns::visit(rules);
        bishops::visit(rules);
        opposite_bishops::visit(rules);
        knights::visit(rules);
        bishop_knight::visit(rules);
        rook_duels::visit(rules);
        queens::visit(rules);
    }
    rooks::visit(rules);
}

/// The verdicts.
pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(|context| context.ending != Ending::Other) {
        bishops::verdicts(rules);
        opposite_bishops::verdicts(rules);
        rook_duels::verdicts(rules);
    }
}

/// `reading` in one kind of ending, and nothing in others.
fn only_in<const N: usize>(
    ending: Ending,
    reading: impl Fn(&View<'_>, [i32; N]) -> i32,
) -> impl Fn(&View<'_>, [i32; N]) -> i32 {
    move |view, numbers| {
        if view.ending == ending {
            reading(view, numbers)
        } else {
            0
        }
    }
}

/// An own king that supports passers earns `bonus`, once however many they are.
fn support(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(king_supports(view))
}

/// Outside passers earn `bonus`, once however many they are.
fn outside_passer(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(outside_passers(view).any())
}
