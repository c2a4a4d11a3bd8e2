//! General principles of the endgame: mobility and space, pawn structure, passed pawns, and the king.
//!
//! The middlegame's rules on mobility and space count in all phases; the endgame's count if those are switched off.

use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::interplay::*;
use crate::patterns::endgame::EndgamePawns;
use crate::patterns::pawns::{advanced_passers, backward_fated, far_apart, prospective_passers, some_passer};
use crate::patterns::pieces::{pawn_mobility, piece_mobility};
use crate::patterns::space::{by_rank, plain_space_pawns};
use crate::rule::{Amount, rules};
use crate::view::View;

rules! {
    "General principles of the endgame" as Pieces;

    /// Each empty square that a knight, bishop, rook or queen can go to is worth {bonus}, as in the middlegame. It is
    /// counted once: as a rule the middlegame's own mobility pays, in the endgame too.
    "endgame.general.mobility" [603] Endgame { bonus: 10 }
    |view, n| {
        if view.replaced_by(PIECE_MOBILITY) { 0 } else { n.bonus * piece_mobility(view) }
    };

    /// Each possible step or capture of a pawn is worth {bonus}, as in the middlegame. It is counted once: as a rule
    /// the middlegame's own rule pays, in the endgame too. A promotion is one move.
    "endgame.general.pawn-mobility" as Pawns [603] Endgame { bonus: 5 }
    |view, n| {
        if view.replaced_by(PAWN_MOBILITY) { 0 } else { n.bonus * pawn_mobility(view) }
    };

    /// A pawn on the fifth rank earns {rank5}, one on the sixth {rank6}, as in the middlegame, but a closed centre
    /// makes no difference. As a rule the middlegame's own rule pays; this one adds the pawns that it leaves out.
    "endgame.general.space" as Pawns [605] Endgame { rank5: 10, rank6: 30 }
    |view, n| {
        let mut pawns = view.own.pawns;
        if view.replaced_by(SPACE_PAWNS) {
            pawns &= !plain_space_pawns(view);
        }
        let worth = RankWorth { rank5: n.rank5, rank6: n.rank6 };
        by_rank(pawns, worth)
    };

    "General principles of the endgame" as Pawns;

    /// An isolated pawn costs {penalty}, a passer too. Several on one file are left to the rule on doubled ones.
    "endgame.pawn.isolated" [609] Endgame { penalty: -40 }
    |view, n| n.penalty * few(EndgamePawns::of(view).isolated());

    /// Of several pawns on one file without own pawns on the files beside it, each costs {penalty}.
    "endgame.pawn.double-isolated" [609] Endgame { penalty: -40 }
    |view, n| n.penalty * few(EndgamePawns::of(view).double_isolated());

    /// Each pawn beyond the first on a file costs {penalty} if an own pawn stands on a file beside it. Pawn endings
    /// have their own number, and with just a queen and a rook on either side it costs nothing.
    "endgame.pawn.doubled-in-group" [611] Endgame { penalty: -35 }
    |view, n| n.penalty * few(EndgamePawns::of(view).doubled_in_group());

    /// A pawn that its neighbours have left behind costs {penalty} if just one enemy pawn guards
    /// the square before it: b7 behind a6, with a white pawn on a5. One that is fixed like this
    /// counts elsewhere in pawn endings and with just a knight on either side.
    "endgame.pawn.backward" [613] Endgame { penalty: -35 }
    |view, n| n.penalty * few(EndgamePawns::of(view).backward());

    "General principles of the endgame" as Pawns;

    /// A passed pawn earns {bonus}. Not counted are passers with a higher value (on the seventh rank, or protected
    /// outside a tandem), those that count against their owner, and an avalanche.
    "endgame.pawn.passed" [615] Endgame when some_passer { bonus: 50 }
    |view, n| n.bonus * few(EndgamePawns::of(view).base_values().plain);

    /// A passed pawn on its seventh rank earns {bonus} instead of the plain value; one protected by
    /// a pawn, outside a tandem, has the protected passer's value instead.
    "endgame.pawn.passed-seventh" [617] Endgame when some_passer { bonus: 70 }
    |view, n| n.bonus * few(EndgamePawns::of(view).base_values().seventh);

    /// A passed pawn that an own pawn protects earns {bonus} instead of any other base value. One
    /// that is connected with another passer counts as a plain one.
    "endgame.pawn.passed-protected" [619] Endgame when some_passer { bonus: 75 }
    |view, n| n.bonus * few(EndgamePawns::of(view).base_values().protected);

    /// Two connected passers, on neighbouring files and at most one rank apart, are worth {each}
    /// each and {tandem} more as a pair. Here only the pair counts, the values of each come from
    /// the rules on passers; three abreast are two pairs, an avalanche is none.
    "endgame.pawn.passed-connected" [621] Endgame when some_passer { each: 50, tandem: 75 }
    |view, n| {
        let passers = EndgamePawns::of(view).outside_avalanche(view.own.structure.tandem);
        n.tandem * few(passers & right(passers | up(passers) | down(passers)))
    };

    /// If only one side has bishops on both colours, its pawn structure does not matter: what its isolated, doubled,
    /// backward and fated pawns cost in the endgame is given back. Passers still count.
    "endgame.pawn.bishop-pair-structure" [623] Endgame {}
    |view, _| {
        if !view.own.has_bishop_pair() || view.enemy.has_bishop_pair() {
            return 0;
        }
        let pawns = EndgamePawns::of(view);
        let mut costs = view.numbers_in_force(PAWN_ISOLATED) * few(pawns.isolated())
            + view.numbers_in_force(PAWN_DOUBLE_ISOLATED) * few(pawns.double_isolated())
            + view.numbers_in_force(PAWN_DOUBLED_IN_GROUP) * few(pawns.doubled_in_group())
            + view.numbers_in_force(PAWN_BACKWARD) * few(pawns.backward());
        if view.applies(PAWN_DOUBLING_EXEMPT_PASSER) {
            costs += exemption(view).endgame;
        }
        if view.applies(BACKWARD_FATED_PAWN) {
            let fated = few(backward_fated(&view.own.structure));
            costs += view.numbers(BACKWARD_FATED_PAWN) * fated;
        }
        -costs
    };

    /// Doubled pawns cost {bonus} if the foremost on the file is an advanced passer, on the fifth
    /// to the seventh rank, in the middlegame too: what other rules charge is given back. Without a
    /// neighbour those behind the passer still cost as single isolated pawns.
    "endgame.pawn.doubling-exempt-passer" [625] All when some_passer { bonus: 0 }
    |view, _| {
        let exempt = exemption(view);
        if view.others.raw { exempt.endgame.into() } else { exempt }
    };

    /// With two pawns against one, three against two or four against three on the files a to d, e
    /// to h or d to e, the surplus pawn earns {bonus}. That is the foremost one that has no pawn
    /// before it on its file and has not passed yet.
    "endgame.pawn.prospective-passer" [629] Endgame { bonus: 25 }
    |view, n| n.bonus * prospective_passers(view);

    /// The side with more pieces, king and pawns included, that attack the square in front of a
    /// passer, its own or the enemy's, earns {bonus} for each.
    "endgame.pawn.passer-front-control" as Pieces [631] Endgame when some_passer { bonus: 25 }
    |view, n| {
        let stops = up(view.own.structure.passed) | down(view.enemy.structure.passed);
        // Two passers with the same stop square would be on one file, one behind the other.
        let contested = stops & view.own.by_any;
        let is_held = |square: &Square| {
            view.own.count_attackers(*square) > view.enemy.count_attackers(*square)
        };
        n.bonus * contested.into_iter().filter(is_held).count() as i64
    };

    /// A bishop that looks at or stands on the promotion square of an advanced passer, on the fifth
    /// to the seventh rank, earns {bonus}, whichever side owns the passer; once a passer.
    "endgame.pawn.bishop-guards-promotion" as Pieces [633] Endgame when some_passer { bonus: 40 }
    |view, n| {
        if view.own.bishops.is_empty() {
            return 0;
        }
        let enemy = view.enemy.structure.passed & ranks(2, 4);
        let goals = files(advanced_passers(view.own)) & rank(8) | files(enemy) & rank(1);
        n.bonus * few(goals & (view.own.by_bishops | view.own.bishops))
    };

    "General principles of the endgame" as King;

    /// A king on the third rank earns {bonus} on the files c to f.
    "endgame.king.third-rank-centre" [637] Endgame { bonus: 25 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(3) & INNER_FILES));

    /// A king on the fourth rank earns {bonus} on the files c to f.
    "endgame.king.fourth-rank-centre" [639] Endgame { bonus: 35 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(4) & INNER_FILES));

    /// A king on the fifth rank earns {bonus}, whatever its file.
    "endgame.king.fifth-rank" [639] Endgame { bonus: 50 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(5)));

    /// A king on the sixth rank earns {bonus}, whatever its file. Farther up it earns nothing.
    "endgame.king.sixth-rank" [639] Endgame { bonus: 75 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(6)));
}

