//! What rules of different endings share: passers seen from the king, backward pawns that are
//! fixed, and walls of pawns.

use shakmaty::Bitboard;

use crate::board::bits::{
    CENTRAL_FILES, KINGSIDE, QUEENSIDE, ahead, beside, count, file, fill_down, once, ranks, up,
};
use crate::board::side::Side;
use crate::patterns::reach;
use crate::rule::Amount;
use crate::view::View;

/// How many files an outside passer is away from every enemy pawn, at least.
pub(crate) const OUTSIDE: u32 = 2;
/// Enemy pawns over which a majority of one more can make a passer.
pub(crate) const MAJORITY_OVER: std::ops::RangeInclusive<i32> = 1..=3;

/// The side's passers on the ranks 5 to 7; `side` is the view's own.
pub(crate) fn advanced_passers(side: &Side) -> Bitboard {
    side.structure.passed & ranks(5, 7)
}

/// Whether the own king is next to an own passer, or to the square before one.
pub(crate) fn king_supports(view: &View<'_>) -> bool {
    let passers = view.own.structure.passed;
    let near = view.own.king.ring | view.own.king.set;
    near.intersects(passers | up(passers))
}

/// Own passers on a wing (a-c, f-h) with every enemy pawn at least two files towards the other.
pub(crate) fn outside_passers(view: &View<'_>) -> Bitboard {
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
pub(crate) fn steps(passers: Bitboard) -> Option<u32> {
    passers.last().map(|square| 7 - u32::from(square.rank()))
}

/// Whether the own side has king and pawn against a bare king, and the king on a higher rank than
/// the pawn, at most one file from it.
pub(crate) fn is_king_before_lone_pawn(view: &View<'_>) -> bool {
    let pawn = view.own.pawns;
    let king = view.own.king.set;
    let lone = !(pawn.more_than_one() || pawn.is_empty())
        && view.occupied == pawn | king | view.enemy.king.set;
    lone && king.intersects(ahead(pawn | beside(pawn)))
}

/// A rook behind an own passed pawn, with nothing between, earns 50.
pub(crate) fn rook_behind_passer(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let passed = own.structure.passed;
    bonus * count(own.rooks & reach::below(passed, view.empty))
}

/// Where the own pawns are one more than the enemy's, on a wing or in the centre, the foremost one
/// on an open way that has not passed yet is worth 15; once, however many of them it stands for.
pub(crate) fn prospective_passer(view: &View<'_>, [middlegame, endgame]: [i32; 2]) -> Amount {
    let (own, enemy) = (view.own.pawns, view.enemy.pawns);
    let structure = &view.own.structure;
    let open = structure.front & !structure.passed & !fill_down(enemy);
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
    // Of several in a row the one nearer the edge.
    let queenside = foremost(QUEENSIDE).isolate_first();
    let kingside = foremost(KINGSIDE).isolate_last();
    let central = foremost(CENTRAL_FILES);
    // One that is already chosen stands for the centre too.
    let one_more = central.any() && central.is_disjoint(queenside | kingside);
    let pawns = once(queenside.any()) + once(kingside.any()) + once(one_more);
    Amount {
        middlegame: middlegame * pawns,
        endgame: endgame * pawns,
    }
}

/// An own king that supports passers earns `bonus`, once however many they are.
pub(crate) fn support(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(king_supports(view))
}

/// Outside passers earn `bonus`, once however many they are.
pub(crate) fn outside_passer(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(outside_passers(view).any())
}
