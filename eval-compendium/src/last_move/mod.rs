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
use crate::state::State;

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

    /// What `mv`, which leads from `before` (whose state is `state`) to `after`, did.
    pub(crate) fn of(
        settings: &Settings,
        state: &State,
        before: &Chess,
        mv: Move,
        after: &Chess,
    ) -> LastMove {
        let weights = Weights::of(after);
        let step = Step::new(settings, state, before, mv, after);
        let mut bits = LastMove::default();
        let mut tell = |bit: LastMove, told: fn(&Step<'_>) -> bool| {
            if told(&step) {
                bits = LastMove(bits.0 | bit.0);
            }
        };
        // Readings show these without the phases too.
        tell(LastMove::ERRONEOUS, erroneous::is_erroneous);
        tell(LastMove::TRANSFERRED, transfer::is_transfer);
        tell(LastMove::CHECK_FOR_PAWN, perpetual::is_check_for_pawn);
        if weights.endgame > 0 {
            tell(LastMove::WEAKER_WING, weaknesses::is_on_weaker_wing);
            tell(LastMove::WEAKER_PART, weaknesses::is_on_weaker_part);
            tell(
                LastMove::QUIET_ON_QUEENSIDE,
                defence::is_pawn_step_on_queenside,
            );
            tell(
                LastMove::QUIET_ON_KINGSIDE,
                defence::is_pawn_step_on_kingside,
            );
            tell(LastMove::IMPROVED, optimal::is_improvement);
        }
        bits
    }

    /// Whether the move did what `bit` stands for.
    #[inline]
    pub(crate) fn did(self, bit: LastMove) -> bool {
        self.0 & bit.0 != 0
    }

    /// What of it counts in `position`, for a key.
    #[inline]
    pub(crate) fn packed(self, position: &Chess) -> u64 {
        let only_middlegame = LastMove::ERRONEOUS.0 | LastMove::TRANSFERRED.0;
        let counts = if self.0 & only_middlegame != 0 && Weights::of(position).is_endgame() {
            self.0 & !only_middlegame
        } else {
            self.0
        };
        u64::from(counts)
    }
}
