//! What a side's last move did, for rules that reward or punish a move.
//!
//! Such a rule counts while the move is the side's last one: until it moves again, or passes.
//! What the move did is told once, when it is played, as one bit a rule; whether the bit is worth
//! something depends on the position in which it is read.

mod defence;
mod erroneous;
mod optimal;
mod perpetual;
mod step;
mod transfer;
mod weaknesses;

use shakmaty::{Chess, Move};

use crate::context::Weights;
use crate::settings::Settings;

pub(crate) use step::Step;

/// What a side's last move did; nothing for a side that has not moved yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastMove(u16);

impl LastMove {
    /// It is not known: the position was given with the enemy in check.
    pub(crate) const UNKNOWN: LastMove = LastMove(1);
    /// A piece took aim at pawns that are well protected.
    pub(crate) const ERRONEOUS: LastMove = LastMove(1 << 1);
    /// A useless attacker was brought into play.
    pub(crate) const TRANSFERRED: LastMove = LastMove(1 << 2);
    /// A pawn of the king's position was taken with check.
    pub(crate) const CHECK_FOR_PAWN: LastMove = LastMove(1 << 3);
    /// The play went to the wing where the mover stood worse.
    pub(crate) const WEAKER_WING: LastMove = LastMove(1 << 4);
    /// The play went to the centre or the wing beside it, where the mover stood worse.
    pub(crate) const WEAKER_PART: LastMove = LastMove(1 << 5);
    /// A pawn of the files a to d that is no passer stepped forward.
    pub(crate) const QUIET_ON_QUEENSIDE: LastMove = LastMove(1 << 6);
    /// A pawn of the files e to h that is no passer stepped forward.
    pub(crate) const QUIET_ON_KINGSIDE: LastMove = LastMove(1 << 7);
    /// A piece or the king came to a better square.
    pub(crate) const IMPROVED: LastMove = LastMove(1 << 8);

    /// What `mv`, which leads from `before` to `after`, did.
    pub(crate) fn of(
        telling: Telling,
        settings: &Settings,
        before: &Chess,
        mv: Move,
        after: &Chess,
    ) -> LastMove {
        let weights = Weights::of(after);
        let step = Step::new(settings, before, mv, after);
        let mut told = LastMove::default();
        if weights.middlegame > 0 || telling == Telling::Everything {
            told = told.and(&IN_MIDDLEGAME, &step);
        }
        if weights.endgame > 0 || telling == Telling::Everything {
            told = told.and(&IN_ENDGAME, &step);
        }
        told
    }

    fn and(self, facts: &[(LastMove, Fact)], step: &Step<'_>) -> LastMove {
        let told = facts.iter().filter(|(_, fact)| fact(step));
        told.fold(self, |all, (bit, _)| LastMove(all.0 | bit.0))
    }

    /// Whether the move did what `bit` stands for.
    #[inline]
    pub(crate) fn did(self, bit: LastMove) -> bool {
        self.0 & bit.0 != 0
    }

    /// What of it counts in `position`, for a key.
    #[inline]
    pub(crate) fn packed(self, position: &Chess) -> u64 {
        if self == LastMove::default() {
            return 0;
        }
        let weights = Weights::of(position);
        let silent = |facts: &[(LastMove, Fact)], weight: i32| {
            let bits = facts.iter().fold(0, |all, (bit, _)| all | bit.0);
            if weight == 0 { bits } else { 0 }
        };
        let silent =
            silent(&IN_MIDDLEGAME, weights.middlegame) | silent(&IN_ENDGAME, weights.endgame);
        u64::from(self.0 & !silent)
    }
}

/// What is told of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    /// What counts in the phase of the position after it.
    WhatCounts,
    /// Everything, for readings without phases.
    Everything,
}

/// Whether a move did something.
type Fact = fn(&Step<'_>) -> bool;

/// What counts in the middlegame.
const IN_MIDDLEGAME: [(LastMove, Fact); 3] = [
    (LastMove::ERRONEOUS, erroneous::is_erroneous),
    (LastMove::TRANSFERRED, transfer::is_transfer),
    (LastMove::CHECK_FOR_PAWN, perpetual::is_check_for_pawn),
];

/// What counts in the endgame.
const IN_ENDGAME: [(LastMove, Fact); 5] = [
    (LastMove::WEAKER_WING, weaknesses::is_on_weaker_wing),
    (LastMove::WEAKER_PART, weaknesses::is_on_weaker_part),
    (
        LastMove::QUIET_ON_QUEENSIDE,
        defence::is_pawn_step_on_queenside,
    ),
    (
        LastMove::QUIET_ON_KINGSIDE,
        defence::is_pawn_step_on_kingside,
    ),
    (LastMove::IMPROVED, optimal::is_improvement),
];
