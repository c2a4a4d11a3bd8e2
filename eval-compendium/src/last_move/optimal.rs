//! Moves that place a man better.

use shakmaty::attacks::attacks;
use shakmaty::{Bitboard, Piece, Position, Role, Square};

use super::step::Step;
use crate::board::bits::INNER_FILES;
use crate::interplay::Other;
use crate::interplay::{
    KING_FIFTH_RANK, KING_FOURTH_RANK_CENTRE, KING_SIXTH_RANK, KING_THIRD_RANK_CENTRE,
};

/// Empty squares more that a better placed piece attacks.
const BETTER_PLACED: usize = 2;
/// Whether a piece that took nothing attacks two empty squares more than before, or the king came
/// to a square that is worth more in an endgame.
pub(super) fn is_improvement(step: &Step<'_>) -> bool {
    if !step.is_quiet() {
        return false;
    }
    match step.role() {
        Role::Pawn => false,
        Role::King => king_value(step, step.to()) > king_value(step, step.from()),
        _ => empty_after(step) >= empty_before(step) + BETTER_PLACED,
    }
}

fn empty_before(step: &Step<'_>) -> usize {
    empty_squares(
        step,
        step.see(step.before().board().occupied()),
        step.from(),
    )
}

fn empty_after(step: &Step<'_>) -> usize {
    empty_squares(step, step.see(step.after().board().occupied()), step.to())
}

/// How many empty squares the man that moves attacks from `square`.
fn empty_squares(step: &Step<'_>, occupied: Bitboard, square: Square) -> usize {
    let color = shakmaty::Color::White;
    let piece = Piece {
        color,
        role: step.role(),
    };
    (attacks(square, piece, occupied) & !occupied).count()
}

/// What a king on `square` is worth in an endgame, in tenths.
fn king_value(step: &Step<'_>, square: Square) -> i32 {
    let in_centre = INNER_FILES.contains(square);
    let worth = |key: Other<i32>| step.interplay.numbers_in_force(key);
    match u32::from(square.rank()) + 1 {
        3 if in_centre => worth(KING_THIRD_RANK_CENTRE),
        4 if in_centre => worth(KING_FOURTH_RANK_CENTRE),
        5 => worth(KING_FIFTH_RANK),
        6 => worth(KING_SIXTH_RANK),
        _ => 0,
    }
}
