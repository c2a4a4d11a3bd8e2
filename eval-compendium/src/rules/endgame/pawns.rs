//! Weak pawns of the endgame, and what excuses them.

use shakmaty::Bitboard;

use crate::catalogue::Key;
use crate::catalogue::composite::COMPOSITE_QUEEN_ROOK_NO_DOUBLING;
use crate::catalogue::endgame::{
    self, PAWN_BACKWARD, PAWN_DOUBLE_ISOLATED, PAWN_DOUBLED_IN_GROUP, PAWN_DOUBLING_EXEMPT_PASSER,
    PAWN_ISOLATED,
};
use crate::catalogue::middlegame::{
    BACKWARD_FATED_PAWN, DOUBLE_IN_GROUP_FREE, DOUBLE_ISOLATED, DOUBLE_ISOLATED_TWO_RANKS_APART,
    ISOLATED_PAWN,
};
use crate::catalogue::simple::{
    KNIGHT_BACKWARD_FIXED, PAWN_ENDING_BACKWARD, PAWN_ENDING_DOUBLED_IN_GROUP,
};
use crate::context::Ending;
use crate::context::bits::files;
use crate::context::material::Pieces;
use crate::context::side::Side;
use crate::rules::endings::{self, advanced_passers, fixed_backward};
use crate::rules::middlegame::{backward_fated, far_apart, few};
use crate::rules::{Amount, View, Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(PAWN_ISOLATED, |view, [penalty]| {
        penalty * few(isolated(view))
    });
    rules.rule(PAWN_DOUBLE_ISOLATED, |view, [penalty]| {
        penalty * few(double_isolated(view))
    });
    rules.rule(PAWN_DOUBLED_IN_GROUP, doubled_in_group);
    rules.rule(PAWN_BACKWARD, |view, [penalty]| {
        penalty * few(backward(view))
    });
    rules.rule(endgame::PAWN_BISHOP_PAIR_STRUCTURE, |view, []| {
        bishop_pair(view)
    });
    rules.rule(PAWN_DOUBLING_EXEMPT_PASSER, |view, [_]| {
        let exempt = exemption(view);
        // The raw reading is the endgame's.
        if view.raw {
            Amount::from(exempt.endgame)
        } else {
            exempt
        }
    });
}

/// A pawn without own pawns on the neighbouring files, alone on its own, costs 40.
pub(super) fn isolated(view: &View<'_>) -> Bitboard {
    let structure = &view.own.structure;
    if view.applies(PAWN_DOUBLE_ISOLATED) {
        structure.isolated & !structure.doubled
    } else {
        structure.isolated
    }
}

/// Pawns that share a file without own pawns on the neighbouring ones cost 40 each.
pub(super) fn double_isolated(view: &View<'_>) -> Bitboard {
    view.own.structure.isolated & view.own.structure.doubled
}

/// The pawns beyond the first one on a file that has an own pawn beside it: three pawns at least
/// on two files.
pub(super) fn surplus_in_group(view: &View<'_>) -> Bitboard {
    let structure = &view.own.structure;
    structure.doubled & !structure.isolated & !structure.front
}

/// Which rule says what doubled pawns in a group cost.
enum Doubling {
    General,
    PawnEnding,
    /// Queens and rooks, where they cost nothing.
    Free,
}

impl Doubling {
    fn of(view: &View<'_>) -> Doubling {
        let [own, enemy] = [view.own.men, view.enemy.men];
        if view.ending == Ending::Pawns && view.applies(PAWN_ENDING_DOUBLED_IN_GROUP) {
            Doubling::PawnEnding
        } else if own == Pieces::QR
            && enemy == Pieces::QR
            && view.applies(COMPOSITE_QUEEN_ROOK_NO_DOUBLING)
        {
            Doubling::Free
        } else {
            Doubling::General
        }
    }
}

