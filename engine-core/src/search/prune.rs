//! When a node or a move is not worth searching.

use crate::score::{Score, Value};
use crate::search::margins::{
    LATE_MOVE_PRUNING_BASE, LATE_MOVE_PRUNING_DEPTH, Margins, NULL_MOVE_DEPTH,
    NULL_MOVE_DEPTH_DIVISOR, NULL_MOVE_REDUCTION, NULL_MOVE_SURPLUS_MAX, RAZORING_DEPTH,
    REVERSE_FUTILITY_DEPTH,
};

/// Whether the static value is so far above `beta` that no search of `depth` is needed.
/// Source: <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
#[inline]
pub(super) fn reverse_futility(margins: &Margins, eval: Value, beta: Score, depth: i32) -> bool {
    depth <= REVERSE_FUTILITY_DEPTH
        && !beta.is_mate()
        && Score::from(eval - margins.reverse_futility * depth) >= beta
}

/// Whether the static value is so far below `beta` that captures alone should decide.
/// Source: <https://www.chessprogramming.org/Razoring>.
#[inline]
pub(super) fn is_razored(margins: &Margins, eval: Value, beta: Score, depth: i32) -> bool {
    depth <= RAZORING_DEPTH
        && !beta.is_mate()
        && Score::from(eval + margins.razoring * depth) < beta
}

/// Whether to try what happens if the side to move passes: if the best guess reaches `beta`, and the
/// static value itself is not far below it.
/// Source: <https://www.chessprogramming.org/Null_Move_Pruning>.
#[inline]
pub(super) fn tries_null_move(
    margins: &Margins,
    (eval, estimate): (Value, Value),
    beta: Score,
    depth: i32,
) -> bool {
    depth >= NULL_MOVE_DEPTH
        && !beta.is_mate()
        && Score::from(estimate) >= beta
        && Score::from(eval + margins.null_move) >= beta
}

/// By how many plies the search after a null move is reduced.
#[inline]
pub(super) fn null_move_reduction(margins: &Margins, eval: Value, beta: Score, depth: i32) -> i32 {
    let surplus = Score::from(eval).above(beta) / margins.null_move;
    NULL_MOVE_REDUCTION + depth / NULL_MOVE_DEPTH_DIVISOR + surplus.min(NULL_MOVE_SURPLUS_MAX)
}

/// After how many moves the remaining quiet ones are left out at `depth`.
/// Source: <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>.
#[inline]
pub(super) fn late_move_count(depth: i32) -> usize {
    if depth <= LATE_MOVE_PRUNING_DEPTH {
        LATE_MOVE_PRUNING_BASE + (depth * depth) as usize
    } else {
        usize::MAX
    }
}
