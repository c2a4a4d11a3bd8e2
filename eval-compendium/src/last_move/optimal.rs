//! Moves that improve the placement of a man.

use shakmaty::{Role, Square};

use super::step::Step;
use crate::board::bits::INNER_FILES;
use crate::interplay::{
    KING_FIFTH_RANK, KING_FOURTH_RANK_CENTRE, KING_SIXTH_RANK, KING_THIRD_RANK_CENTRE, RuleRef,
};

/// The least gain in attacked empty squares of a better placed piece.
const BETTER_PLACED: usize = 2;

/// A piece that took nothing attacks more empty squares than before, or the king came to a square
/// that is worth more in an endgame.
pub(super) fn is_improvement(step: &Step<'_>) -> bool {
    if !step.is_quiet() {
        return false;
    }
    match step.role() {
        Role::Pawn => false,
        Role::King => king_value(step, step.to()) > king_value(step, step.from()),
        _ => step.free_squares_after() >= step.free_squares_before() + BETTER_PLACED,
    }
}

/// The value of a king on `square` in an endgame, in tenths.
fn king_value(step: &Step<'_>, square: Square) -> i32 {
    let in_centre = INNER_FILES.contains(square);
    let worth = |rule: RuleRef<i32>| step.interplay.numbers_in_force(rule);
    match u32::from(square.rank()) + 1 {
        3 if in_centre => worth(KING_THIRD_RANK_CENTRE),
        4 if in_centre => worth(KING_FOURTH_RANK_CENTRE),
        5 => worth(KING_FIFTH_RANK),
        6 => worth(KING_SIXTH_RANK),
        _ => 0,
    }
}
