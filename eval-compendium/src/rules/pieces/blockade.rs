//! Men right in front of enemy pawns.
//!
//! The endgame has the same rules for its own phase.

use shakmaty::Bitboard;

use crate::catalogue::king_attack::WEDGE_PAWN;
use crate::catalogue::pieces::{self, BLOCKADE_PIECE_ON_INITIAL_PAWN};
use crate::context::bits::{ahead, down, rank};
use crate::rules::king_attack::wedges;
use crate::rules::{View, Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(pieces::BLOCKADE_MINOR_ON_PASSER, |view, [bonus]| {
        bonus * count(view.own.minors & before_passers(view))
    });
    // A queen is too good for it, wherever the passer stands.
    rules.rule(pieces::BLOCKADE_QUEEN_ON_PASSER, |view, [penalty]| {
        penalty * count(view.own.queens & down(view.enemy.structure.passed))
    });
    // The document says nothing of a rook, so it gets nothing.
    rules.rule(pieces::BLOCKADE_ROOK_ON_PASSER, |view, [bonus]| {
        bonus * count(view.own.rooks & before_passers(view))
    });
    rules.rule(pieces::BLOCKADE_MINOR_ON_HALF_FREE_PAWN, |view, [bonus]| {
        bonus * count(view.own.minors & before_half_free(view))
    });
    rules.rule(pieces::BLOCKADE_ROOK_ON_HALF_FREE_PAWN, |view, [bonus]| {
        bonus * count(view.own.rooks & before_half_free(view))
    });
    rules.rule(BLOCKADE_PIECE_ON_INITIAL_PAWN, |view, [bonus]| {
        let own = &view.own;
        bonus * count((own.minors | own.rooks) & down(view.enemy.pawns & rank(7)))
    });
    rules.rule(pieces::BLOCKADE_PAWN_ON_INITIAL_PAWN, pawn_on_initial);
}

/// Enemy pawns, without those on their first rank, where a blocker has a rule of its own.
fn on_their_way(view: &View<'_>) -> Bitboard {
    if view.applies(BLOCKADE_PIECE_ON_INITIAL_PAWN) {
        view.enemy.pawns & !rank(7)
    } else {
        view.enemy.pawns
    }
}

/// The squares before enemy passers, where a minor earns 30.
fn before_passers(view: &View<'_>) -> Bitboard {
    down(view.enemy.structure.passed & on_their_way(view))
}

/// The squares before enemy pawns that are no passers but have no own pawn ahead on their file,
/// where a minor earns 30 and a rook 20.
fn before_half_free(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    down(on_their_way(view) & !enemy.structure.passed & !ahead(own.pawns))
}

/// A pawn right before an enemy pawn on its first square earns 100, unless it earns as much as a
/// wedge in the shelter of the enemy king.
fn pawn_on_initial(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let mut pawns = view.own.structure.rammed & rank(6);
    if pawns.any() && view.applies(WEDGE_PAWN) {
        pawns &= !wedges(view);
    }
    bonus * count(pawns)
}
