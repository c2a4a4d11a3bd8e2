//! The effects of a side's last move, for rules that reward or punish a move.
//!
//! Such a rule counts while the move is the side's last one: until it moves again, or passes. The
//! effects are determined once, when the move is played, as one bit per rule; the worth of a bit
//! depends on the position in which it is read.

mod facts;
mod step;
mod wings;

use engine_core::encoded_move::EncodedMove;
use engine_core::position::Position;

use crate::board::past::LastMove;
use crate::board::phase::Weights;
use crate::interplay::Interplay;

use step::Step;

/// The effects of `mv`, which leads from `before` to `after`, where the phases have these weights.
pub(crate) fn effects(
    scope: EffectScope,
    interplay: &Interplay,
    before: &Position,
    mv: EncodedMove,
    after: &Position,
    weights: Weights,
) -> LastMove {
    let step = Step::new(interplay, before, mv, after);
    let mut effects = LastMove::default();
    let mut add = |facts: &[(LastMove, Fact)], weight: i32| {
        if weight > 0 || scope == EffectScope::Everything {
            let did = facts.iter().filter(|(_, fact)| fact(&step));
            effects = did.fold(effects, |all, (bit, _)| all.and(*bit));
        }
    };
    add(&IN_MIDDLEGAME, weights.middlegame);
    add(&IN_ENDGAME, weights.endgame);
    effects
}

/// The effects of a move that are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EffectScope {
    /// Those that count in the phase of the position after it.
    Counting,
    /// Everything, for readings without phases.
    Everything,
}

/// A test for one effect of a move.
type Fact = fn(&Step<'_>) -> bool;

/// The effects that count in the middlegame.
const IN_MIDDLEGAME: [(LastMove, Fact); 3] = [
    (LastMove::ERRONEOUS, facts::is_erroneous),
    (LastMove::TRANSFERRED, facts::is_transfer),
    (LastMove::CHECK_FOR_PAWN, |step| step.is_check_for_pawn()),
];

/// The effects that count in the endgame.
const IN_ENDGAME: [(LastMove, Fact); 5] = [
    (LastMove::WEAKER_WING, facts::is_on_weaker_wing),
    (LastMove::WEAKER_PART, facts::is_on_weaker_part),
    (LastMove::QUIET_ON_QUEENSIDE, facts::is_pawn_step_on_queenside),
    (LastMove::QUIET_ON_KINGSIDE, facts::is_pawn_step_on_kingside),
    (LastMove::IMPROVED, facts::is_improvement),
];
