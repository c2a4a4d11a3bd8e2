//! Four-pawners, five-pawners, compositions of seven pawns, and the pawn avalanche.
//!
//! The document's "chain" is an island here: all own pawns on neighbouring files.

use crate::board::bits::{count, once, rank, ranks, up};
use crate::board::pawns::islands;
use crate::board::side::Side;
use crate::interplay::{AVALANCHE_BLOCKABLE, AVALANCHE_FIVE, COMPOSITION_REVERSED_ADVANCED};
use crate::patterns::passers::some_passer;
use crate::patterns::pawn_structure::larger_of_two;
use crate::patterns::rolling_pawns::{SMALLEST, avalanche};
use crate::rule::{factor, rules};
use crate::view::View;

/// The number of files of a shape.
const FOUR: usize = 4;
/// The ranks of pawns on four neighbouring files, from left to right.
type Shape = [u32; FOUR];
/// a3, b2, c3, d2, or mirrored.
const ZIGZAG: [Shape; 2] = [[3, 2, 3, 2], [2, 3, 2, 3]];
/// e2, f3, g3, h2.
const TWO_ROOTS: [Shape; 1] = [[2, 3, 3, 2]];
/// e4, f4, g3, h2, or mirrored.
const STRETCHED: [Shape; 2] = [[4, 4, 3, 2], [2, 3, 4, 4]];

/// The number of pawns, of seven, in the enemy half that reverses the preference for their islands.
const REVERSING_PAWNS: i32 = 4;

rules! {
    "Middlegame" as Pawns;

    /// An island of exactly four pawns like a3, b2, c3, d2, or turned round, costs {penalty}
    /// because of its holes.
    "middlegame.four-pawner-zigzag" [158, 160] Middlegame { penalty: -20 }
    |view, n| n.penalty * once(island_with(view.own, &ZIGZAG) == Some(FOUR));

    /// An island of exactly four pawns like e2, f3, g3, h2, with two roots on the second rank,
    /// costs {penalty}.
    "middlegame.four-pawner-two-roots" [162] Middlegame { penalty: -25 }
    |view, n| n.penalty * once(island_with(view.own, &TWO_ROOTS) == Some(FOUR));

    /// An island of exactly four pawns like e4, f4, g3, h2, or turned round, costs {penalty}
    /// because it is stiff.
    "middlegame.four-pawner-stretched" [164] Middlegame { penalty: -10 }
    |view, n| n.penalty * once(island_with(view.own, &STRETCHED) == Some(FOUR));

    /// A larger island that contains one of these shapes on four neighbouring files costs the same:
    /// {zigzag} for a zigzag, {two_roots} for two roots, {stretched} for a stretched one.
    "middlegame.five-pawners" [166, 168] Middlegame { zigzag: -20, two_roots: -25, stretched: -10 }
    |view, n| {
        let within = |shapes| {
            let size = island_with(view.own, shapes);
            once(size.is_some_and(|size| size > FOUR))
        };
        n.zigzag * within(&ZIGZAG)
            + n.two_roots * within(&TWO_ROOTS)
            + n.stretched * within(&STRETCHED)
    };

    /// Seven pawns in two islands of six and one earn {bonus} more than islands of five and two do.
    "middlegame.composition-6-1" [170, 172] Middlegame { bonus: 20 }
    |view, n| {
        let preferred = larger_of_two(view.own.pawns) == Some(6);
        n.bonus * once(preferred && !is_reversed(view))
    };

    /// Seven pawns in two islands of five and two, or of six and one, earn {bonus} more than
    /// islands of four and three.
    "middlegame.composition-5-2" [174] Middlegame { bonus: 20 }
    |view, n| {
        let preferred = matches!(larger_of_two(view.own.pawns), Some(5 | 6));
        n.bonus * once(preferred && !is_reversed(view))
    };

    /// With at least four of the seven pawns in the enemy half, islands of four and three earn
    /// {c43}, of five and two {c52}, of six and one {c61}, and the two rules before do not count.
    "middlegame.composition-reversed-advanced" [176] Middlegame { c43: 40, c52: 20, c61: 0 }
    |view, n| {
        if !is_advanced(view) {
            return 0;
        }
        match larger_of_two(view.own.pawns) {
            Some(4) => n.c43,
            Some(5) => n.c52,
            Some(6) => n.c61,
            _ => 0,
        }
    };

    /// Passed pawns on all the files c to f that march together on two neighbouring ranks, none
    /// behind the fourth, are worth {four} together, which is {bonus} above the pawns themselves.
    /// They earn nothing as single passers.
    "middlegame.avalanche-four" [178, 180] All when some_passer { four: 600, bonus: 200 }
    |view, n| {
        let pawns = avalanche(view);
        if pawns.is_empty() {
            return 0;
        }
        let each_more = view.numbers(AVALANCHE_FIVE) - n.bonus;
        let bonus = n.bonus + each_more * (pawns.count() - SMALLEST) as i32;
        if view.applies(AVALANCHE_BLOCKABLE) && up(pawns).intersects(view.enemy.units) {
            factor(bonus, view.numbers(AVALANCHE_BLOCKABLE))
        } else {
            bonus
        }
    };

    /// Each passed pawn that marches along on the next files and the same ranks makes an avalanche
    /// dearer: five are worth {five}, which is {bonus} above the pawns themselves. Shown is what
    /// the whole avalanche earns.
    "middlegame.avalanche-five" [180] All
        { five: 750, bonus: 250 } shows ["middlegame.avalanche-four"];

    /// With an enemy man directly in front of one of its pawns an avalanche earns only {factor} of
    /// its bonus. Shown is what the whole avalanche earns.
    "middlegame.avalanche-blockable" [180] All { factor: 0.5 } shows ["middlegame.avalanche-four"];
}

/// The number of pawns of the island that contains one of the shapes, if there is one. There is never
/// more than one island with four files.
#[inline(always)]
fn island_with(side: &Side, shapes: &[Shape]) -> Option<usize> {
    // In every shape a pawn of its second rank protects one of its third.
    if (side.structure.protected & rank(3)).is_empty() {
        return None;
    }
    let pawns = side.pawns;
    // A bit for each file; matches are on the leftmost file of the shape.
    let on = |rank: u32| (pawns.0 >> (8 * (rank - 1))) & 0xff;
    let matches = shapes
        .iter()
        .fold(0, |found, &[a, b, c, d]| found | on(a) & on(b) >> 1 & on(c) >> 2 & on(d) >> 3);
    if matches == 0 {
        return None;
    }
    let leftmost = matches.trailing_zeros();
    let mut islands = islands(pawns).into_iter();
    let island = islands.find(|island| (island.first..=island.last).contains(&leftmost))?;
    Some(island.pawns.count())
}

/// True if the preferences are reversed, which the readings of the plain ones leave out.
#[inline]
fn is_reversed(view: &View<'_>) -> bool {
    view.applies(COMPOSITION_REVERSED_ADVANCED) && is_advanced(view)
}

/// True if most of the seven pawns have crossed the middle.
#[inline]
fn is_advanced(view: &View<'_>) -> bool {
    count(view.own.pawns & ranks(5, 8)) >= REVERSING_PAWNS
}
