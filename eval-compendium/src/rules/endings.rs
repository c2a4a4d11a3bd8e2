//! What rules of different endings share: passers seen from the king, backward pawns that are
//! fixed, and walls of pawns.

use shakmaty::Bitboard;

use super::View;
use crate::context::bits::{ahead, beside, down, file, fill_down, fill_up, ranks, right, up};
use crate::context::pawns::Structure;
use crate::context::side::Side;

/// How many files an outside passer is away from every enemy pawn, at least.
const OUTSIDE: u32 = 2;
/// The pairs of pawns, each before the other, that a wall has at least, in so many groups of files
/// at most.
const WALL: (usize, usize) = (5, 2);

/// The side's passers on the ranks 5 to 7; `side` is the view's own.
pub(super) fn advanced_passers(side: &Side) -> Bitboard {
    side.structure.passed & ranks(5, 7)
}

/// Whether the own king is next to an own passer, or to the square before one.
pub(super) fn king_supports(view: &View<'_>) -> bool {
    let passers = view.own.structure.passed;
    let near = view.own.king.ring | view.own.king.set;
    near.intersects(passers | up(passers))
}

/// Own passers on a wing (a-c, f-h) with every enemy pawn at least two files towards the other.
pub(super) fn outside_passers(view: &View<'_>) -> Bitboard {
    let passers = view.own.structure.passed;
    let enemy = view.enemy.structure.files;
    if passers.is_empty() || enemy.is_empty() {
        return Bitboard::EMPTY;
    }
    let outside = |at: u32| {
        let near = (0..8u32).filter(|&to| match at {
            0..=2 => to < at + OUTSIDE,
            5..=7 => to + OUTSIDE > at,
            _ => true,
        });
        let near = near.fold(Bitboard::EMPTY, |all, to| all | file(to));
        (enemy & near).is_empty()
    };
    let files = (0..8u32).filter(|&at| passers.intersects(file(at)) && outside(at));
    passers & files.fold(Bitboard::EMPTY, |all, at| all | file(at))
}

/// How many steps the foremost of `passers`, which play up the board, is from its promotion;
/// `None` without passers.
pub(super) fn steps(passers: Bitboard) -> Option<u32> {
    passers.last().map(|square| 7 - u32::from(square.rank()))
}

/// The backward pawns of a side: one enemy pawn takes the pawn when it
/// steps forward, and its neighbours are ahead, none beside it or behind.
pub(super) fn backward(structure: &Structure) -> Bitboard {
    structure.stop_hit
        & !structure.stop_hit_twice
        & structure.with_neighbour_ahead
        & !structure.with_neighbour_beside
        & !structure.with_neighbour_behind
}

/// The own backward pawns behind a neighbour, one rank ahead, that the enemy pawn rams which also
/// guards the step.
pub(super) fn fixed_backward(view: &View<'_>) -> Bitboard {
    fixed_backward_of(&view.own.structure)
}

/// The fixed backward pawns of a side that plays up the board.
pub(super) fn fixed_backward_of(structure: &Structure) -> Bitboard {
    backward(structure) & down(beside(structure.rammed))
}

/// Whether the own side has king and pawn against a bare king, and the king on a higher rank than
/// the pawn, at most one file from it.
pub(super) fn is_king_before_lone_pawn(view: &View<'_>) -> bool {
    let pawn = view.own.pawns;
    let king = view.own.king.set;
    let lone = !(pawn.more_than_one() || pawn.is_empty())
        && view.occupied == pawn | king | view.enemy.king.set;
    lone && king.intersects(ahead(pawn | beside(pawn)))
}

/// The enemy's fixed backward pawns.
pub(super) fn enemy_fixed_backward(view: &View<'_>) -> Bitboard {
    let enemy = &view.enemy.structure;
    // The enemy plays down the board: its neighbour ahead is a rank below.
    backward(enemy) & up(beside(enemy.rammed))
}

/// Whether at least five pairs of pawns block each other, on one or two groups of files: a wall
/// (the same for both sides).
pub(super) fn is_walled(view: &View<'_>) -> bool {
    let rammed = view.own.structure.rammed;
    let (least, groups) = WALL;
    if rammed.count() < least {
        return false;
    }
    let files = (fill_up(rammed) | fill_down(rammed)) & ranks(1, 1);
    let first_of_group = files & !right(files);
    first_of_group.count() <= groups
}
