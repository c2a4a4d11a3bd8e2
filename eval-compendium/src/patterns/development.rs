//! Development: its order, its lack, and men who have gone too far alone.

use crate::board::bits::count;
use crate::view::View;

/// Developed (or traded) minors from which queen and rooks may come out, and the lead in
/// development that is rewarded.
pub(crate) const TWO_MINORS: i32 = 2;

/// By how many minors the own side is ahead in development. A piece more is no lead: the enemy
/// must have more minors at home as well.
pub(crate) fn lead_in_development(view: &View<'_>) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let out = own.developed() - enemy.developed();
    let at_home = count(enemy.home_minors) - count(own.home_minors);
    out.min(at_home)
}
