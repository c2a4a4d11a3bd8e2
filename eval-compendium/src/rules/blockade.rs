//! Blockade: men right in front of enemy pawns.
//!
//! The endgame has the same rules for its own phase.

use shakmaty::Bitboard;

use crate::board::bits::{ahead, count, down, rank};
use crate::interplay::{BLOCKADE_PIECE_ON_INITIAL_PAWN, WEDGE_PAWN};
use crate::patterns::passers::some_passer;
use crate::patterns::shelter::wedges;
use crate::rule::rules;
use crate::view::View;

rules! {
    "Blockade" as Pieces;

    /// A knight or bishop right before an enemy passed pawn earns {bonus}, unless the pawn has not
    /// moved yet, for which another rule counts.
    "blockade.minor-on-passer" [422, 424, 426, 432] (20 Elo) Middlegame when some_passer { bonus: 30 }
    |view, n| n.bonus * count(view.own.minors & before_passers(view));

    /// A queen right before an enemy passed pawn costs {penalty}.
    "blockade.queen-on-passer" [428] Middlegame when some_passer { penalty: -50 }
    // At home too: no other rule covers a queen before a pawn there.
    |view, n| n.penalty * count(view.own.queens & down(view.enemy.structure.passed));

    /// A rook right before an enemy passed pawn earns {bonus}: it makes no difference.
    "blockade.rook-on-passer" [430] Middlegame when some_passer { bonus: 0 }
    // The document calls it irrelevant; the rule is there so that positions can show it.
    |view, n| n.bonus * count(view.own.rooks & before_passers(view));

    /// A knight or bishop right before an enemy pawn that is no passer, but has no opposing pawn
    /// ahead on its file, earns {bonus}. A pawn that has not moved yet has its own rule.
    "blockade.minor-on-half-free-pawn" [434, 436, 438] (10 Elo) Middlegame { bonus: 30 }
    |view, n| n.bonus * count(before_half_free(view, view.own.minors));

    /// A rook right before an enemy pawn that is no passer, but has no opposing pawn ahead on its
    /// file, earns {bonus}. A pawn that has not moved yet has its own rule.
    "blockade.rook-on-half-free-pawn" [438] Middlegame { bonus: 20 }
    |view, n| n.bonus * count(before_half_free(view, view.own.rooks));

    /// A knight, bishop or rook right before an enemy pawn that has not moved yet, passed or not,
    /// earns {bonus}. It counts in place of the other rewards for blockers.
    "blockade.piece-on-initial-pawn" [440, 442] Middlegame { bonus: 90 }
    |view, n| {
        let own = view.own;
        n.bonus * count((own.minors | own.rooks) & down(view.enemy.pawns & rank(7)))
    };

    /// A pawn right before an enemy pawn that has not moved yet earns {bonus}, unless it is already
    /// paid as a wedge in the shelter of the enemy king.
    "blockade.pawn-on-initial-pawn" as Pawns [444] Middlegame { bonus: 100 }
    |view, n| {
        let mut pawns = view.own.structure.rammed & rank(6);
        if pawns.any() && view.applies(WEDGE_PAWN) {
            pawns &= !wedges(view);
        }
        n.bonus * count(pawns)
    };
}

/// The squares in front of enemy passers.
fn before_passers(view: &View<'_>) -> Bitboard {
    down(view.enemy.structure.passed & on_their_way(view))
}

/// Those of `men` directly in front of enemy pawns that are no passers but have no own pawn ahead on
/// their file.
fn before_half_free(view: &View<'_>, men: Bitboard) -> Bitboard {
    let blockers = men & down(on_their_way(view) & !view.enemy.structure.passed);
    if blockers.is_empty() {
        return blockers;
    }
    blockers & !down(ahead(view.own.pawns))
}

/// Enemy pawns except those that have not moved yet, whose blockers have their own rule.
fn on_their_way(view: &View<'_>) -> Bitboard {
    if view.applies(BLOCKADE_PIECE_ON_INITIAL_PAWN) {
        view.enemy.pawns & !rank(7)
    } else {
        view.enemy.pawns
    }
}
