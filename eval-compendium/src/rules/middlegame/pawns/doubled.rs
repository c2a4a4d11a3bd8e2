//! Doubled pawns, and pawns that hold them.

use shakmaty::{Bitboard, Square};

use super::few;
use crate::catalogue::beauty::STURDY_BASTION;
use crate::catalogue::middlegame::{
    DOUBLE_FIXED_IN_GROUP, DOUBLE_IN_GROUP_FREE, DOUBLE_ISOLATED_TWO_RANKS_APART,
    FIXED_F7_G6_H7_F5, RESTRICTING_PAWN,
};
use crate::context::bits::{beside, down, files, left, rank, right, up};
use crate::rules::beauty::bastion;
use crate::rules::{Amount, View, count};

/// Doubled pawns of a file without neighbours cost 50 each; in a group they cost nothing.
pub(super) fn isolated(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let structure = &view.own.structure;
    if structure.doubled.is_empty() {
        return 0;
    }
    let lone = structure.doubled & structure.isolated;
    let mut sum = 0;
    let mut spared = Bitboard::EMPTY;
    if view.applies(DOUBLE_ISOLATED_TWO_RANKS_APART) {
        spared = far_apart(view, lone);
        let [instead] = view.numbers(DOUBLE_ISOLATED_TWO_RANKS_APART);
        sum += instead * count(spared);
    }
    if view.applies(DOUBLE_IN_GROUP_FREE) {
        // The pawns that are one too many on their file.
        let [in_group] = view.numbers(DOUBLE_IN_GROUP_FREE);
        sum += in_group * count(structure.doubled & !structure.isolated & !structure.front);
    }
    sum + penalty * count(lone & !spared)
}

/// Pawns of files with exactly two of the doubled pawns `lone`, two ranks or more between them,
/// whose front one is defended, and as often as it is attacked.
pub(in crate::rules) fn far_apart(view: &View<'_>, lone: Bitboard) -> Bitboard {
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

/// Each file of doubled pawns in a group costs 75 if an enemy pawn holds the foremost of them and
/// pawns cannot drive it off.
pub(super) fn fixed_in_group(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
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
        fixed &= !files(seen_from_there(own.pawns, enemy.pawns, |own, enemy| {
            restrictors(enemy, own)
        }));
    }
    penalty * count(fixed)
}

/// What `look` finds when the board is turned round.
fn seen_from_there(
    own: Bitboard,
    enemy: Bitboard,
    look: impl Fn(Bitboard, Bitboard) -> Bitboard,
) -> Bitboard {
    look(own.flip_vertical(), enemy.flip_vertical()).flip_vertical()
}

/// The f4-pawns of the structure f2-g3-h2-f4 with an enemy pawn on f5, on any files: those whose
/// other two pawns are on the right, and those whose are on the left.
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

/// The blocked structure f2-g3-h2-f4 costs 20, wherever it stands.
pub(super) fn fixed_hook(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let [one, other] = hooks(view.own.pawns, view.own.structure.rammed);
    penalty * (few(one) + few(other))
}

/// Pawns of `own` with two enemy pawns on the next two squares of their file, of which the farther
/// one has a neighbour beside it.
pub(in crate::rules::middlegame) fn restrictors(own: Bitboard, enemy: Bitboard) -> Bitboard {
    own & down(enemy) & down(down(enemy & beside(enemy)))
}

/// Each file of enemy doubled pawns is worth 35, 50 in the endgame, if an own pawn stands before
/// the foremost of them or would take it there. Where a rule of the middlegame says more of the
/// same doubling, only the endgame's number counts.
pub(super) fn fixing(view: &View<'_>, [middlegame, endgame]: [i32; 2]) -> Amount {
    let (own, enemy) = (&view.own, &view.enemy);
    let stops = down(enemy.structure.doubled & enemy.structure.front);
    let held = stops & (own.pawns | own.by_pawns);
    if held.is_empty() {
        return Amount::default();
    }
    let mut told = Bitboard::EMPTY;
    if view.replaced_by(DOUBLE_FIXED_IN_GROUP) {
        told |= enemy.structure.fixed_double;
    }
    if view.replaced_by(FIXED_F7_G6_H7_F5) {
        let pawns = (enemy.pawns, enemy.structure.rammed);
        told |= seen_from_there(pawns.0, pawns.1, |pawns, rammed| {
            let [one, other] = hooks(pawns, rammed);
            one | other
        });
    }
    if view.replaced_by(RESTRICTING_PAWN) {
        told |= restrictors(own.pawns, enemy.pawns);
    }
    Amount {
        middlegame: middlegame * count(held & !files(told)),
        endgame: endgame * count(held),
    }
}
