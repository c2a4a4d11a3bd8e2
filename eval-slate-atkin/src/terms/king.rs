//! The king's quadrant: who has more men there.

use shakmaty::{Bitboard, Square};

use super::{SideView, count};

/// A penalty for each man by which the enemy outnumbers the own men (the king apart) in the
/// quadrant of the board in which the king stands. An enemy queen counts as several men.
#[inline]
pub(crate) fn quadrant(side: &SideView<'_>) -> i32 {
    let quadrant = quadrant_of(side.king);
    let friends = count(side.ours & quadrant) - 1;
    let enemies = side.theirs & quadrant;
    let queens = enemies & side.board.queens();
    let strength = count(enemies) + (side.params.quadrant_enemy_queen - 1) * count(queens);
    side.params.quadrant_outnumbered * (strength - friends).max(0)
}

/// The sixteen squares of the same half of the files and the same half of the ranks.
#[inline]
fn quadrant_of(square: Square) -> Bitboard {
    let square = Bitboard::from_square(square);
    let files = if (square & Bitboard::WEST).any() { Bitboard::WEST } else { Bitboard::EAST };
    let ranks = if (square & Bitboard::SOUTH).any() { Bitboard::SOUTH } else { Bitboard::NORTH };
    files & ranks
}
