//! Shapes of pawns.

use shakmaty::Bitboard;

use crate::catalogue::endgame::{PAWN_DOUBLED_IN_GROUP, PAWN_DOUBLING_EXEMPT_PASSER};
use crate::catalogue::middlegame::DOUBLE_FIXED_IN_GROUP;
use crate::catalogue::simple::PAWN_ENDING_DOUBLED_IN_GROUP;
use crate::context::Ending;
use crate::context::bits::{beside, down, files, left, rank, ranks, right, up};
use crate::context::material::Pieces;
use crate::rules::endings::advanced_passers;
use crate::rules::{Amount, View, count, once};

/// A pawn, two ahead beside it and one more before it in its file earn 20.
pub(super) fn gandalf_cross(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    let next = down(pawns);
    let feet = pawns & left(next) & right(next) & down(next);
    bonus * count(feet)
}

/// Four pawns that wind up the board (c2, b3, c4, d5, or turned round) earn 10.
pub(super) fn serpentine(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    let (next, second) = (down(pawns), down(down(pawns)));
    let feet = pawns & second;
    if feet.is_empty() {
        return 0;
    }
    let third = down(second);
    bonus * (count(feet & right(next) & left(third)) + count(feet & left(next) & right(third)))
}

/// Four pawns on the corners of three by three squares and one in the middle cost 50 less what
/// their doubling costs anyway.
pub(super) fn checkers(view: &View<'_>, [penalty]: [i32; 1]) -> Amount {
    let pawns = view.own.pawns;
    let (above, below) = (down(pawns), up(pawns));
    let middles = pawns & left(above) & right(above) & left(below) & right(below);
    if middles.is_empty() || view.own.men == Pieces::QR && view.enemy.men == Pieces::QR {
        return Amount::default();
    }
    let sum = |punished: (Bitboard, i32)| -> i32 {
        let worth = |middle| {
            let sides = beside(files(Bitboard::from_square(middle)));
            let (pawns, each) = punished;
            // Both are negative: what is left of the penalty.
            (penalty - each * count(pawns & sides)).min(0)
        };
        middles.into_iter().map(worth).sum()
    };
    Amount {
        middlegame: sum(fixed_doubling(view)),
        endgame: sum(group_doubling(view)),
    }
}

/// One pawn for each file whose doubling is punished in the middlegame, and what each costs.
fn fixed_doubling(view: &View<'_>) -> (Bitboard, i32) {
    if !view.applies(DOUBLE_FIXED_IN_GROUP) {
        return (Bitboard::EMPTY, 0);
    }
    let [each] = view.numbers(DOUBLE_FIXED_IN_GROUP);
    (view.own.structure.fixed_double, each)
}

/// The pawns whose doubling is punished in the endgame, and what each costs.
fn group_doubling(view: &View<'_>) -> (Bitboard, i32) {
    let structure = &view.own.structure;
    let mut punished = structure.doubled & !structure.isolated & !structure.front;
    if view.applies(PAWN_DOUBLING_EXEMPT_PASSER) {
        punished &= !files(structure.doubled & structure.front & advanced_passers(&view.own));
    }
    let (key, in_force) = if view.ending == Ending::Pawns {
        (
            PAWN_ENDING_DOUBLED_IN_GROUP,
            view.applies(PAWN_ENDING_DOUBLED_IN_GROUP),
        )
    } else {
        (PAWN_DOUBLED_IN_GROUP, view.applies(PAWN_DOUBLED_IN_GROUP))
    };
    let [each] = view.numbers(key);
    if in_force {
        (punished, each)
    } else {
        (Bitboard::EMPTY, 0)
    }
}

/// The two whole files of a king's shelter with pawns on their second and third ranks; empty
/// unless the king is on its first rank and at most one file from them.
pub(in crate::rules) fn bastion(view: &View<'_>) -> Bitboard {
    let own = &view.own;
    let Some(shelter) = own.shelter else {
        return Bitboard::EMPTY;
    };
    if !own.king.set.intersects(rank(1)) {
        return Bitboard::EMPTY;
    }
    let full = |files: Bitboard| {
        let squares = files & ranks(2, 3);
        let near = own.king.set.intersects(files | beside(files));
        near && squares.is_subset(own.pawns)
    };
    let inner = shelter.inner | shelter.middle;
    let outer = shelter.middle | shelter.outer;
    if full(inner) {
        inner
    } else if full(outer) {
        outer
    } else {
        Bitboard::EMPTY
    }
}

/// Four pawns in a square before the king earn 50 for the fourth less 30 for their doubling; what
/// a fourth pawn and doubled pawns are worth elsewhere does not count here.
pub(super) fn sturdy_bastion(view: &View<'_>, [fourth, doubling, _net]: [i32; 3]) -> i32 {
    (fourth + doubling) * once(bastion(view).any())
}
