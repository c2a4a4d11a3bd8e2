//! Weak pawns of the endgame, and what excuses them.

use shakmaty::Bitboard;

use super::ground::Ground;
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
use crate::rules::endings::{advanced_passers, fixed_backward_of};
use crate::rules::middlegame::{backward_fated, far_apart, few};
use crate::rules::{Amount, View, Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    // 40 off for an isolated pawn, and 40 for each of several on one file.
    rules.rule(PAWN_ISOLATED, |view, [penalty]| {
        penalty * few(Ground::of(view).isolated())
    });
    rules.rule(PAWN_DOUBLE_ISOLATED, |view, [penalty]| {
        penalty * few(Ground::of(view).double_isolated())
    });
    rules.rule(PAWN_DOUBLED_IN_GROUP, |view, [penalty]| {
        doubled_in_group(&Ground::of(view), penalty)
    });
    // 35 off for a backward pawn.
    rules.rule(PAWN_BACKWARD, |view, [penalty]| {
        penalty * few(Ground::of(view).backward())
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

impl Ground<'_> {
    /// Pawns without own pawns on the neighbouring files, alone on their own.
    pub(super) fn isolated(&self) -> Bitboard {
        let structure = self.structure;
        if self.applies(PAWN_DOUBLE_ISOLATED) {
            structure.isolated & !structure.doubled
        } else {
            structure.isolated
        }
    }

    /// Pawns that share a file without own pawns on the neighbouring ones.
    pub(super) fn double_isolated(&self) -> Bitboard {
        self.structure.isolated & self.structure.doubled
    }

    /// The pawns beyond the first one on a file that has an own pawn beside it: three pawns at
    /// least on two files.
    pub(super) fn surplus_in_group(&self) -> Bitboard {
        let structure = self.structure;
        structure.doubled & !structure.isolated & !structure.front & !self.bastion
    }

    /// The rule that says what each of them costs; none with queen and rook against queen and
    /// rook.
    fn doubling(&self) -> Option<Key<1>> {
        let free = self.men == [Pieces::QR; 2];
        if self.ending == Ending::Pawns && self.applies(PAWN_ENDING_DOUBLED_IN_GROUP) {
            Some(PAWN_ENDING_DOUBLED_IN_GROUP)
        } else if free && self.applies(COMPOSITE_QUEEN_ROOK_NO_DOUBLING) {
            None
        } else {
            Some(PAWN_DOUBLED_IN_GROUP)
        }
    }

    /// What each of the pawns beyond the first on a file costs in a group.
    pub(super) fn surplus_penalty(&self) -> i32 {
        self.doubling().map_or(0, |rule| self.number(rule))
    }

    /// Pawns that their neighbours have left behind and that one enemy pawn takes when they step
    /// forward. Those that are fixed have a rule of their own in pawn endings and knight endings.
    pub(super) fn backward(&self) -> Bitboard {
        let structure = self.structure;
        let mut pawns = structure.stop_hit
            & structure.with_neighbour_ahead
            & !structure.with_neighbour_beside
            & !structure.with_neighbour_behind;
        if pawns.is_empty() {
            return pawns;
        }
        if self.applies(BACKWARD_FATED_PAWN) {
            pawns &= !structure.stop_hit_twice;
        }
        let elsewhere = match self.ending {
            Ending::Pawns => self.applies(PAWN_ENDING_BACKWARD),
            Ending::Knights => self.applies(KNIGHT_BACKWARD_FIXED),
            _ => false,
        };
        if elsewhere {
            pawns &= !fixed_backward_of(structure);
        }
        pawns
    }
}

/// Each pawn beyond the first on a file within a group costs 35, unless another rule says what it
/// costs.
fn doubled_in_group(ground: &Ground<'_>, penalty: i32) -> i32 {
    match ground.doubling() {
        Some(rule) if rule.index() == PAWN_DOUBLED_IN_GROUP.index() => {
            penalty * few(ground.surplus_in_group())
        }
        _ => 0,
    }
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
fn excess(ground: &Ground<'_>, pawns: Bitboard, [single, double]: [Key<1>; 2]) -> i32 {
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
