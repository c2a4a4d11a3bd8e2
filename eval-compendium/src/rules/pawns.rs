//! Pawn structure: isolated, doubled, passed and backward pawns, roots and diagonals.

use shakmaty::Bitboard;

use crate::board::bits::*;
use crate::interplay::*;
use crate::patterns::pawns::{backward, far_apart, restrictors, some_passer};
use crate::patterns::shelter::bastion;
use crate::patterns::space::avalanche;
use crate::rule::{Amount, rules};
use crate::view::View;

rules! {
    "Middlegame" as Pawns;

    /// A pawn with no own pawn on a neighbouring file costs {penalty}. Several on one file have their own rule.
    "middlegame.isolated-pawn" [124, 126] Middlegame { penalty: -20 }
    |view, n| {
        let structure = &view.own.structure;
        let mut pawns = structure.isolated;
        if view.applies(DOUBLE_ISOLATED) {
            pawns &= !structure.doubled;
        }
        n.penalty * count(pawns)
    };

    /// Two or more own pawns on one file, with none on the neighbouring files, cost {penalty_each} each.
    "middlegame.double-isolated" [128] Middlegame { penalty_each: -50 }
    |view, n| {
        let structure = &view.own.structure;
        if structure.doubled.is_empty() {
            return 0;
        }
        let lone = structure.doubled & structure.isolated;
        let mut spared = Bitboard::EMPTY;
        if view.applies(DOUBLE_ISOLATED_TWO_RANKS_APART) {
            spared = far_apart(view, lone);
        }
        let mut in_group = Bitboard::EMPTY;
        if view.applies(DOUBLE_IN_GROUP_FREE) {
            in_group = structure.doubled & !structure.isolated & !structure.front;
        }
        n.penalty_each * count(lone & !spared)
            + view.numbers(DOUBLE_ISOLATED_TWO_RANKS_APART) * count(spared)
            + view.numbers(DOUBLE_IN_GROUP_FREE) * count(in_group)
    };

    /// Each pawn beyond the first on a file costs {penalty} before the endgame if there is an own
    /// pawn on a neighbouring file. Shown is what doubled isolated pawns cost.
    "middlegame.double-in-group-free" [130] Middlegame
        { penalty: 0 } Shows ["middlegame.double-isolated"];

    /// Doubled pawns with an own pawn on a neighbouring file cost {penalty} if an enemy pawn stands
    /// directly before the foremost one and is protected by at least as many pawns as attack it. A
    /// more exact rule on the same pawns takes its place.
    "middlegame.double-fixed-in-group" [132] Middlegame { penalty: -75 }
    |view, n| {
        let own = view.own;
        let mut fixed = own.structure.fixed_double;
        if fixed.is_empty() {
            return 0;
        }
        if view.replaced_by(FIXED_F7_G6_H7_F5) {
            let [one, other] = hooks(own.pawns, own.structure.rammed);
            fixed &= !files(one | other);
        }
        if view.replaced_by(STURDY_BASTION) {
            fixed &= !bastion(view);
        }
        if view.replaced_by(RESTRICTING_PAWN) {
            let [own, enemy] = turned_round([own.pawns, view.enemy.pawns]);
            fixed &= !files(restrictors(enemy, own));
        }
        n.penalty * count(fixed)
    };

    /// A passed pawn earns {bonus}. One that a pawn protects, that is connected with another one or
    /// that marches in an avalanche counts by the rules on those instead.
    "middlegame.passed-pawn" [134] Middlegame when some_passer { bonus: 25 }
    |view, n| {
        let mut passers = single(view);
        if view.applies(PROTECTED_PASSER) {
            passers &= !view.own.structure.protected;
        }
        n.bonus * few(passers)
    };

    /// A passed pawn protected by an own pawn earns {bonus}, unless it is connected with another passed pawn.
    "middlegame.protected-passer" [136] Middlegame when some_passer { bonus: 50 }
    |view, n| n.bonus * few(single(view) & view.own.structure.protected);

    /// Connected passed pawns, on neighbouring files and side by side or a rank apart, earn {each}
    /// each and {tandem} for each such pair. An avalanche takes their place.
    "middlegame.connected-passers" [138] Middlegame when some_passer { each: 25, tandem: 50 }
    |view, n| {
        let passers = outside_avalanche(view, view.own.structure.tandem);
        if passers.is_empty() {
            return 0;
        }
        // A file has at most one passer.
        let pairs = passers & right(passers | up(passers) | down(passers));
        n.each * count(passers) + n.tandem * count(pairs)
    };

    /// A pawn that an enemy pawn would take when it steps forward, and whose neighbours have all
    /// gone ahead, costs {penalty}, like Black's b7 beside a6 with White's pawn on a5. If two enemy
    /// pawns would take it, it is backward-fated instead.
    "middlegame.backward-pawn" [140] Middlegame { penalty: -35 }
    |view, n| {
        let structure = &view.own.structure;
        let mut pawns = backward(structure);
        if view.applies(BACKWARD_FATED_PAWN) {
            pawns &= !structure.stop_hit_twice;
        }
        n.penalty * few(pawns)
    };

    /// A pawn that an enemy pawn would take when it steps forward costs {penalty} if it has a
    /// neighbour beside it, but none behind, like Black's b7 beside c7 with White's pawn on a5.
    "middlegame.semi-backward-pawn" [142] (15 Elo) Middlegame { penalty: -20 }
    |view, n| {
        let structure = &view.own.structure;
        let pawns = structure.stop_hit & structure.with_neighbour_beside;
        n.penalty * few(pawns & !structure.with_neighbour_behind)
    };

    /// A pawn that protects two pawns at once is a weak root and costs {penalty}, like White's b3 with a4 and c4.
    "middlegame.root-pawn" [144] (10 Elo) Middlegame { penalty: -25 }
    |view, n| {
        let pawns = view.own.pawns;
        let below = down(pawns);
        n.penalty * few(pawns & left(below) & right(below))
    };

    /// A diagonal of three or more pawns, each protecting the next, such as c3-d4-e5, costs
    /// {penalty} for lost mobility.
    "middlegame.diagonal-chain" [146] Middlegame { penalty: -10 }
    |view, n| {
        let pawns = view.own.pawns;
        // Counted from its lowest pawn: two follow, none comes before.
        let lowest = |forward: fn(Bitboard) -> Bitboard, back: fn(Bitboard) -> Bitboard| {
            let followed = pawns & back(pawns);
            followed & back(followed) & !forward(pawns)
        };
        let rising = lowest(|set| up(right(set)), |set| down(left(set)));
        let falling = lowest(|set| up(left(set)), |set| down(right(set)));
        n.penalty * (few(rising) + few(falling))
    };

    /// Black's pawns f7, g6, h7 and f5 with an enemy pawn directly before f5 cost {penalty}; the
    /// same shape counts on any files, and mirrored.
    "middlegame.fixed-f7-g6-h7-f5" [148] Middlegame { penalty: -20 }
    |view, n| {
        let [one, other] = hooks(view.own.pawns, view.own.structure.rammed);
        n.penalty * (few(one) + few(other))
    };

    /// Two isolated doubled pawns with at least two ranks between them, such as Black's f7 and f4,
    /// cost {penalty} each if the front one is defended, and at least as often as it is attacked.
    /// Shown is what doubled isolated pawns cost.
    "middlegame.double-isolated-two-ranks-apart" [150] Middlegame
        { penalty: 0 } Shows ["middlegame.double-isolated"];

    /// A pawn on the fourth rank that protects another one and has no pawn that protects it costs
    /// {penalty}, like White's e4 with f5.
    "middlegame.root-on-fourth-rank" [152] Middlegame { penalty: -20 }
    |view, n| {
        let structure = &view.own.structure;
        n.penalty * few(structure.protecting & rank(4) & !structure.protected)
    };

    /// An own pawn that holds back enemy doubled pawns earns {middlegame}, in the endgame {endgame}: it stands before
    /// the foremost of them or attacks the square before it, like White's c4 against b7, b6 and c6. In the middlegame
    /// a more specific rule about the same pawns takes its place.
    "middlegame.fixing-double-pawn" [154, 156] All { middlegame: 35, endgame: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let stops = down(enemy.structure.doubled & enemy.structure.front);
        let held = stops & (own.pawns | own.by_pawns);
        if held.is_empty() {
            return Amount::default();
        }
        let mut replaced = Bitboard::EMPTY;
        if view.replaced_by(DOUBLE_FIXED_IN_GROUP) {
            replaced |= enemy.structure.fixed_double;
        }
        if view.replaced_by(FIXED_F7_G6_H7_F5) {
            let [pawns, rammed] = turned_round([enemy.pawns, enemy.structure.rammed]);
            let [one, other] = hooks(pawns, rammed);
            replaced |= one | other;
        }
        if view.replaced_by(RESTRICTING_PAWN) {
            replaced |= restrictors(own.pawns, enemy.pawns);
        }
        Amount {
            middlegame: n.middlegame * count(held & !files(replaced)),
            endgame: n.endgame * count(held),
        }
    };
}

