//! Moves that place a man better.

use shakmaty::attacks::attacks;
use shakmaty::{Bitboard, Piece, Position, Role, Square};

use super::Step;
use crate::catalogue::Key;
use crate::catalogue::endgame::{
    KING_FIFTH_RANK, KING_FOURTH_RANK_CENTRE, KING_SIXTH_RANK, KING_THIRD_RANK_CENTRE,
};
use crate::catalogue::thresholds::BETTER_PLACED;

/// The files c to f.
const CENTRE: std::ops::RangeInclusive<u32> = 2..=5;

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
    let in_centre = CENTRE.contains(&u32::from(square.file()));
    let worth = |key: Key<1>| {
        let [bonus] = step.settings.numbers(key);
        if step.settings.counts(key) { bonus } else { 0 }
    };
    match u32::from(square.rank()) + 1 {
        3 if in_centre => worth(KING_THIRD_RANK_CENTRE),
        4 if in_centre => worth(KING_FOURTH_RANK_CENTRE),
        5 => worth(KING_FIFTH_RANK),
        6 => worth(KING_SIXTH_RANK),
        _ => 0,
    }
}
