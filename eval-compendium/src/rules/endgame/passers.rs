//! Passed pawns of the endgame: each has one base value, and what it is worth besides.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{count, down, few, files, rank, ranks, right, up};
use crate::board::side::Side;
use crate::interplay::{
    BACKWARD_FATED_PAWN, DOUBLE_IN_GROUP_FREE, DOUBLE_ISOLATED, DOUBLE_ISOLATED_TWO_RANKS_APART,
    ISOLATED_PAWN, Other, PAWN_BACKWARD, PAWN_DOUBLE_ISOLATED, PAWN_DOUBLED_IN_GROUP,
    PAWN_DOUBLING_EXEMPT_PASSER, PAWN_ISOLATED,
};
use crate::patterns::backward_pawns::backward_fated;
use crate::patterns::doubled_pawns::far_apart;
use crate::patterns::ground::{Ground, doubled_in_group};
use crate::patterns::passers::{advanced_passers, prospective_passer};
use crate::rule::{Amount, rules};
use crate::view::View;

rules! {
    "Endgame";

    /// A passed pawn earns {bonus}. Not counted are passers with a higher value (on the seventh
    /// rank, or protected outside a tandem), those that count against their owner, and an
    /// avalanche.
    "endgame.pawn.passed" [615] Endgame { bonus: 50 }
    |view, n| n.bonus * few(Ground::of(view).base_values().plain);

    /// A passed pawn on its seventh rank earns {bonus} instead of the plain value; one protected by
    /// a pawn, outside a tandem, has the protected passer's value instead.
    "endgame.pawn.passed-seventh" [617] Endgame { bonus: 70 }
    |view, n| n.bonus * few(Ground::of(view).base_values().seventh);

    /// A passed pawn that an own pawn protects earns {bonus} instead of any other base value. One
    /// that is connected with another passer counts as a plain one.
    "endgame.pawn.passed-protected" [619] Endgame { bonus: 75 }
    |view, n| n.bonus * few(Ground::of(view).base_values().protected);

    /// Two connected passers, on neighbouring files and at most one rank apart, are worth {each}
    /// each and {tandem} more as a pair. Here only the pair counts, the values of each come from
    /// the rules on passers; three abreast are two pairs, an avalanche is none.
    "endgame.pawn.passed-connected" [621] Endgame { each: 50, tandem: 75 }
    |view, n| {
        let passers = Ground::of(view).outside_avalanche(view.own.structure.tandem);
        n.tandem * few(passers & right(passers | up(passers) | down(passers)))
    };

    /// If only one side has bishops on both colours, its pawn structure does not matter: what its
    /// isolated, doubled, backward and fated pawns cost in the endgame is given back. Passers still
    /// count.
    "endgame.pawn.bishop-pair-structure" [623] Endgame {}
    |view, _| bishop_pair(view);

    /// Doubled pawns cost {bonus} if the foremost on the file is an advanced passer, on the fifth
    /// to the seventh rank, in the middlegame too: what other rules charge is given back. Without a
    /// neighbour those behind the passer still cost as single isolated pawns.
    "endgame.pawn.doubling-exempt-passer" [625] All { bonus: 0 }
    |view, _| {
        let exempt = exemption(view);
        if view.raw {
            Amount::from(exempt.endgame)
        } else {
            exempt
        }
    };

    /// With two pawns against one, three against two or four against three on the files a to d, e
    /// to h or d to e, the surplus pawn earns {bonus}. That is the foremost one that has no pawn
    /// before it on its file and has not passed yet.
    "endgame.pawn.prospective-passer" [629] Endgame { bonus: 25 }
    |view, n| prospective_passer(view, [n.bonus; 2]);

    /// The side with more men, king and pawns included, that attack the square in front of a
    /// passer, its own or the enemy's, earns {bonus}.
    "endgame.pawn.passer-front-control" [631] Endgame { bonus: 25 }
    |view, n| {
        let stops = up(view.own.structure.passed) | down(view.enemy.structure.passed);
        let held = |square: &Square| {
            view.own.count_attackers(*square) > view.enemy.count_attackers(*square)
        };
        // Two passers with one stop would stand on one file, each in the way of the other.
        let contested = stops & view.own.by_any;
        n.bonus * contested.into_iter().filter(held).count() as i32
    };

    /// A bishop that looks at or stands on the promotion square of an advanced passer, on the fifth
    /// to the seventh rank, earns {bonus}, whoever owns the passer; once a passer.
    "endgame.pawn.bishop-guards-promotion" [633] Endgame { bonus: 40 }
    |view, n| {
        if view.own.bishops.is_empty() {
            return 0;
        }
        let enemy = view.enemy.structure.passed & ranks(2, 4);
        let goals = files(advanced_passers(&view.own)) & rank(8) | files(enemy) & rank(1);
        n.bonus * few(goals & (view.own.by_bishops | view.own.bishops))
    };
}

