//! Backward pawns.

use shakmaty::Bitboard;

use crate::board::bits::{beside, down, up};
use crate::board::pawns::Structure;
use crate::view::View;

/// The backward pawns of a side: an enemy pawn attacks the square in front, and the neighbours are
/// ahead, none beside the pawn or behind it.
pub(crate) fn backward(structure: &Structure) -> Bitboard {
    structure.stop_hit
        & structure.with_neighbour_ahead
        & !structure.with_neighbour_beside
        & !structure.with_neighbour_behind
}

/// The backward-fated pawns of a side: two enemy pawns attack the square in front, and no neighbour
/// beside the pawn or behind it can help.
pub(crate) fn backward_fated(structure: &Structure) -> Bitboard {
    let helped = structure.with_neighbour_beside | structure.with_neighbour_behind;
    structure.stop_hit_twice & !helped
}

/// The own backward pawns behind a neighbour, one rank ahead, that is rammed by the only enemy pawn
/// guarding the step.
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

/// The backward pawns whose step is attacked by at most one enemy pawn.
fn hit_once(structure: &Structure) -> Bitboard {
    backward(structure) & !structure.stop_hit_twice
}
