//! Passed pawns: advanced and outside ones, those supported by king or rook, and prospective ones.

use shakmaty::Bitboard;

use crate::board::bits::{
    CENTRAL_FILES, KINGSIDE, QUEEN_WING, QUEENSIDE, ahead, beside, count, fill_down, once, rank,
    ranks, up,
};
use crate::board::context::Context;
use crate::board::side::Side;
use crate::patterns::reach;
use crate::view::View;

/// The least distance in files of an outside passer from every enemy pawn.
const OUTSIDE: u32 = 2;
/// Enemy pawns over which a majority of one more can make a passer.
const MAJORITY_OVER: std::ops::RangeInclusive<i32> = 1..=3;

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

/// The number of steps of the foremost of `passers`, which play up the board, to promotion; `None`
/// without passers.
pub(crate) fn steps(passers: Bitboard) -> Option<u32> {
    passers.last().map(|square| 7 - u32::from(square.rank()))
}

/// True if the own side has king and pawn against a bare king, and the king on a higher rank than
/// the pawn, at most one file from it.
pub(crate) fn is_king_before_lone_pawn(view: &View<'_>) -> bool {
    let pawn = view.own.pawns;
    let king = view.own.king.set;
    let lone = !(pawn.more_than_one() || pawn.is_empty())
        && view.occupied == pawn | king | view.enemy.king.set;
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
pub(crate) fn prospective_passers(view: &View<'_>) -> i32 {
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
