//! Development: how many minor pieces one side has brought out more than the other.

use crate::board::bits::count;
use crate::view::View;

/// Developed (or traded) minors from which queen and rooks may come out, and the lead in
/// development that is rewarded.
pub(crate) const TWO_MINORS: i32 = 2;

/// By how many minors the own side is ahead in development. A piece more on the board is no lead:
/// the enemy must have more minors at home as well.
pub(crate) fn lead_in_development(view: &View<'_>) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let out = own.developed() - enemy.developed();
    let at_home = count(enemy.home_minors) - count(own.home_minors);
    out.min(at_home)
}