/// The refund of the cost of doubled pawns if the foremost of a file is an advanced passer: in a group
/// the penalty for each pawn beyond the first, elsewhere the amount by which the passer's file costs
/// more than the other pawns would as single isolated ones.
fn exemption(view: &View<'_>) -> Amount {
    let structure = &view.own.structure;
    let passers = structure.doubled & advanced_passers(view.own);
    if passers.is_empty() {
        return Amount::default();
    }
    let pawns = structure.doubled & files(passers);
    let judged = EndgamePawns::of(view);
    let in_group = few(judged.surplus_in_group() & pawns);
    let lone = pawns & structure.isolated;
    let spared = if view.applies(DOUBLE_ISOLATED_TWO_RANKS_APART) { far_apart(view, lone) } else { Bitboard::EMPTY };
    let middlegame = [ISOLATED_PAWN, DOUBLE_ISOLATED];
    let endgame = [PAWN_ISOLATED, PAWN_DOUBLE_ISOLATED];
    Amount {
        middlegame: excess(view, lone & !spared, middlegame) - view.numbers_in_force(DOUBLE_IN_GROUP_FREE) * in_group,
        endgame: excess(view, lone, endgame) - judged.surplus_penalty() * in_group,
    }
}

/// The cost of the doubled isolated `pawns` beyond that of the same pawns, each alone, without the
/// foremost of each file.
fn excess(view: &View<'_>, pawns: Bitboard, [single, double]: [RuleRef<i64>; 2]) -> i64 {
    if pawns.is_empty() {
        return 0;
    }
    // If the rule on several is switched off, each costs as much as a single one.
    let charged = if view.applies(double) { double } else { single };
    let behind = pawns & !view.own.structure.front;
    view.numbers_in_force(single) * count(behind) - view.numbers_in_force(charged) * count(pawns)
}
