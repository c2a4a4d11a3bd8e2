//! The rules for a man of any kind: its value, what reaches it, its moves, its square.

use shakmaty::Color;

use super::Scene;

/// Piece values, the king's included.
#[inline]
pub(crate) fn material(scene: &Scene<'_>, color: Color) -> i32 {
    scene.state.sums(color).material
}

/// The defended value of each man. A king too is defended, by whatever reaches it.
#[inline]
pub(crate) fn defended(scene: &Scene<'_>, color: Color) -> i32 {
    let lines = scene.lines.get(color);
    lines.action.sum(scene.board.by_color(color))
}

/// The attacked value of each man, taken off. A king in check is attacked as any man is.
#[inline]
pub(crate) fn attacked(scene: &Scene<'_>, color: Color) -> i32 {
    let lines = scene.lines.get(!color);
    -lines.action.sum(scene.board.by_color(color))
}

/// Hanging men: by how much each is attacked more than it is defended, the king included.
///
/// A quirk: the prose subtracts the attack once more, the code takes the excess ten
/// times.
#[inline]
pub(crate) fn hanging(scene: &Scene<'_>, color: Color) -> i32 {
    let [defence, attack] = [color, !color].map(|side| &scene.lines.get(side).action);
    scene.params.hanging * attack.excess(defence).sum(scene.board.by_color(color))
}

/// Valid moves of each man, of both sides whichever is to move.
#[inline]
pub(crate) fn mobility(scene: &Scene<'_>, color: Color) -> i32 {
    scene.lines.get(color).moves
}

/// Tables of squares; rook and queen have none.
#[inline]
pub(crate) fn squares(scene: &Scene<'_>, color: Color) -> i32 {
    let king = scene
        .board
        .king_of(color)
        .map_or(0, |square| scene.params.king_square(color, square, scene.endgame));
    scene.state.sums(color).squares + king
}
