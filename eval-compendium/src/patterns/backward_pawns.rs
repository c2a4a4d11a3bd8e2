//! What rules of different endings share: passers seen from the king, backward pawns that are
//! fixed, and walls of pawns.

use shakmaty::Bitboard;

use crate::board::bits::{beside, down, few, up};
use crate::board::pawns::Structure;
use crate::interplay::BACKWARD_FATED_PAWN;
use crate::rule::Amount;
use crate::view::View;

/// The backward pawns of a side: one enemy pawn takes the pawn when it
/// steps forward, and its neighbours are ahead, none beside it or behind.
pub(crate) fn backward(structure: &Structure) -> Bitboard {
    structure.stop_hit
        & !structure.stop_hit_twice
        & structure.with_neighbour_ahead
        & !structure.with_neighbour_beside
        & !structure.with_neighbour_behind
}

/// The own backward pawns behind a neighbour, one rank ahead, that the enemy pawn rams which also
/// guards the step.
pub(crate) fn fixed_backward(view: &View<'_>) -> Bitboard {
    fixed_backward_of(&view.own.structure)
}

/// The fixed backward pawns of a side that plays up the board.
pub(crate) fn fixed_backward_of(structure: &Structure) -> Bitboard {
    backward(structure) & down(beside(structure.rammed))
}

/// The enemy's fixed backward pawns.
pub(crate) fn enemy_fixed_backward(view: &View<'_>) -> Bitboard {
    let enemy = &view.enemy.structure;
    // The enemy plays down the board: its neighbour ahead is a rank below.
    backward(enemy) & up(beside(enemy.rammed))
}

/// A pawn that two enemy pawns take when it steps forward costs 35, 50 in the endgame, if no
/// neighbour beside or behind it can help.
pub(crate) fn backward_fated(view: &View<'_>, each: BACKWARD_FATED_PAWN) -> Amount {
    let structure = &view.own.structure;
    let helped = structure.with_neighbour_beside | structure.with_neighbour_behind;
    let pawns = few(structure.stop_hit_twice & !helped);
    Amount {
        middlegame: each.middlegame * pawns,
        endgame: each.endgame * pawns,
    }
}
