//! Passed pawns of the endgame: each has one base value, and what it is worth besides.

use shakmaty::{Bitboard, Square};

use super::ground::Ground;
use crate::catalogue::endgame::{
    self, GENERAL_NEGATIVE_PASSER, PAWN_PASSED, PAWN_PASSED_CONNECTED, PAWN_PASSED_PROTECTED,
    PAWN_PASSED_SEVENTH,
};
use crate::catalogue::middlegame::{AVALANCHE_FIVE, AVALANCHE_FOUR};
use crate::catalogue::thresholds::NEGATIVE_PASSER_LEAD;
use crate::context::bits::{down, file, files, rank, ranks, right, up};
use crate::rules::endings::advanced_passers;
use crate::rules::middlegame::{avalanche_of, few, prospective_passer};
use crate::rules::{View, Visitor};

/// The d- and e-files.
const CENTRAL: Bitboard = Bitboard(file(3).0 | file(4).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(PAWN_PASSED, |view, [bonus]| {
        bonus * few(Ground::of(view).base_values().plain)
    });
    rules.rule(PAWN_PASSED_SEVENTH, |view, [bonus]| {
        bonus * few(Ground::of(view).base_values().seventh)
    });
    rules.rule(PAWN_PASSED_PROTECTED, |view, [bonus]| {
        bonus * few(Ground::of(view).base_values().protected)
    });
    rules.rule(PAWN_PASSED_CONNECTED, connected);
    rules.rule(endgame::PAWN_PROSPECTIVE_PASSER, |view, [bonus]| {
        prospective_passer(view, [bonus; 2])
    });
    rules.rule(endgame::PAWN_PASSER_FRONT_CONTROL, front_control);
    rules.rule(
        endgame::PAWN_BISHOP_GUARDS_PROMOTION,
        bishop_guards_promotion,
    );
}

/// The rule that stands among the rules of thumb.
pub(super) fn visit_negative(rules: &mut impl Visitor) {
    rules.rule(GENERAL_NEGATIVE_PASSER, |view, [penalty]| {
        penalty * few(negative(view))
    });
}

/// Passers by their base value in the endgame; each has one at most.
#[derive(Clone, Copy, Default)]
pub(super) struct BaseValues {
    /// Those of [`PAWN_PASSED`].
    pub(super) plain: Bitboard,
    /// Those of [`PAWN_PASSED_SEVENTH`].
    pub(super) seventh: Bitboard,
    /// Those of [`PAWN_PASSED_PROTECTED`].
    pub(super) protected: Bitboard,
}

impl Ground<'_> {
    /// Which passer has which base value: 75 if a pawn protects it and it is not one of a tandem,
    /// 70 on the seventh rank, 50 elsewhere. Pawns of an avalanche and passers that count against
    /// their owner have none.
    pub(super) fn base_values(&self) -> BaseValues {
        let structure = self.structure;
        let mut passers = self.outside_avalanche(structure.passed);
        if passers.is_empty() {
            return BaseValues::default();
        }
        if self.applies(GENERAL_NEGATIVE_PASSER) {
            passers &= !self.negative();
        }
        let mut protected = Bitboard::EMPTY;
        if self.applies(PAWN_PASSED_PROTECTED) {
            protected = passers & structure.protected;
            if self.applies(PAWN_PASSED_CONNECTED) {
                protected &= !structure.tandem;
            }
        }
        let mut seventh = Bitboard::EMPTY;
        if self.applies(PAWN_PASSED_SEVENTH) {
            seventh = passers & rank(7) & !protected;
        }
        BaseValues {
            plain: passers & !seventh & !protected,
            seventh,
            protected,
        }
    }

    /// Of `passers`, those that are not part of an avalanche, which has a worth of its own.
    fn outside_avalanche(&self, passers: Bitboard) -> Bitboard {
        if passers.any() && self.applies(AVALANCHE_FOUR) {
            passers & !avalanche_of(self.structure.passed, self.applies(AVALANCHE_FIVE))
        } else {
            passers
        }
    }

    /// Passers on the d- and e-files in the enemy half to which, without queens, the enemy king is
    /// nearer by two squares or more.
    fn negative(&self) -> Bitboard {
        let central = self.structure.passed & CENTRAL & ranks(5, 8);
        if central.is_empty() || self.queens {
            return Bitboard::EMPTY;
        }
        let lost = |pawn: &Square| {
            let [ours, theirs] = self.kings.map(|king| king.distance(*pawn));
            ours >= theirs + NEGATIVE_PASSER_LEAD
        };
        central.into_iter().filter(lost).collect()
    }
}

/// Own passers that count 70 against their owner: they have neither a base value nor a bonus for
/// their file.
pub(in crate::rules) fn negative(view: &View<'_>) -> Bitboard {
    Ground::of(view).negative()
}

/// Each two passers on neighbouring files, a rank apart at most, are worth 75 on top of the base
/// value of either.
fn connected(view: &View<'_>, [_, tandem]: [i32; 2]) -> i32 {
    let passers = Ground::of(view).outside_avalanche(view.own.structure.tandem);
    tandem * few(passers & right(passers | up(passers) | down(passers)))
}

/// Each passer of either side is worth 25 to the side that attacks the square in front of it with
/// more men.
fn front_control(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let stops = up(view.own.structure.passed) | down(view.enemy.structure.passed);
    let held =
        |square: &Square| view.own.count_attackers(*square) > view.enemy.count_attackers(*square);
    // Two passers with one stop would stand on one file, each in the way of the other.
    let contested = stops & view.own.by_any;
    bonus * contested.into_iter().filter(held).count() as i32
}

/// Each advanced passer of either side on whose promotion square an own bishop stands or looks is
/// worth 40.
fn bishop_guards_promotion(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if view.own.bishops.is_empty() {
        return 0;
    }
    let enemy = view.enemy.structure.passed & ranks(2, 4);
    let goals = files(advanced_passers(&view.own)) & rank(8) | files(enemy) & rank(1);
    bonus * few(goals & (view.own.by_bishops | view.own.bishops))
}