/// What each of the pawns [`surplus_in_group`] costs, by the rule that is in force.
pub(super) fn surplus_penalty(view: &View<'_>) -> i32 {
    match Doubling::of(view) {
        Doubling::General => penalty(view, PAWN_DOUBLED_IN_GROUP),
        Doubling::PawnEnding => penalty(view, PAWN_ENDING_DOUBLED_IN_GROUP),
        Doubling::Free => 0,
    }
}

/// Each pawn beyond the first on a file within a group costs 35; pawn endings have a rule of their
/// own, and with queen and rook against queen and rook it costs nothing.
fn doubled_in_group(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let surplus = surplus_in_group(view);
    match Doubling::of(view) {
        Doubling::General => penalty * few(surplus),
        Doubling::PawnEnding | Doubling::Free => 0,
    }
}

/// A pawn that its neighbours have left behind and that one enemy pawn takes when it steps forward
/// costs 35. One that is fixed has a rule of its own in pawn endings and in knight endings.
pub(super) fn backward(view: &View<'_>) -> Bitboard {
    let structure = &view.own.structure;
    let left_behind = structure.with_neighbour_ahead
        & !structure.with_neighbour_beside
        & !structure.with_neighbour_behind;
    let mut pawns = structure.stop_hit & left_behind;
    if pawns.is_empty() {
        return pawns;
    }
    if view.applies(BACKWARD_FATED_PAWN) {
        pawns &= endings::backward(structure);
    }
    let elsewhere = match view.ending {
        Ending::Pawns => view.applies(PAWN_ENDING_BACKWARD),
        Ending::Knights => view.applies(KNIGHT_BACKWARD_FIXED),
        _ => false,
    };
    if elsewhere {
        pawns &= !fixed_backward(view);
    }
    pawns
}

/// The number of a rule that has one, or nothing where it is switched off.
fn penalty(view: &View<'_>, key: Key<1>) -> i32 {
    let [penalty] = view.numbers(key);
    if view.applies(key) { penalty } else { 0 }
}

/// For the only side with bishops on both colours the penalties for its pawns are given back.
fn bishop_pair(view: &View<'_>) -> i32 {
    if !has_both_bishops(&view.own) || has_both_bishops(&view.enemy) {
        return 0;
    }
    let mut sum = penalty(view, PAWN_ISOLATED) * few(isolated(view))
        + penalty(view, PAWN_DOUBLE_ISOLATED) * few(double_isolated(view))
        + doubled_in_group(view, [penalty(view, PAWN_DOUBLED_IN_GROUP)])
        + penalty(view, PAWN_BACKWARD) * few(backward(view));
    if view.applies(PAWN_DOUBLING_EXEMPT_PASSER) {
        sum += exemption(view).endgame;
    }
    if view.applies(BACKWARD_FATED_PAWN) {
        sum += backward_fated(view, view.numbers(BACKWARD_FATED_PAWN)).endgame;
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
    let in_group = few(surplus_in_group(view) & pawns);
    let lone = pawns & structure.isolated;
    let spared = if view.applies(DOUBLE_ISOLATED_TWO_RANKS_APART) {
        far_apart(view, lone)
    } else {
        Bitboard::EMPTY
    };
    let middlegame = [ISOLATED_PAWN, DOUBLE_ISOLATED];
    let endgame = [PAWN_ISOLATED, PAWN_DOUBLE_ISOLATED];
    Amount {
        middlegame: excess(view, lone & !spared, middlegame)
            - penalty(view, DOUBLE_IN_GROUP_FREE) * in_group,
        endgame: excess(view, lone, endgame) - surplus_penalty(view) * in_group,
    }
}

/// What the doubled isolated `pawns` cost beyond what they would, each alone, without the foremost
/// of each file.
fn excess(view: &View<'_>, pawns: Bitboard, [single, double]: [Key<1>; 2]) -> i32 {
    if pawns.is_empty() {
        return 0;
    }
    // Where the rule on several is switched off, each costs what a single one does.
    let charged = if view.applies(double) { double } else { single };
    let behind = pawns & !view.own.structure.front;
    penalty(view, single) * count(behind) - penalty(view, charged) * count(pawns)
}
