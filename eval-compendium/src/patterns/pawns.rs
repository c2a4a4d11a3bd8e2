//! Pawns: backward, doubled and divided ones, walls and locked halves of the board; passed, outside, supported and
//! prospective ones.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{
    CENTRAL_FILES, HALVES, KINGSIDE, QUEEN_WING, QUEENSIDE, ahead, beside, count, down, files, fill_down, fill_up,
    once, pawn_hits, pawn_hits_down, rank, ranks, right, up,
};
use crate::board::context::Context;
use crate::board::pawns::Structure;
use crate::board::side::Side;
use crate::patterns::reach;
use crate::view::View;

/// The backward pawns of a side: an enemy pawn attacks the square in front, and the neighbours are
/// ahead, none beside the pawn or behind it.
pub(crate) fn backward(structure: &Structure) -> Bitboard {
    structure.stop_hit
        & structure.with_neighbour_ahead
        & !structure.with_neighbour_beside
        & !structure.with_neighbour_behind
}

/// The backward-fated pawns of a side: two enemy pawns attack the square in front, and no neighbour
/// beside the pawn or behind it can help.
pub(crate) fn backward_fated(structure: &Structure) -> Bitboard {
    let helped = structure.with_neighbour_beside | structure.with_neighbour_behind;
    structure.stop_hit_twice & !helped
}

/// The own backward pawns behind a neighbour, one rank ahead, that is rammed by the only enemy pawn guarding the step.
pub(crate) fn fixed_backward(view: &View<'_>) -> Bitboard {
    fixed_backward_of(&view.own.structure)
}

/// The fixed backward pawns of a side that plays up the board.
pub(crate) fn fixed_backward_of(structure: &Structure) -> Bitboard {
    hit_once(structure) & down(beside(structure.rammed))
}

/// The enemy's fixed backward pawns.
pub(crate) fn enemy_fixed_backward(view: &View<'_>) -> Bitboard {
    let enemy = &view.enemy.structure;
    // The enemy plays down the board: its neighbour ahead is a rank below.
    hit_once(enemy) & up(beside(enemy.rammed))
}

/// The backward pawns whose step is attacked by at most one enemy pawn.
fn hit_once(structure: &Structure) -> Bitboard {
    backward(structure) & !structure.stop_hit_twice
}

/// Pawns of files with exactly two of the doubled pawns `lone`, two ranks or more between them,
/// whose front one is defended, and as often as it is attacked.
pub(crate) fn far_apart(view: &View<'_>, lone: Bitboard) -> Bitboard {
    let structure = &view.own.structure;
    let (front, rear) = (lone & structure.front, lone & structure.rear);
    let close = up(rear) | up(up(rear));
    let well_defended = |square: &Square| {
        let defenders = view.own.count_attackers(*square);
        defenders >= view.enemy.count_attackers(*square).max(1)
    };
    let far = front & !close & !files(lone & !front & !rear);
    let fronts: Bitboard = far.into_iter().filter(well_defended).collect();
    lone & files(fronts)
}

/// Pawns of `own` with two enemy pawns on the next two squares of their file, of which the farther
/// one has a neighbour beside it.
pub(crate) fn restrictors(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let rammed = own & down(enemy);
    if rammed.is_empty() {
        return rammed;
    }
    rammed & down(down(enemy & beside(enemy)))
}

/// The pawns of a side whose division into two islands is judged.
const DIVIDED_PAWNS: usize = 7;

/// The size of the larger one if seven pawns make exactly two islands: 4, 5 or 6.
#[inline]
pub(crate) fn larger_of_two(pawns: Bitboard) -> Option<usize> {
    if pawns.count() != DIVIDED_PAWNS {
        return None;
    }
    let on_files = fill_down(pawns) & rank(1);
    let starts = on_files & !right(on_files);
    let (first, last) = (starts.first()?, starts.last()?);
    if starts.count() > 2 || first == last {
        return None;
    }
    let to_the_right = rank(1) & !Bitboard((1 << u32::from(last)) - 1);
    let size = (pawns & fill_up(to_the_right)).count();
    Some(size.max(DIVIDED_PAWNS - size))
}

/// The fewest pairs of pawns, each directly in front of the other, that make a wall.
const WALL_PAIRS: usize = 5;
/// The most groups of neighbouring files with such pairs.
const WALL_GROUPS: usize = 2;

/// True if pairs of pawns that block each other make a wall; the same for both sides.
pub(crate) fn is_walled(view: &View<'_>) -> bool {
    let rammed = view.own.structure.rammed;
    if rammed.count() < WALL_PAIRS {
        return false;
    }
    let files = fill_down(rammed) & rank(1);
    let first_of_group = files & !right(files);
    first_of_group.count() <= WALL_GROUPS
}

/// The fewest files with pawns that block each other on a locked half of the board.
const LOCKED_FILES: usize = 3;

/// The half of the board (files a to d, or e to h) that `own` pawns, which play up the board, and
/// `enemy` pawns have locked while the other one is not: on enough of its files pawns block each
/// other, and no pawn on it, of either side, attacks a pawn. The same for both sides.
#[inline]
pub(crate) fn locked_half(own: Bitboard, enemy: Bitboard) -> Option<Bitboard> {
    let rammed = own & down(enemy);
    if rammed.count() < LOCKED_FILES {
        return None;
    }
    let files = fill_down(rammed) & rank(1);
    let tense = own & pawn_hits_down(enemy) | enemy & pawn_hits(own);
    let is_locked = |half: Bitboard| (files & half).count() >= LOCKED_FILES && tense.is_disjoint(half);
    match HALVES.map(is_locked) {
        [true, false] => Some(QUEENSIDE),
        [false, true] => Some(KINGSIDE),
        _ => None,
    }
}

