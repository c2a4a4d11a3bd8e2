//! Isolated and backward pawns, roots and diagonals.

use shakmaty::Bitboard;

use super::few;
use crate::catalogue::middlegame::{BACKWARD_FATED_PAWN, DOUBLE_ISOLATED};
use crate::context::bits::{down, left, rank, right, up};
use crate::rules::{View, count};

/// A pawn without neighbours costs 20; those of a file with several have a rule of their own.
pub(super) fn isolated(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let structure = &view.own.structure;
    let mut pawns = structure.isolated;
    if view.applies(DOUBLE_ISOLATED) {
        pawns &= !structure.doubled;
    }
    penalty * count(pawns)
}

/// A pawn that the neighbours have left behind costs 35 if a pawn takes it when it steps forward;
/// if two do, that is the backward-fated pawn.
pub(super) fn backward(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let structure = &view.own.structure;
    let mut pawns = structure.stop_hit
        & structure.with_neighbour_ahead
        & !structure.with_neighbour_beside
        & !structure.with_neighbour_behind;
    if view.applies(BACKWARD_FATED_PAWN) {
        pawns &= !structure.stop_hit_twice;
    }
    penalty * few(pawns)
}

/// With a neighbour beside it, but none behind, such a pawn costs 20.
pub(super) fn semi_backward(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let structure = &view.own.structure;
    let pawns = structure.stop_hit & structure.with_neighbour_beside;
    penalty * few(pawns & !structure.with_neighbour_behind)
}

/// A pawn that protects two pawns costs 25.
pub(super) fn root(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    let below = down(pawns);
    penalty * few(pawns & left(below) & right(below))
}

/// Each diagonal of three pawns or more, one protecting the next, costs 10.
pub(super) fn diagonal_chain(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    // From its lowest pawn: two follow, none comes before.
    let lowest = |forward: fn(Bitboard) -> Bitboard, back: fn(Bitboard) -> Bitboard| {
        let followed = pawns & back(pawns);
        followed & back(followed) & !forward(pawns)
    };
    let rising = lowest(|set| up(right(set)), |set| down(left(set)));
    let falling = lowest(|set| up(left(set)), |set| down(right(set)));
    penalty * (few(rising) + few(falling))
}

/// A pawn on the fourth rank that protects others and is not protected itself costs 20.
pub(super) fn root_on_fourth(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let structure = &view.own.structure;
    penalty * few(structure.protecting & rank(4) & !structure.protected)
}
