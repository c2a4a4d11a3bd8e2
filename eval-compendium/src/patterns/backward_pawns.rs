//! Backward pawns.

use shakmaty::Bitboard;

use crate::board::bits::{beside, down, up};
use crate::board::pawns::Structure;
use crate::view::View;

/// The backward pawns of a side: an enemy pawn takes the pawn when it steps forward, and its
/// neighbours are ahead, none beside it or behind.
pub(crate) fn backward(structure: &Structure) -> Bitboard {
    structure.stop_hit
        & structure.with_neighbour_ahead
        & !structure.with_neighbour_beside
        & !structure.with_neighbour_behind
}

/// The backward-fated pawns of a side: two enemy pawns take the pawn when it steps forward, and no
/// neighbour beside or behind it can help.
pub(crate) fn backward_fated(structure: &Structure) -> Bitboard {
    let helped = structure.with_neighbour_beside | structure.with_neighbour_behind;
    structure.stop_hit_twice & !helped
}

/// The own backward pawns behind a neighbour, one rank ahead, that the enemy pawn rams which is the
/// only one to guard the step.
pub(crate) fn fixed_backward(view: &View<'_>) -> Bitboard {
    fixed_backward_of(&view.own.structure)
}

/// The fixed backward pawns of a side that plays up the board.
pub(crate) fn fixed_backward_of(structure: &Structure) -> Bitboard {
    hit_once(structure) & down(beside(structure.rammed))
}

/// The enemy's fixed backward pawns.
pub(crate) fn enemy_fixed_backward(view: &View<'_>) -> Bitboard {
    let enemy = &view.enemy.structure;
    // The enemy plays down the board: its neighbour ahead is a rank below.
    hit_once(enemy) & up(beside(enemy.rammed))
}

/// The backward pawns that no more than one enemy pawn takes when they step forward.
fn hit_once(structure: &Structure) -> Bitboard {
    backward(structure) & !structure.stop_hit_twice
}
