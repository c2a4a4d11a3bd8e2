//! What aims at the enemy king's zone: the files that lead there, and the squares of knights.

use shakmaty::Bitboard;
use shakmaty::attacks::knight_attacks;

use crate::view::View;

/// The files towards the enemy king without own pawns, but with enemy ones.
#[inline]
pub(crate) fn half_open_files_to_king(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    view.enemy.king.window & !own.files & enemy.files
}

/// The files towards the enemy king without any pawns.
#[inline]
pub(crate) fn open_files_to_king(view: &View<'_>) -> Bitboard {
    view.enemy.king.window & view.open_files()
}

/// What a knight attacks when it is close to the enemy king: its ring, and where it would check.
#[inline]
pub(crate) fn knight_goals(view: &View<'_>) -> Bitboard {
    let king = &view.enemy.king;
    king.ring | knight_attacks(king.square)
}
