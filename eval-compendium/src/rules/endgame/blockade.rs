//! Blockade in the endgame: men in front of enemy pawns.
//!
//! The middlegame has the same rules; here the middlegame's part of a term counts if those are switched
//! off.

use shakmaty::{Bitboard, Role};

use crate::board::bits::{ahead, beside, count, down, few, files, left, rank, right};
use crate::board::side::Piece;
use crate::interplay::{
    BLOCKADE_BISHOP_IN_STRUCTURE, BLOCKADE_INITIAL_SQUARE, BLOCKADE_KNIGHT_IN_STRUCTURE,
    BLOCKADE_MINOR_ON_HALF_FREE_PAWN, BLOCKADE_MINOR_ON_PASSER, BLOCKADE_PAWN_ON_INITIAL_PAWN,
    BLOCKADE_PIECE_ON_INITIAL_PAWN, BLOCKADE_QUEEN_ON_PASSER, BLOCKADE_ROOK_ON_HALF_FREE_PAWN,
    WEDGE_PAWN,
};
use crate::patterns::passers::some_passer;
use crate::patterns::shelter::wedges;
use crate::rule::{Amount, rules};
use crate::view::View;

/// The fewest free squares of a blocker within the pawn structure.
const FREE_BLOCKER_SQUARES: i32 = 3;

rules! {
    "General principles of the endgame" as Pieces;

    /// A knight or bishop right before an enemy passer earns {bonus}, as in the middlegame; a rook
    /// or king there earns nothing. A passer at home and a blocker that is part of the pawn
    /// structure have their own rules.
    "endgame.blockade.minor-passer" [677] All when some_passer { bonus: 30 }
    |view, n| {
        let blockers = view.own.minors & stops(view, view.enemy.structure.passed);
        if blockers.is_empty() {
            return Amount::default();
        }
        let amount = n.bonus * count(blockers & !all_in_structure(view));
        shared(amount, view.replaced_by(BLOCKADE_MINOR_ON_PASSER))
    };

    /// A queen right before an enemy passer costs {penalty}, as in the middlegame.
    "endgame.blockade.queen-passer" [677] All when some_passer { penalty: -50 }
    |view, n| {
        let blockers = view.own.queens & down(view.enemy.structure.passed);
        shared(n.penalty * few(blockers), view.replaced_by(BLOCKADE_QUEEN_ON_PASSER))
    };

    /// Right before an enemy pawn that is no passer but has no pawn of the blocker's side ahead on
    /// its file, a knight or bishop earns {minor}, a rook {rook}. Pawns at home and blockers within
    /// the pawn structure have their own rules.
    "endgame.blockade.unopposed-pawn" [677] All { minor: 30, rook: 20 }
    |view, n| {
        let own = view.own;
        let pawns = view.enemy.pawns & !view.enemy.structure.passed;
        // Behind a blocker ahead of own pawns the enemy pawn is opposed on its way down.
        let mut blockers = (own.minors | own.rooks) & stops(view, pawns);
        if blockers.any() {
            blockers &= !ahead(own.pawns);
        }
        if blockers.is_empty() {
            return Amount::default();
        }
        let minors = n.minor * count(blockers & own.minors & !all_in_structure(view));
        let rooks = n.rook * count(blockers & own.rooks);
        let by_minors = shared(minors, view.replaced_by(BLOCKADE_MINOR_ON_HALF_FREE_PAWN));
        let by_rooks = shared(rooks, view.replaced_by(BLOCKADE_ROOK_ON_HALF_FREE_PAWN));
        Amount {
            middlegame: by_minors.middlegame + by_rooks.middlegame,
            endgame: by_minors.endgame + by_rooks.endgame,
        }
    };

    /// A knight, bishop or rook right before an enemy pawn on its starting square earns {piece}, a
    /// pawn there {pawn}. In the middlegame a pawn wedged into the king's shelter counts elsewhere.
    "endgame.blockade.initial-square" [677] All { piece: 90, pawn: 100 }
    |view, n| {
        let blockers = view.own.units & down(view.enemy.pawns & rank(7));
        if blockers.is_empty() {
            return Amount::default();
        }
        let pieces = n.piece * count(blockers & (view.own.minors | view.own.rooks));
        let by_pieces = shared(pieces, view.replaced_by(BLOCKADE_PIECE_ON_INITIAL_PAWN));
        let pawns = blockers & view.own.pawns;
        let pawns_in_middlegame = if view.replaced_by(BLOCKADE_PAWN_ON_INITIAL_PAWN) {
            Bitboard::EMPTY
        } else if view.replaced_by(WEDGE_PAWN) {
            pawns & !wedges(view)
        } else {
            pawns
        };
        Amount {
            middlegame: by_pieces.middlegame + n.pawn * count(pawns_in_middlegame),
            endgame: by_pieces.endgame + n.pawn * count(pawns),
        }
    };

    /// A knight before an enemy pawn, protected by a pawn, attacked by none and with at least three
    /// squares to go to, earns {bonus} if pawns block each other one or two files away. It has no
    /// other bonus for its blockade, and a pawn at home does not count.
    "endgame.blockade.knight-in-structure" [683] Endgame { bonus: 80 }
    |view, n| n.bonus * few(in_structure(view, Role::Knight));

    /// A bishop in the place of such a knight earns {bonus}: before an enemy pawn that has left
    /// home, protected by a pawn and attacked by none, three squares left, and pawns that block
    /// each other one or two files away.
    "endgame.blockade.bishop-in-structure" [683] Endgame { bonus: 60 }
    |view, n| n.bonus * few(in_structure(view, Role::Bishop));
}

/// The squares in front of the enemy's `pawns`, except those still at home, which have their own rule.
fn stops(view: &View<'_>, pawns: Bitboard) -> Bitboard {
    if view.applies(BLOCKADE_INITIAL_SQUARE) { down(pawns & !rank(7)) } else { down(pawns) }
}

/// Knights and bishops that a rule on blockers within the pawn structure pays for.
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

/// An amount that counts in the middlegame too, unless a middlegame rule posts it.
fn shared(amount: i32, elsewhere: bool) -> Amount {
    Amount { middlegame: if elsewhere { 0 } else { amount }, endgame: amount }
}

/// Own knights (or bishops) in front of an enemy pawn that is not at home, protected by a pawn and safe
/// from pawns, with pawns blocking each other one or two files away, that still have enough free
/// squares.
fn in_structure(view: &View<'_>, role: Role) -> Bitboard {
    let (own, enemy) = (view.own, view.enemy);
    let places = stops(view, enemy.pawns) & own.by_pawns & !enemy.by_pawns;
    if (places & own.minors).is_empty() {
        return Bitboard::EMPTY;
    }
    let fixed = files(own.structure.rammed);
    let near = beside(fixed) | left(left(fixed)) | right(right(fixed));
    let places = places & near;
    let free = !own.units & !enemy.by_pawns;
    let blocks = |piece: &&Piece| {
        piece.role == role
            && places.contains(piece.square)
            && count(piece.attacks & free) >= FREE_BLOCKER_SQUARES
    };
    let blockers = own.each.iter().filter(blocks);
    blockers.map(|piece| piece.square).collect()
}
