//! Bishop versus knight endings, and the immobilized knight.

use crate::board::bits::{count, once};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::interplay::BISHOP_KNIGHT_FEW_PAWNS;
use crate::patterns::passers::king_supports;
use crate::patterns::pieces::off_colour;
use crate::rule::rules;
use crate::view::View;

/// The most pawns of a side that give a bishop room against a knight.
const FEW_PAWNS: i32 = 2;

rules! {
    "Simple endings" as Pieces when is_ending;

    /// Bishop against knight: each pawn of the bishop's side that is not on the colour of the
    /// bishop earns {bonus}.
    "endgame.bishop-knight.off-colour-pawn" [753] Endgame { bonus: 15 }
    |view, n| n.bonus * count(off_colour(view.own));

    /// Bishop against knight: with pawns, of either side, on both wings (a to c and f to h) the
    /// bishop earns {bonus}.
    "endgame.bishop-knight.both-sides" as Material [755] Endgame { bonus: 30 }
    |view, n| {
        let replaced = is_open(view) && view.replaced_by(BISHOP_KNIGHT_FEW_PAWNS);
        n.bonus * once(view.own.bishops.any() && view.play.on_both_wings() && !replaced)
    };

    /// Bishop against knight: a king of either side next to an own passer, or to the square before
    /// it, earns {bonus}, once however many it supports.
    "endgame.bishop-knight.king-supports" as King [757] Endgame { bonus: 30 }
    |view, n| n.bonus * once(king_supports(view));

    /// Bishop against knight: with pawns on both wings, but fewer than three on either side, the
    /// bishop earns {bonus} instead of the bonus for both wings.
    "endgame.bishop-knight.few-pawns" as Material [759] Endgame { bonus: 50 }
    |view, n| n.bonus * once(view.own.bishops.any() && is_open(view));

    /// A knight whose every square is taken by its own men or guarded by the enemy earns the side
    /// with the bishop {bonus}.
    "endgame.bishop-knight.immobilised-knight" [763] Endgame { bonus: 60 }
    |view, n| {
        let free = view.enemy.by_knights & !view.enemy.units & !view.own.by_any;
        n.bonus * once(view.own.bishops.any() && free.is_empty())
    };
}

/// True in the ending of these rules.
fn is_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::BishopKnight
}

/// True if there are pawns on both wings, but few.
fn is_open(view: &View<'_>) -> bool {
    let few = |pawns| count(pawns) <= FEW_PAWNS;
    view.play.on_both_wings() && few(view.own.pawns) && few(view.enemy.pawns)
}
