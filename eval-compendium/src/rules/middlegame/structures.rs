//! Closed centres, and pawns among enemy pawns.

use crate::board::bits::{beside, down, few, once, up};
use crate::board::context::Centre;
use crate::interplay::{
    BACKWARD_FATED_PAWN, CLOSED_SPACE_CENTRAL, CLOSED_SPACE_SEMICENTRAL, RankWorth,
};
use crate::patterns::backward_pawns::backward_fated;
use crate::patterns::doubled_pawns::restrictors;
use crate::patterns::passers::prospective_passer;
use crate::patterns::space::{closed_space_central, closed_space_semicentral};
use crate::rule::rules;
use crate::view::View;

rules! {
    "Middlegame";

    /// The centre is closed if both sides have pawns on all of the files c to f and the pawns touch
    /// on all of them (fixed) or on three (semi-fixed). Shown is the space that this makes dearer.
    "middlegame.closed-structure" [182, 184, 188] Middlegame {} definition
    |view, _| {
        let closed = matches!(view.centre, Centre::ClosedFixed | Centre::ClosedSemiFixed);
        once(closed) * bonuses(view)
    };

    /// The centre is semi-closed if pawns touch on the d- and e-file, each side has a pawn on the
    /// c- or f-file, and it is not closed. Shown is the space that this makes dearer.
    "middlegame.semi-closed-structure" [186] Middlegame {} definition
    // Pawns must touch: otherwise the start position would count.
    |view, _| once(view.centre == Centre::SemiClosed) * bonuses(view);

    /// In a closed or semi-closed centre a d- or e-pawn earns {rank5} on the fifth rank and {rank6}
    /// on the sixth, instead of what space earns elsewhere.
    "middlegame.closed-space-central" [190] Middlegame { rank5: 30, rank6: 60 }
    |view, n| closed_space_central(view, RankWorth { rank5: n.rank5, rank6: n.rank6 });

    /// In a closed or semi-closed centre a c- or f-pawn earns {rank5} on the fifth rank and {rank6}
    /// on the sixth, instead of what space earns elsewhere.
    "middlegame.closed-space-semicentral" [192] Middlegame { rank5: 20, rank6: 40 }
    |view, n| closed_space_semicentral(view, RankWorth { rank5: n.rank5, rank6: n.rank6 });

    /// A pawn with enemy pawns directly before it, directly behind it and on another square next to
    /// it costs {penalty} if no own pawn protects it, like White's e5 among e6, f5 and e4.
    "middlegame.vertically-isolated-pawn" [194, 196] Middlegame { penalty: -35 }
    |view, n| {
        let enemy = view.enemy.pawns;
        let wrapped = view.own.structure.rammed & up(enemy) & !view.own.structure.protected;
        let beside_enemy = beside(enemy);
        n.penalty * few(wrapped & (beside_enemy | up(beside_enemy) | down(beside_enemy)))
    };

    /// A pawn that two enemy pawns take when it steps forward, with no neighbour beside or behind
    /// it to help, costs {middlegame}, in the endgame {endgame}.
    "middlegame.backward-fated-pawn" [198, 200] All { middlegame: -35, endgame: -50 }
    |view, n| backward_fated(view, BACKWARD_FATED_PAWN { middlegame: n.middlegame, endgame: n.endgame });

    /// A pawn such as White's g5 that freezes g6 and g7, with a pawn such as f7 beside the rear
    /// one, earns {bonus}.
    "middlegame.restricting-pawn" [202, 204] Middlegame { bonus: 40 }
    |view, n| n.bonus * few(restrictors(view.own.pawns, view.enemy.pawns));

    /// With one pawn more than the enemy's one, two or three on the files a to d, e to h or d to e,
    /// the foremost pawn there with no pawn ahead on its file that is not yet passed earns
    /// {middlegame}; a rule of the endgame's own gives {endgame} there. A pawn counts once.
    "middlegame.prospective-passer" [206, 208] Middlegame { middlegame: 15, endgame: 25 }
    |view, n| prospective_passer(view, [n.middlegame, n.endgame]);
}

/// What a structure that is closed or half closed gives.
fn bonuses(view: &View<'_>) -> i32 {
    closed_space_central(view, view.numbers(CLOSED_SPACE_CENTRAL))
        + closed_space_semicentral(view, view.numbers(CLOSED_SPACE_SEMICENTRAL))
}
