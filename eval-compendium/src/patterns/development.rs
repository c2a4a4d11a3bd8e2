//! Development: the minor pieces that one side has brought out beyond those of the other.

use crate::board::bits::count;
use crate::board::side::Side;
use crate::view::View;

/// Developed (or traded) minors from which queen and rooks may come out, and the lead in
/// development that is rewarded.
pub(crate) const TWO_MINORS: i32 = 2;

/// The own side's lead in development, in minors. An extra piece on the board is no lead: the enemy
/// must have more minors at home as well.
pub(crate) fn lead_in_development(view: &View<'_>) -> i32 {
    let (own, enemy) = (view.own, view.enemy);
    let out = developed(own) - developed(enemy);
    let at_home = count(enemy.home_minors) - count(own.home_minors);
    out.min(at_home)
}

/// Minors that are on the board but not at home.
#[inline]
fn developed(side: &Side) -> i32 {
    count(side.minors & !side.home_minors)
}

/// Minors that are not at home any more: developed or traded.
#[inline]
pub(crate) fn gone_from_home(side: &Side) -> i32 {
    4 - count(side.home_minors)
}