/// The f4-pawns of the structure f2-g3-h2-f4 with an enemy pawn on f5, on any files: those with the
/// other two pawns on the right, and those with them on the left.
fn hooks(pawns: Bitboard, rammed: Bitboard) -> [Bitboard; 2] {
    let fronts = pawns & rammed & rank(4) & up(up(pawns));
    if fronts.is_empty() {
        return [Bitboard::EMPTY; 2];
    }
    let joined = |step: fn(Bitboard) -> Bitboard| {
        let middle = step(pawns);
        fronts & up(middle) & up(up(step(middle)))
    };
    [joined(left), joined(right)]
}

/// The sets from the enemy's point of view; whole files stay where they are.
fn turned_round(sets: [Bitboard; 2]) -> [Bitboard; 2] {
    sets.map(Bitboard::flip_vertical)
}

/// Passed pawns that are not part of a tandem.
fn single(view: &View<'_>) -> Bitboard {
    let structure = &view.own.structure;
    let tandem = if view.applies(CONNECTED_PASSERS) { structure.tandem } else { Bitboard::EMPTY };
    outside_avalanche(view, structure.passed & !tandem)
}

/// Those of `passers` outside an avalanche, which has its own value.
fn outside_avalanche(view: &View<'_>, passers: Bitboard) -> Bitboard {
    if passers.any() && view.replaced_by(AVALANCHE_FOUR) { passers & !avalanche(view) } else { passers }
}
