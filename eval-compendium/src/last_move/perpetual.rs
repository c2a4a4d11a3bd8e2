//! Checks that break up a king's pawns.

use shakmaty::Role;

use super::step::Step;

/// The move took a pawn on a square of the enemy king position and gives check.
pub(super) fn is_check_for_pawn(step: &Step<'_>) -> bool {
    step.capture() == Some(Role::Pawn)
        && step.gives_check()
        && step.enemy_king_zone().contains(step.taken_on())
}
