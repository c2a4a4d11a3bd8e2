//! Moves that bring a useless attacker back into play.

use engine_core::position::Position;
use shakmaty::{Role, Square};

use super::step::Step;
use crate::board::bits::ranks;
use crate::patterns::locked::{is_observer, locked_half};

/// A useless attacker, a piece that only observes on the ranks 5 to 8 of a locked half, went to a square,
/// there or further back, from which it does more than observe; it may have taken something.
pub(super) fn is_transfer(step: &Step<'_>) -> bool {
    !matches!(step.role(), Role::Pawn | Role::King)
        && ranks(5, 8).contains(step.from())
        && observes(step, step.before(), step.from())
        && !observes(step, step.after(), step.to())
}

/// True if the mover's piece on `square` only observes in `position`.
fn observes(step: &Step<'_>, position: &Position, square: Square) -> bool {
    let pawns = |color| step.see(position.board().by_piece(Role::Pawn.of(color)));
    locked_half(pawns(step.us()), pawns(!step.us()))
        .is_some_and(|locked| is_observer(square, step.attacks(position, square), locked))
}
