//! Knight endings.

use crate::board::bits::{A_FILE, H_FILE, ahead, beside, count, down, once, rank};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::patterns::passers::{advanced_passers, has_outside_passer, king_supports};
use crate::patterns::pawn_structure::fixed_backward;
use crate::rule::rules;

/// The steps from the promotion square beyond which a king is too late for a pawn on rank 5.
const KING_TOO_FAR: u32 = 3;

rules! {
    "Simple endings" as Pawns when is_ending;

    /// With a knight each, a side with an outside passer earns {bonus}, once however many there
    /// are: a passer on a wing with every enemy pawn at least two files away towards the other
    /// wing.
    "endgame.knight.outside-passer" [741] Endgame { bonus: 50 }
    |view, n| n.bonus * once(has_outside_passer(view));

    /// With a knight each, a king next to an own passer, or to the square before it, earns {bonus},
    /// once however many it supports.
    "endgame.knight.king-supports" as King [743] Endgame { bonus: 30 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a knight each, fixing a backward pawn is worth {fixing}: h7 behind g6, where g5 blocks
    /// g6, costs its owner {penalty}. It is one swing, and the other side gets nothing besides.
    "endgame.knight.backward-fixed" [745] Endgame { fixing: 50, penalty: -50 }
    |view, n| n.penalty * count(fixed_backward(view));

    /// With a knight each and the move, a passer on a5 that may step on earns {bonus} against a
    /// knight on b7 when the enemy king is more than three steps from the corner. So does one on h5
    /// against g7.
    "endgame.knight.unstoppable-edge" [747] Endgame { bonus: 200 }
    |view, n| {
        if !view.to_move {
            return 0;
        }
        let passers =
            view.own.structure.passed & rank(5) & (A_FILE | H_FILE) & down(view.empty);
        let runners = passers & beside(down(down(view.enemy.knights)));
        let too_far = |corner| view.enemy.king.square.distance(corner) > KING_TOO_FAR;
        let mut corners = (ahead(runners) & rank(8)).into_iter();
        n.bonus * once(corners.any(too_far))
    };

    /// With a knight each, each own passer on ranks 5 to 7 whose promotion square the own knight
    /// guards earns {bonus}.
    "endgame.knight.guards-promotion" as Pieces [749] Endgame { bonus: 25 }
    |view, n| {
        let passers = advanced_passers(view.own);
        n.bonus * count(ahead(passers) & rank(8) & view.own.by_knights)
    };
}

/// True in the ending of these rules.
fn is_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Knights
}
