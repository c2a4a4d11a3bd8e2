//! Endings with a queen each.

use crate::board::bits::{count, file, once, rank};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::patterns::passers::{king_supports, support};
use crate::rule::rules;
use crate::view::View;

/// Own pawns on the king position that make a good shelter in queen endings.
const QUEEN_SHELTER: i32 = 3;
/// The most pawns of a thin one.
const THIN_SHELTER: i32 = 1;
/// The files between a king and a passer, counted from one to the other, that part them.
const FAR_FROM_KING: i32 = 4;

rules! {
    "Endgame" when is_ending;

    /// With a queen each, three own pawns or more next to the king, or up to two ranks ahead of it
    /// on its own and the neighbouring files, earn {bonus}.
    "endgame.queen.shelter-three" [799] Endgame { bonus: 50 }
    |view, n| n.bonus * once(shelter(view) >= QUEEN_SHELTER);

    /// With a queen each, a shelter of just two such pawns costs {penalty}.
    "endgame.queen.shelter-two" [801] Endgame { penalty: -20 }
    |view, n| n.penalty * once(shelter(view) == QUEEN_SHELTER - 1);

    /// With a queen each, a shelter of one pawn costs {penalty}, and so does none.
    "endgame.queen.shelter-one" [801] Endgame { penalty: -50 }
    |view, n| n.penalty * once(shelter(view) <= THIN_SHELTER);

    /// With a queen each, a king next to an own passer, or to the square before it, earns {bonus},
    /// once however many it supports.
    "endgame.queen.king-supports" [803] Endgame { bonus: 20 }
    |view, n| support(view, [n.bonus]);

    /// With a queen each, a king with at most one pawn to shelter it, four files or more away from
    /// its foremost passer, costs {penalty}: it may be checked for ever. Not so if it supports
    /// another passer.
    "endgame.queen.king-far" [805] Endgame { penalty: -80 }
    |view, n| {
        let passers = view.own.structure.passed;
        let Some(foremost) = passers.last() else {
            return 0;
        };
        let king = i32::from(view.own.king.square.file());
        let near = (0..8u32).filter(|&at| (king - at as i32).abs() < FAR_FROM_KING);
        let foremost = passers & rank(u32::from(foremost.rank()) + 1);
        let is_far = !near.map(file).any(|near| near.intersects(foremost));
        n.penalty * once(is_far && shelter(view) <= THIN_SHELTER && !king_supports(view))
    };
}

/// Whether this is the ending of these rules.
fn is_ending(context: &Context) -> bool {
    context.ending == Ending::Queens
}

/// How many own pawns there are on the own king position.
fn shelter(view: &View<'_>) -> i32 {
    count(view.own.pawns & view.own.king.zone)
}
