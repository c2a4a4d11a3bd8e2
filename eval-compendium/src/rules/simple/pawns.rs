//! Pawn endings, and the reading of all other simple endings.

use crate::board::bits::{count, once};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::interplay::{BASIC_KPK_KING_FRONT, STURDY_BASTION};
use crate::patterns::passers::{has_outside_passer, is_king_before_lone_pawn, king_supports};
use crate::patterns::pawn_structure::enemy_fixed_backward;
use crate::patterns::shelter::bastion;
use crate::rule::rules;

rules! {
    "Simple endings" as Pawns when is_ending;

    /// With kings and pawns only, a side with an outside passer earns {bonus}, once however many
    /// there are: a passer on a wing with every enemy pawn at least two files away towards the
    /// other wing.
    "endgame.pawn-ending.outside-passer" [693] Endgame { bonus: 100 }
    |view, n| n.bonus * once(has_outside_passer(view));

    /// With kings and pawns only, each enemy pawn that is held back for good earns {bonus}: b7
    /// behind a6 where a5 blocks a6 and would take b7 if it stepped up.
    "endgame.pawn-ending.backward" [695] Endgame { bonus: 100 }
    |view, n| n.bonus * count(enemy_fixed_backward(view));

    /// With kings and pawns only, each pawn too many on its file costs {penalty} if there are own
    /// pawns on a neighbouring file, so that three or more stand together.
    "endgame.pawn-ending.doubled-in-group" [697] Endgame { penalty: -50 }
    |view, n| {
        let structure = &view.own.structure;
        let mut surplus = structure.doubled & !structure.isolated & !structure.front;
        if surplus.any() && view.replaced_by(STURDY_BASTION) {
            surplus &= !bastion(view);
        }
        n.penalty * count(surplus)
    };

    /// With kings and pawns only, a king next to an own passer, or to the square before it, earns
    /// {bonus}, once however many it supports.
    "endgame.pawn-ending.king-supports" as King [699] Endgame { bonus: 50 }
    |view, n| {
        let replaced = view.applies(BASIC_KPK_KING_FRONT) && is_king_before_lone_pawn(view);
        n.bonus * once(king_supports(view) && !replaced)
    };

    /// In all other simple endings the general rules of the endgame hold, and the values of each
    /// kind of ending replace them or are added. The rule itself is worth nothing.
    "endgame.simple.scope" [703] Endgame {} definition
    |_, _| 0;
}

/// True in the ending of these rules.
fn is_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Pawns
}
