//! Blockade: what stands before enemy pawns.
//!
//! The middlegame has the same rules; here its part of a term counts where those are switched off.

use shakmaty::{Bitboard, Role};

use crate::catalogue::endgame::{
    BLOCKADE_BISHOP_IN_STRUCTURE, BLOCKADE_INITIAL_SQUARE, BLOCKADE_KNIGHT_IN_STRUCTURE,
    BLOCKADE_MINOR_PASSER, BLOCKADE_QUEEN_PASSER, BLOCKADE_UNOPPOSED_PAWN,
};
use crate::catalogue::king_attack::WEDGE_PAWN;
use crate::catalogue::pieces::{
    BLOCKADE_MINOR_ON_HALF_FREE_PAWN, BLOCKADE_MINOR_ON_PASSER, BLOCKADE_PAWN_ON_INITIAL_PAWN,
    BLOCKADE_PIECE_ON_INITIAL_PAWN, BLOCKADE_QUEEN_ON_PASSER, BLOCKADE_ROOK_ON_HALF_FREE_PAWN,
};
use crate::catalogue::thresholds::FREE_BLOCKER_SQUARES;
use crate::context::bits::{ahead, beside, down, files, left, rank, right};
use crate::context::side::Piece;
use crate::rules::king_attack::wedges;
use crate::rules::middlegame::few;
use crate::rules::{Amount, View, Visitor, count};

/// Where enemy pawns start.
const INITIAL: Bitboard = rank(7);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(BLOCKADE_MINOR_PASSER, minor_on_passer);
    rules.rule(BLOCKADE_QUEEN_PASSER, queen_on_passer);
    rules.rule(BLOCKADE_UNOPPOSED_PAWN, on_unopposed_pawn);
    rules.rule(BLOCKADE_INITIAL_SQUARE, on_initial_square);
    rules.rule(BLOCKADE_KNIGHT_IN_STRUCTURE, |view, [bonus]| {
        bonus * few(in_structure(view, Role::Knight))
    });
    rules.rule(BLOCKADE_BISHOP_IN_STRUCTURE, |view, [bonus]| {
        bonus * few(in_structure(view, Role::Bishop))
    });
}

/// An amount that counts in the middlegame too, unless a rule of the middlegame's own posts it.
fn shared(amount: i32, elsewhere: bool) -> Amount {
    Amount {
        middlegame: if elsewhere { 0 } else { amount },
        endgame: amount,
    }
}

/// The squares before `pawns` of the enemy, save those still at home, which have a rule of their
/// own.
fn stops(view: &View<'_>, pawns: Bitboard) -> Bitboard {
    let at_home = if view.applies(BLOCKADE_INITIAL_SQUARE) {
        INITIAL
    } else {
        Bitboard::EMPTY
    };
    down(pawns & !at_home)
}

/// A knight or bishop before an enemy passer is worth 30, unless it is part of the structure.
fn minor_on_passer(view: &View<'_>, [bonus]: [i32; 1]) -> Amount {
    let passers = view.enemy.structure.passed;
    let blockers = view.own.minors & stops(view, passers);
    if blockers.is_empty() {
        return Amount::default();
    }
    let amount = bonus * count(blockers & !all_in_structure(view));
    shared(amount, view.replaced_by(BLOCKADE_MINOR_ON_PASSER))
}

/// A queen before an enemy passer costs 50.
fn queen_on_passer(view: &View<'_>, [penalty]: [i32; 1]) -> Amount {
    let blockers = view.own.queens & down(view.enemy.structure.passed);
    let amount = penalty * few(blockers);
    shared(amount, view.replaced_by(BLOCKADE_QUEEN_ON_PASSER))
}

/// A knight or bishop before an enemy pawn that is no passer but has no own pawn on its way is
/// worth 30, unless it is part of the structure; a rook 20.
fn on_unopposed_pawn(view: &View<'_>, [minor, rook]: [i32; 2]) -> Amount {
    let pawns = view.enemy.pawns & !view.enemy.structure.passed;
    let blockers = (view.own.minors | view.own.rooks) & stops(view, pawns);
    if blockers.is_empty() {
        return Amount::default();
    }
    // What stands ahead of own pawns has one on its way down.
    let blockers = blockers & !ahead(view.own.pawns);
    let minors = blockers & view.own.minors & !all_in_structure(view);
    let by_minors = shared(
        minor * count(minors),
        view.replaced_by(BLOCKADE_MINOR_ON_HALF_FREE_PAWN),
    );
    let by_rooks = shared(
        rook * count(blockers & view.own.rooks),
        view.replaced_by(BLOCKADE_ROOK_ON_HALF_FREE_PAWN),
    );
    Amount {
        middlegame: by_minors.middlegame + by_rooks.middlegame,
        endgame: by_minors.endgame + by_rooks.endgame,
    }
}

/// A knight, bishop or rook before an enemy pawn at home is worth 90, a pawn 100. In the
/// middlegame a pawn wedged into the shelter has had its 100.
fn on_initial_square(view: &View<'_>, [piece, pawn]: [i32; 2]) -> Amount {
    let blockers = view.own.units & down(view.enemy.pawns & INITIAL);
    if blockers.is_empty() {
        return Amount::default();
    }
    let pieces = piece * count(blockers & (view.own.minors | view.own.rooks));
    let pawns = blockers & view.own.pawns;
    let by_pieces = shared(pieces, view.replaced_by(BLOCKADE_PIECE_ON_INITIAL_PAWN));
    let mut in_middlegame = pawns;
    if view.replaced_by(BLOCKADE_PAWN_ON_INITIAL_PAWN) {
        in_middlegame = Bitboard::EMPTY;
    } else if view.replaced_by(WEDGE_PAWN) {
        in_middlegame &= !wedges(view);
    }
    Amount {
        middlegame: by_pieces.middlegame + pawn * count(in_middlegame),
        endgame: by_pieces.endgame + pawn * count(pawns),
    }
}

/// Knights and bishops that have more than a blocker of the plain kind.
fn all_in_structure(view: &View<'_>) -> Bitboard {
    let mut pieces = Bitboard::EMPTY;
    if view.applies(BLOCKADE_KNIGHT_IN_STRUCTURE) {
        pieces |= in_structure(view, Role::Knight);
    }
    if view.applies(BLOCKADE_BISHOP_IN_STRUCTURE) {
        pieces |= in_structure(view, Role::Bishop);
    }
    pieces
}

/// Own knights (or bishops) before an enemy pawn that is not at home, protected by a pawn and safe
/// from pawns, with pawns blocking each other one or two files away, that still have three squares
/// to go to. A knight is worth 80, a bishop 60.
fn in_structure(view: &View<'_>, role: Role) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    let fixed = files(own.structure.rammed);
    let near = beside(fixed) | left(left(fixed)) | right(right(fixed));
    let places = stops(view, enemy.pawns) & own.by_pawns & !enemy.by_pawns & near;
    if (places & own.minors).is_empty() {
        return Bitboard::EMPTY;
    }
    let free = !own.units & !enemy.by_pawns;
    let held = |piece: &&Piece| {
        piece.role == role
            && places.contains(piece.square)
            && count(piece.attacks & free) >= FREE_BLOCKER_SQUARES
    };
    own.each
        .iter()
        .filter(held)
        .map(|piece| piece.square)
        .collect()
}
