//! What there is to learn from Kasparov: a piece more in play, and activity everywhere.

use super::halves::HALVES;
use crate::catalogue::opening::UNDERDEVELOPMENT;
use crate::catalogue::thresholds::{ACTIVITY_LEAD, TWO_MINORS};
use crate::context::bits::ranks;
use crate::rules::opening::lead_in_development;
use crate::rules::{View, count, once};

/// In a king attack, 100 for a lead in development of one minor or more. In the opening the lead
/// of two has a rule of its own.
///
/// Developed is who has left a home square of its own kind, as in that rule.
pub(super) fn extra_piece(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if !view.own.king_attack {
        return 0;
    }
    let lead = lead_in_development(view);
    let told = lead >= TWO_MINORS && view.replaced_by(UNDERDEVELOPMENT);
    bonus * once(lead >= 1 && !told)
}

/// 100 for pieces that attack at least four squares more beyond the middle than those of the enemy,
/// on either half of the board.
pub(super) fn both_sides(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let ours = view.own.by_pieces & ranks(5, 8);
    let theirs = view.enemy.by_pieces & ranks(1, 4);
    let leads = |half| count(ours & half) - count(theirs & half) >= ACTIVITY_LEAD;
    bonus * once(HALVES.into_iter().all(leads))
}
