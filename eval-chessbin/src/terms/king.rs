//! The king's own rules.

use shakmaty::{Color, Role};

use super::Scene;
use crate::params::KING_ENOUGH_MOVES;

/// A king that has moved while its side has not castled and the endgame flag is off.
///
/// A quirk: in the prose castling is impossible, in the code the king has moved.
#[inline]
pub(crate) fn king_moved(scene: &Scene<'_>, color: Color) -> i32 {
    let moved = (scene.ours(Role::King, color) & scene.state.moved()).any();
    if moved && !scene.state.castled(color) && !scene.endgame { scene.params.king_moved } else { 0 }
}

#[inline]
pub(crate) fn king_few_moves(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.lines.get(color).king_moves < KING_ENOUGH_MOVES {
        scene.params.king_few_moves
    } else {
        0
    }
}
