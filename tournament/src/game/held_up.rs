//! What a machine takes of a player's time.

use std::time::Duration;

use crate::pauses;
use crate::player::{Player, Waited};

/// What was known before a move.
pub(super) struct HeldUp {
    waited: Option<Waited>,
    paused: Duration,
}

impl HeldUp {
    /// The player begins to think.
    pub(super) fn begin(player: &dyn Player) -> Self {
        Self {
            waited: player.waited(),
            paused: pauses::total(),
        }
    }

    /// How long the machine has held the player up since: the player waited for a processor, or the arena did not see its
    /// answer, whichever was longer.
    pub(super) fn end(self, player: &dyn Player) -> Duration {
        let waited = self.waited.zip(player.waited());
        let waited = waited.map_or(Duration::ZERO, |(before, after)| after.since(&before));
        waited.max(pauses::total().saturating_sub(self.paused))
    }
}
