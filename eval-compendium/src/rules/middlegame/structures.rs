//! Closed and semi-closed structures, pawns hemmed in by enemy pawns, and prospective passers.

use crate::board::bits::{beside, count, down, few, once, rank, up};
use crate::board::context::Centre;
use crate::patterns::passers::prospective_passers;
use crate::patterns::pawn_structure::{backward_fated, restrictors};
use crate::patterns::space::{SpaceFiles, closed_space};
use crate::rule::{Amount, rules};

rules! {
    "Middlegame" as Pawns;

    /// The centre is closed if both sides have pawns on all of the files c to f and the pawns touch
    /// on all of them (fixed) or on three (semi-fixed). Shown is the space that this makes dearer.
    "middlegame.closed-structure" [182, 184, 188] Middlegame {} definition
    |view, _| {
        let closed = matches!(view.centre, Centre::ClosedFixed | Centre::ClosedSemiFixed);
        once(closed) * closed_space(view, view.own.pawns)
    };

    /// The centre is semi-closed if pawns touch on the d- and e-file, each side has a pawn on the
    /// c- or f-file, and it is not closed. Shown is the space that this makes dearer.
    "middlegame.semi-closed-structure" [186] Middlegame {} definition
    // Pawns must touch: otherwise the start position would count.
    |view, _| once(view.centre == Centre::SemiClosed) * closed_space(view, view.own.pawns);

    /// In a closed or semi-closed centre a d- or e-pawn earns {rank5} on the fifth rank and {rank6}
    /// on the sixth, instead of what space earns elsewhere.
    "middlegame.closed-space-central" [190] Middlegame { rank5: 30, rank6: 60 }
    |view, n| {
        let pawns = view.own.pawns & SpaceFiles::of(view).central;
        n.rank5 * count(pawns & rank(5)) + n.rank6 * count(pawns & rank(6))
    };

    /// In a closed or semi-closed centre a c- or f-pawn earns {rank5} on the fifth rank and {rank6}
    /// on the sixth, instead of what space earns elsewhere.
    "middlegame.closed-space-semicentral" [192] Middlegame { rank5: 20, rank6: 40 }
    |view, n| {
        let pawns = view.own.pawns & SpaceFiles::of(view).semicentral;
        n.rank5 * count(pawns & rank(5)) + n.rank6 * count(pawns & rank(6))
    };

    /// A pawn with enemy pawns directly before it, directly behind it and on another square next to
    /// it costs {penalty} if no own pawn protects it, like White's e5 among e6, f5 and e4.
    "middlegame.vertically-isolated-pawn" [194, 196] Middlegame { penalty: -35 }
    |view, n| {
        let (structure, enemy) = (&view.own.structure, view.enemy.pawns);
        let wedged_in = structure.rammed & up(enemy) & !structure.protected;
        if wedged_in.is_empty() {
            return 0;
        }
        let beside_enemy = beside(enemy);
        n.penalty * few(wedged_in & (beside_enemy | up(beside_enemy) | down(beside_enemy)))
    };

    /// A pawn that two enemy pawns would take when it steps forward, with no neighbour beside or
    /// behind it to help, costs {middlegame}, in the endgame {endgame}.
    "middlegame.backward-fated-pawn" [198, 200] All { middlegame: -35, endgame: -50 }
    |view, n| {
        let fated = few(backward_fated(&view.own.structure));
        Amount {
            middlegame: n.middlegame * fated,
            endgame: n.endgame * fated,
        }
    };

    /// A pawn directly before two enemy pawns, one behind the other, the rear one with a neighbour
    /// beside it, earns {bonus}, like White's g5 that holds g6, g7 and f7 back.
    "middlegame.restricting-pawn" [202, 204] Middlegame { bonus: 40 }
    |view, n| n.bonus * few(restrictors(view.own.pawns, view.enemy.pawns));

    /// With one pawn more than the enemy's one, two or three on the files a to d, e to h or d to e,
    /// the foremost pawn there with no pawn ahead on its file that is not yet passed earns
    /// {middlegame}; a rule of the endgame's own gives {endgame} there. A pawn counts once.
    "middlegame.prospective-passer" [206, 208] Middlegame { middlegame: 15, endgame: 25 }
    |view, n| {
        let pawns = prospective_passers(view);
        Amount {
            middlegame: n.middlegame * pawns,
            endgame: n.endgame * pawns,
        }
    };
}
