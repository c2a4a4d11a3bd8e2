//! The rules for the board as a whole: check, castling, the turn.

use shakmaty::Color;

use super::Scene;

/// Giving check.
///
/// A quirk: the bonus for the endgame comes before the scan by the flag and after it by the men
/// counted, so the two differ for one position.
#[inline]
pub(crate) fn check(scene: &Scene<'_>, color: Color) -> i32 {
    if !scene.check || color == scene.turn {
        return 0;
    }
    let params = scene.params;
    let late = if scene.endgame { params.check_endgame } else { 0 };
    let few = if scene.has_few_men() { params.check_few_men } else { 0 };
    params.check + late + few
}

/// Having castled.
#[inline]
pub(crate) fn castled(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.state.castled(color) { scene.params.castled } else { 0 }
}

/// Being to move.
#[inline]
pub(crate) fn tempo(scene: &Scene<'_>, color: Color) -> i32 {
    if color == scene.turn { scene.params.tempo } else { 0 }
}
