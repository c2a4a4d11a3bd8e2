//! Moves to the part of the board where the mover has gained less.

use shakmaty::{Bitboard, Role};

use super::step::Step;
use super::wings::lead;
use crate::board::bits::{HALVES, INNER_FILES};
use crate::board::play::Play;
use crate::interplay::{GENERAL_TWO_WEAKNESSES_CENTRE, GENERAL_TWO_WEAKNESSES_MOVE, RuleRef};

/// The play, which is on both wings after the move, went to the wing where the mover stood worse.
pub(super) fn is_on_weaker_wing(step: &Step<'_>) -> bool {
    play_after(step, GENERAL_TWO_WEAKNESSES_MOVE)
        .is_some_and(|play| play.on_both_wings() && went_to_weaker(step, HALVES))
}

/// The play, which is in the centre and on one wing after the move, went to the one of them where
/// the mover stood worse.
pub(super) fn is_on_weaker_part(step: &Step<'_>) -> bool {
    play_after(step, GENERAL_TWO_WEAKNESSES_CENTRE)
        .and_then(Play::beside_centre)
        .is_some_and(|wing| went_to_weaker(step, [INNER_FILES, wing]))
}

/// The extent of the pawns after the move, unless the rule is switched off.
fn play_after(step: &Step<'_>, rule: RuleRef<()>) -> Option<Play> {
    let pawns = step.after().board().pawns();
    step.interplay.on(rule).then(|| Play::of(pawns))
}

/// True if a pawn, or a piece that gained squares, went to the one of two `parts` where the mover
/// stood worse before.
fn went_to_weaker(step: &Step<'_>, parts: [Bitboard; 2]) -> bool {
    let to = parts.map(|part| part.contains(step.to()));
    if to == [false, false] || !improves(step) {
        return false;
    }
    let lead = lead(step.before(), step.interplay, parts);
    if to[0] { lead < 0 } else { lead > 0 }
}

/// True if a pawn moved, or a piece that now attacks more empty squares.
fn improves(step: &Step<'_>) -> bool {
    match step.role() {
        Role::Pawn => true,
        Role::King => false,
        _ => step.free_squares_after() > step.free_squares_before(),
    }
}
