//! An attack on the king without queens.

use crate::board::bits::count;
use crate::board::phase::MATERIAL;
use crate::view::View;

/// Rooks and minors (in half pawns) with which a side attacks the king in an endgame.
const ENDGAME_ATTACK: i32 = 2 * 9;

/// Whether, without queens, a side with rooks and minors for nine pawns or more attacks the enemy
/// king position with one of them.
pub(crate) fn attacks_king(view: &View<'_>) -> bool {
    let own = &view.own;
    let [minor, rook, _] = MATERIAL;
    own.attackers.any()
        && own.queens.is_empty()
        && view.enemy.queens.is_empty()
        && minor * count(own.minors) + rook * count(own.rooks) >= ENDGAME_ATTACK
}