/// For the only side with bishops on both colours the penalties for its pawns are given back.
fn bishop_pair(view: &View<'_>) -> i32 {
    if !has_both_bishops(&view.own) || has_both_bishops(&view.enemy) {
        return 0;
    }
    let ground = Ground::of(view);
    let mut sum = ground.number(PAWN_ISOLATED) * few(ground.isolated())
        + ground.number(PAWN_DOUBLE_ISOLATED) * few(ground.double_isolated())
        + doubled_in_group(&ground, ground.number(PAWN_DOUBLED_IN_GROUP))
        + ground.number(PAWN_BACKWARD) * few(ground.backward());
    if view.applies(PAWN_DOUBLING_EXEMPT_PASSER) {
        sum += exemption(view).endgame;
    }
    if view.applies(BACKWARD_FATED_PAWN) {
        let fated = few(backward_fated(&view.own.structure));
        sum += view.numbers(BACKWARD_FATED_PAWN) * fated;
    }
    -sum
}

fn has_both_bishops(side: &Side) -> bool {
    side.bishops.intersects(Bitboard::LIGHT_SQUARES)
        && side.bishops.intersects(Bitboard::DARK_SQUARES)
}

/// Gives back what doubled pawns cost where the foremost of a file is an advanced passer: in a
/// group the penalty for each pawn beyond the first, elsewhere what makes the passer's file cost
/// more than the other pawns would as single isolated ones.
fn exemption(view: &View<'_>) -> Amount {
    let structure = &view.own.structure;
    let passers = structure.doubled & advanced_passers(&view.own);
    if passers.is_empty() {
        return Amount::default();
    }
    let pawns = structure.doubled & files(passers);
    let ground = Ground::of(view);
    let in_group = few(ground.surplus_in_group() & pawns);
    let lone = pawns & structure.isolated;
    let spared = if view.applies(DOUBLE_ISOLATED_TWO_RANKS_APART) {
        far_apart(view, lone)
    } else {
        Bitboard::EMPTY
    };
    let middlegame = [ISOLATED_PAWN, DOUBLE_ISOLATED];
    let endgame = [PAWN_ISOLATED, PAWN_DOUBLE_ISOLATED];
    Amount {
        middlegame: excess(&ground, lone & !spared, middlegame)
            - ground.number(DOUBLE_IN_GROUP_FREE) * in_group,
        endgame: excess(&ground, lone, endgame) - ground.surplus_penalty() * in_group,
    }
}

/// What the doubled isolated `pawns` cost beyond what they would, each alone, without the foremost
/// of each file.
fn excess(ground: &Ground<'_>, pawns: Bitboard, [single, double]: [Other<i32>; 2]) -> i32 {
    if pawns.is_empty() {
        return 0;
    }
    // Where the rule on several is switched off, each costs what a single one does.
    let charged = if ground.applies(double) {
        double
    } else {
        single
    };
    let behind = pawns & !ground.structure.front;
    ground.number(single) * count(behind) - ground.number(charged) * count(pawns)
}
