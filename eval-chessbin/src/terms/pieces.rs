//! Knights, bishops, rooks and queens.

use shakmaty::{Color, Role};

use super::Scene;

/// Knights while the endgame flag is on.
#[inline]
pub(crate) fn knight_endgame(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame { scene.params.knight_endgame * scene.count(Role::Knight, color) } else { 0 }
}

/// Bishops while the endgame flag is on.
#[inline]
pub(crate) fn bishop_endgame(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame { scene.params.bishop_endgame * scene.count(Role::Bishop, color) } else { 0 }
}

/// Each bishop from the second on; the colours of their squares are not looked at.
#[inline]
pub(crate) fn bishop_pair(scene: &Scene<'_>, color: Color) -> i32 {
    scene.params.bishop_pair * (scene.count(Role::Bishop, color) - 1).max(0)
}

/// Rooks that have moved while their side has not castled, in the endgame too.
#[inline]
pub(crate) fn rook_moved(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.state.castled(color) {
        return 0;
    }
    let moved = scene.ours(Role::Rook, color) & scene.state.moved();
    scene.params.rook_moved * moved.count() as i32
}

/// Queens that have moved while the endgame flag is off.
#[inline]
pub(crate) fn queen_moved(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame {
        return 0;
    }
    let moved = scene.ours(Role::Queen, color) & scene.state.moved();
    scene.params.queen_moved * moved.count() as i32
}
