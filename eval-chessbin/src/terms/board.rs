//! What counts for the board as a whole: check, castling, the turn.

use shakmaty::Color;

use super::Scene;
use crate::params::{CASTLED, CHECK, CHECK_ENDGAME, CHECK_FEW_MEN, TEMPO};

/// Giving check.
///
/// A quirk: the bonus for the endgame comes before the scan by the flag and after it by the men
/// counted, so the two differ for one position.
#[inline]
pub(crate) fn check(scene: &Scene<'_>, color: Color) -> i32 {
    if !scene.check || color == scene.turn {
        return 0;
    }
    let late = if scene.endgame { CHECK_ENDGAME } else { 0 };
    let few = if scene.has_few_men() {
        CHECK_FEW_MEN
    } else {
        0
    };
    CHECK + late + few
}

/// Having castled.
#[inline]
pub(crate) fn castled(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.state.castled(color) {
        CASTLED
    } else {
        0
    }
}

/// Being to move.
#[inline]
pub(crate) fn tempo(scene: &Scene<'_>, color: Color) -> i32 {
    if color == scene.turn { TEMPO } else { 0 }
}
