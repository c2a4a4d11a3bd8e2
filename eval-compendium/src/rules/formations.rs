//! Formations of four, five and seven pawns, the avalanche, closed centres, pawns hemmed in, and the style of Karpov.
//!
//! The document's "chain" is an island here: all own pawns on neighbouring files.

use crate::board::bits::*;
use crate::board::context::Centre;
use crate::board::pawns::islands;
use crate::board::side::{Piece, Side};
use crate::interplay::*;
use crate::patterns::pawns::{backward_fated, larger_of_two, prospective_passers, restrictors, some_passer};
use crate::patterns::pieces::{CENTRAL_OUTPOSTS, is_eternal};
use crate::patterns::space::{SMALLEST, SpaceFiles, avalanche, closed_space, plain_space_pawns};
use crate::rule::{Amount, factor, rules};
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
const REVERSING_PAWNS: i64 = 4;

rules! {
    "Middlegame" as Pawns;

    /// An island of exactly four pawns like a3, b2, c3, d2, or turned round, costs {penalty} because of its holes.
    "middlegame.four-pawner-zigzag" [158, 160] Middlegame { penalty: -20 }
    |view, n| n.penalty * once(island_with(view.own, &ZIGZAG) == Some(FOUR));

    /// An island of exactly four pawns like e2, f3, g3, h2, with two roots on the second rank, costs {penalty}.
    "middlegame.four-pawner-two-roots" [162] Middlegame { penalty: -25 }
    |view, n| n.penalty * once(island_with(view.own, &TWO_ROOTS) == Some(FOUR));

    /// An island of exactly four pawns like e4, f4, g3, h2, or turned round, costs {penalty} because it is stiff.
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

    /// Seven pawns in two islands of five and two, or of six and one, earn {bonus} more than islands of four and three.
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

    /// Passed pawns on all the files c to f that march together on two neighbouring ranks, none behind the fourth,
    /// are worth {four} together, which is {bonus} above the pawns themselves. They earn nothing as single passers.
    "middlegame.avalanche-four" [178, 180] All when some_passer { four: 600, bonus: 200 }
    |view, n| {
        let pawns = avalanche(view);
        if pawns.is_empty() {
            return 0;
        }
        let each_more = view.numbers(AVALANCHE_FIVE) - n.bonus;
        let bonus = n.bonus + each_more * (pawns.count() - SMALLEST) as i64;
        if view.applies(AVALANCHE_BLOCKABLE) && up(pawns).intersects(view.enemy.units) {
            factor(bonus, view.numbers(AVALANCHE_BLOCKABLE))
        } else {
            bonus
        }
    };

    /// Each passed pawn that marches along on the next files and the same ranks makes an avalanche dearer: five are
    /// worth {five}, which is {bonus} above the pawns themselves. Shown is what the whole avalanche earns.
    "middlegame.avalanche-five" [180] All
        { five: 750, bonus: 250 } Shows ["middlegame.avalanche-four"];

    /// With an enemy piece or pawn directly in front of one of its pawns an avalanche earns only {factor} of
    /// its bonus. Shown is what the whole avalanche earns.
    "middlegame.avalanche-blockable" [180] All { factor: 0.5 } Shows ["middlegame.avalanche-four"];

    "Middlegame" as Pawns;

    /// The centre is closed if both sides have pawns on all of the files c to f and the pawns touch
    /// on all of them (fixed) or on three (semi-fixed). Shown is the space that this makes dearer.
    "middlegame.closed-structure" [182, 184, 188] Middlegame {} Definition
    |view, _| {
        let closed = matches!(view.centre, Centre::ClosedFixed | Centre::ClosedSemiFixed);
        once(closed) * closed_space(view, view.own.pawns)
    };

    /// The centre is semi-closed if pawns touch on the d- and e-file, each side has a pawn on the
    /// c- or f-file, and it is not closed. Shown is the space that this makes dearer.
    "middlegame.semi-closed-structure" [186] Middlegame {} Definition
    // Pawns must touch: otherwise the start position would count.
    |view, _| once(view.centre == Centre::SemiClosed) * closed_space(view, view.own.pawns);

    /// In a closed or semi-closed centre a d- or e-pawn earns {rank5} on the fifth rank and {rank6}
    /// on the sixth, instead of what space earns elsewhere.
    "middlegame.closed-space-central" [190] Middlegame { rank5: 30, rank6: 60 }
    |view, n| {
        let pawns = view.own.pawns & SpaceFiles::of(view).central;
        n.rank5 * count(pawns & rank(5)) + n.rank6 * count(pawns & rank(6))
    };

    /// In a closed or semi-closed centre a c- or f-pawn earns {rank5} on the fifth rank and {rank6}
    /// on the sixth, instead of what space earns elsewhere.
    "middlegame.closed-space-semicentral" [192] Middlegame { rank5: 20, rank6: 40 }
    |view, n| {
        let pawns = view.own.pawns & SpaceFiles::of(view).semicentral;
        n.rank5 * count(pawns & rank(5)) + n.rank6 * count(pawns & rank(6))
    };

    /// A pawn with enemy pawns directly before it, directly behind it and on another square next to
    /// it costs {penalty} if no own pawn protects it, like White's e5 among e6, f5 and e4.
    "middlegame.vertically-isolated-pawn" [194, 196] Middlegame { penalty: -35 }
    |view, n| {
        let (structure, enemy) = (&view.own.structure, view.enemy.pawns);
        let wedged_in = structure.rammed & up(enemy) & !structure.protected;
        if wedged_in.is_empty() {
            return 0;
        }
        let beside_enemy = beside(enemy);
        n.penalty * few(wedged_in & (beside_enemy | up(beside_enemy) | down(beside_enemy)))
    };

    /// A pawn that two enemy pawns would take when it steps forward, with no neighbour beside or
    /// behind it to help, costs {middlegame}, in the endgame {endgame}.
    "middlegame.backward-fated-pawn" [198, 200] All { middlegame: -35, endgame: -50 }
    |view, n| {
        let fated = few(backward_fated(&view.own.structure));
        Amount { middlegame: n.middlegame * fated, endgame: n.endgame * fated }
    };

    /// A pawn directly before two enemy pawns, one behind the other, the rear one with a neighbour
    /// beside it, earns {bonus}, like White's g5 that holds g6, g7 and f7 back.
    "middlegame.restricting-pawn" [202, 204] Middlegame { bonus: 40 }
    |view, n| n.bonus * few(restrictors(view.own.pawns, view.enemy.pawns));

    /// With one pawn more than the enemy's one, two or three on the files a to d, e to h or d to e,
    /// the foremost pawn there with no pawn ahead on its file that is not yet passed earns
    /// {middlegame}; a rule of the endgame's own gives {endgame} there. A pawn counts once.
    "middlegame.prospective-passer" [206, 208] Middlegame { middlegame: 15, endgame: 25 }
    |view, n| {
        let pawns = prospective_passers(view);
        Amount { middlegame: n.middlegame * pawns, endgame: n.endgame * pawns }
    };

    "Middlegame" as Pieces;

    /// Each own pawn on the second or third rank earns {bonus}, as it is easy to defend.
    "middlegame.karpov-home-pawns" as Pawns [210, 212] Middlegame { bonus: 10 }
    |view, n| n.bonus * count(view.own.pawns & ranks(2, 3));

    /// Each square of the own half, empty or not, that no own piece or pawn defends costs {penalty}.
    "middlegame.karpov-undefended-squares" as Other [214] Middlegame { penalty: -5 }
    |view, n| n.penalty * count(ranks(1, 4) & !view.own.by_any);

    /// Each enemy piece in the own half that no own pawn attacks, and that attacks an own piece or pawn or
    /// the king's position, costs {penalty}.
    "middlegame.karpov-active-intruder" [216] Middlegame { penalty: -50 }
    |view, n| {
        let safe_half = ranks(1, 4) & !view.own.by_pawns;
        if view.enemy.pieces.is_disjoint(safe_half) {
            return 0;
        }
        let targets = view.own.units | view.own.king.zone;
        let intrudes =
            |piece: &&Piece| safe_half.contains(piece.square) && piece.attacks.intersects(targets);
        n.penalty * view.enemy.each.iter().filter(intrudes).count() as i64
    };

    /// Islands of five and two pawns are {bonus} better than islands of four and three. This
    /// repeats an earlier rule and counts only with the option for it.
    "middlegame.karpov-composition-5-2" as Pawns [218] Middlegame { bonus: 20 } Definition
    |view, n| n.bonus * once(larger_of_two(view.own.pawns) == Some(5));

    /// Each pawn on the fifth rank earns {rank5}, on the sixth {rank6}. In a closed or semi-closed
    /// centre the pawns on the files c to f have their own numbers.
    "middlegame.space-pawns" as Pawns [220, 222, 224] All { rank5: 10, rank6: 30 }
    |view, n| {
        let pawns = plain_space_pawns(view);
        n.rank5 * count(pawns & rank(5)) + n.rank6 * count(pawns & rank(6))
    };

    /// A bishop or knight on the fifth rank earns {rank5}, on the sixth {rank6}.
    "middlegame.advanced-minor" [226, 228] (20 Elo) Middlegame { rank5: 25, rank6: 50 }
    |view, n| {
        let minors = view.own.minors;
        n.rank5 * count(minors & rank(5)) + n.rank6 * count(minors & rank(6))
    };

    /// A knight on d5 or e5 earns {bonus} if the enemy has no knight, no bishop of that square's
    /// colour and no pawn that could ever attack it.
    "middlegame.eternal-knight" [230, 232] (5 Elo) Middlegame { bonus: 75 }
    |view, n| {
        let squares = CENTRAL_OUTPOSTS.into_iter();
        n.bonus * squares.filter(|at| is_eternal(view, *at)).count() as i64
    };
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
    let matches = shapes.iter().fold(0, |found, &[a, b, c, d]| found | on(a) & on(b) >> 1 & on(c) >> 2 & on(d) >> 3);
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
