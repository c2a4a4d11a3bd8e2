//! Loss of tempo: attacks by lesser men, whichever side is to move.

use crate::board::bits::count;
use crate::rule::rules;

rules! {
    "Losing tempo" as Pieces;

    /// Each enemy queen that a pawn, knight, bishop or rook attacks earns {bonus}, however many
    /// attack it.
    "tempo.attack-queen" [478, 480] Middlegame { bonus: 15 }
    // A queen or a king that attacks a queen is itself attacked by it, and gains nothing.
    |view, n| {
        let own = view.own;
        let lesser = own.by_pawns | own.by_knights | own.by_bishops | own.by_rooks;
        n.bonus * count(view.enemy.queens & lesser)
    };

    /// Each enemy rook that a knight or bishop attacks earns {bonus}, however many attack it.
    "tempo.minor-attacks-rook" [482] Middlegame { bonus: 10 }
    |view, n| {
        let own = view.own;
        n.bonus * count(view.enemy.rooks & (own.by_knights | own.by_bishops))
    };

    /// Each enemy knight or bishop that a pawn attacks earns {bonus}, however many attack it.
    "tempo.pawn-attacks-minor" [484] Middlegame { bonus: 5 }
    |view, n| n.bonus * count(view.enemy.minors & view.own.by_pawns);
}
