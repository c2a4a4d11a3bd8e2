//! Endings with a queen each.

use super::{only_in, support};
use crate::catalogue::simple;
use crate::catalogue::thresholds::{FAR_FROM_KING, QUEEN_SHELTER, THIN_SHELTER};
use crate::context::Ending::{self, Queens};
use crate::context::bits::{file, rank};
use crate::rules::endings::king_supports;
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::Queens) {
        return;
    }
    rules.rule(
        simple::QUEEN_SHELTER_THREE,
        // Three own pawns or more on the king position are worth 50.
        only_in(Queens, |view, [bonus]| {
            bonus * once(shelter(view) >= QUEEN_SHELTER)
        }),
    );
    rules.rule(
        simple::QUEEN_SHELTER_TWO,
        // One less costs 20.
        only_in(Queens, |view, [penalty]| {
            penalty * once(shelter(view) == QUEEN_SHELTER - 1)
        }),
    );
    rules.rule(
        simple::QUEEN_SHELTER_ONE,
        // One pawn alone costs 50, and so does none.
        only_in(Queens, |view, [penalty]| {
            penalty * once(shelter(view) <= THIN_SHELTER)
        }),
    );
    rules.rule(simple::QUEEN_KING_SUPPORTS, only_in(Queens, support));
    rules.rule(simple::QUEEN_KING_FAR, only_in(Queens, king_far));
}

/// How many own pawns there are on the own king position.
fn shelter(view: &View<'_>) -> i32 {
    count(view.own.pawns & view.own.king.zone)
}

/// A king with one pawn around it at most, four files or more away from the foremost own passers,
/// costs 80 if it is not next to a passer that is less advanced.
fn king_far(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let passers = view.own.structure.passed;
    let Some(foremost) = passers.last() else {
        return 0;
    };
    let king = i32::from(view.own.king.square.file());
    let near = (0..8u32).filter(|&at| (king - at as i32).abs() < FAR_FROM_KING);
    let foremost = passers & rank(u32::from(foremost.rank()) + 1);
    let is_far = !near.map(file).any(|near| near.intersects(foremost));
    penalty * once(is_far && shelter(view) <= THIN_SHELTER && !king_supports(view))
}
