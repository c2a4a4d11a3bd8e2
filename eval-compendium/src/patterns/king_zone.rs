//! Pressure on the enemy king's zone: the files that lead there, the squares of knights, and an
//! attack without queens.

use shakmaty::Bitboard;
use shakmaty::attacks::knight_attacks;

use crate::board::bits::count;
use crate::board::context::Context;
use crate::board::phase::MATERIAL;
use crate::view::View;

/// Rooks and minors (in half pawns) with which a side attacks the king in an endgame.
const ENDGAME_ATTACK: i32 = 2 * 9;

/// True if one of the kings is attacked; the same for both sides.
#[inline]
pub(crate) fn some_king_attack(context: &Context<'_>) -> bool {
    context.own.king_attack || context.enemy.king_attack
}

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

/// The targets of a knight close to the enemy king: its ring, and the squares from which a knight checks.
#[inline]
pub(crate) fn knight_goals(view: &View<'_>) -> Bitboard {
    let king = &view.enemy.king;
    king.ring | knight_attacks(king.square)
}

/// True if, without queens, a side with rooks and minors for nine pawns or more attacks the enemy
/// king position with one of them.
pub(crate) fn attacks_king_without_queens(view: &View<'_>) -> bool {
    let own = view.own;
    let [minor, rook, _] = MATERIAL;
    own.attackers.any()
        && own.queens.is_empty()
        && view.enemy.queens.is_empty()
        && minor * count(own.minors) + rook * count(own.rooks) >= ENDGAME_ATTACK
}