/// True if a piece on `square` only observes: it stands on the `locked` half and attacks no square
/// of the other one in the enemy camp.
#[inline]
pub(crate) fn is_observer(square: Square, attacks: Bitboard, locked: Bitboard) -> bool {
    locked.contains(square) && attacks.is_disjoint(ranks(5, 8) & !locked)
}

/// The own pieces that only observe; none unless exactly one half is locked.
pub(crate) fn observers(context: &Context<'_>) -> Bitboard {
    let (own, enemy) = (&context.own, &context.enemy);
    let Some(locked) = locked_half(own.pawns, enemy.pawns) else {
        return Bitboard::EMPTY;
    };
    let pieces = own.each.iter();
    pieces.filter(|piece| is_observer(piece.square, piece.attacks, locked)).map(|piece| piece.square).collect()
}

/// True if there is a file without any pawn; the same for both sides.
#[inline]
pub(crate) fn some_open_file(context: &Context<'_>) -> bool {
    context.open_files().any()
}

/// The least distance in files of an outside passer from every enemy pawn.
const OUTSIDE: u32 = 2;
/// Enemy pawns over which a majority of one more can make a passer.
const MAJORITY_OVER: std::ops::RangeInclusive<i64> = 1..=3;

/// True if there is a passer at all; the same for both sides.
#[inline]
pub(crate) fn some_passer(context: &Context<'_>) -> bool {
    (context.own.structure.passed | context.enemy.structure.passed).any()
}

/// The side's passers on the ranks 5 to 7; `side` is the view's own.
pub(crate) fn advanced_passers(side: &Side) -> Bitboard {
    side.structure.passed & ranks(5, 7)
}

/// True if the own king is next to an own passer, or to the square before one.
pub(crate) fn king_supports(view: &View<'_>) -> bool {
    king_supports_one_of(view, view.own.structure.passed)
}

/// The same for `passers`, some of the own ones.
pub(crate) fn king_supports_one_of(view: &View<'_>, passers: Bitboard) -> bool {
    let near = view.own.king.ring | view.own.king.set;
    near.intersects(passers | up(passers))
}

/// True if an own passer on a wing (a to c, f to h) is at least two files away from every enemy pawn,
/// all of which, and there must be some, are towards the other wing.
pub(crate) fn has_outside_passer(view: &View<'_>) -> bool {
    let on_first_rank = |pawns: Bitboard| fill_down(pawns) & rank(1);
    let passers = on_first_rank(view.own.structure.passed);
    let enemy = on_first_rank(view.enemy.pawns);
    // The one nearest the edge is the farthest away.
    let is_outside = |passers: Bitboard, enemy: Bitboard| {
        let [passer, nearest] = [passers & QUEEN_WING, enemy].map(Bitboard::first);
        let is_left = |(passer, pawn)| u32::from(passer) + OUTSIDE <= u32::from(pawn);
        passer.zip(nearest).is_some_and(is_left)
    };
    is_outside(passers, enemy) || is_outside(passers.flip_horizontal(), enemy.flip_horizontal())
}

/// The number of steps of the foremost of `passers`, which play up the board, to promotion; `None` without passers.
pub(crate) fn steps(passers: Bitboard) -> Option<u32> {
    passers.last().map(|square| 7 - u32::from(square.rank()))
}

/// True if the own side has king and pawn against a bare king, and the king on a higher rank than
/// the pawn, at most one file from it.
pub(crate) fn is_king_before_lone_pawn(view: &View<'_>) -> bool {
    let pawn = view.own.pawns;
    let king = view.own.king.set;
    let lone = !(pawn.more_than_one() || pawn.is_empty()) && view.occupied == pawn | king | view.enemy.king.set;
    lone && king.intersects(ahead(pawn | beside(pawn)))
}

/// Own rooks behind an own passed pawn with nothing between.
pub(crate) fn rooks_behind_passers(view: &View<'_>) -> Bitboard {
    let own = view.own;
    own.rooks & reach::below(own.structure.passed, view.empty)
}

/// The number of pawns that may become passers: if the own pawns are one more than the enemy's, on a
/// wing or in the centre, the foremost one on an open way that has not passed yet; a pawn that is
/// foremost in two of these regions counts once.
pub(crate) fn prospective_passers(view: &View<'_>) -> i64 {
    let (own, enemy) = (view.own.pawns, view.enemy.pawns);
    let structure = &view.own.structure;
    let open = structure.front & !structure.passed & !fill_down(enemy);
    if open.is_empty() {
        return 0;
    }
    let foremost = |region: Bitboard| {
        let here = open & region;
        let Some(last) = here.last() else {
            return Bitboard::EMPTY;
        };
        let against = count(enemy & region);
        if MAJORITY_OVER.contains(&against) && count(own & region) == against + 1 {
            here & Bitboard::from_rank(last.rank())
        } else {
            Bitboard::EMPTY
        }
    };
    // Of several on one rank the one nearer the edge.
    let queenside = foremost(QUEENSIDE).isolate_first();
    let kingside = foremost(KINGSIDE).isolate_last();
    let central = foremost(CENTRAL_FILES);
    // A central pawn that is already chosen is not counted again.
    let one_more = central.any() && central.is_disjoint(queenside | kingside);
    once(queenside.any()) + once(kingside.any()) + once(one_more)
}
