//! The part of a player's time that the machine takes.

use std::time::Duration;

use crate::pauses;
use players::player::{Player, WaitTimes};

/// The measurements before a move.
pub(super) struct HeldUp {
    waited: Option<WaitTimes>,
    paused: Duration,
}

impl HeldUp {
    /// The player begins to think; between its moves it waits for nothing, so that the measurements after the previous
    /// one still hold.
    pub(super) fn begin(player: &dyn Player, last: Option<WaitTimes>) -> Self {
        Self { waited: last.or_else(|| player.waited()), paused: pauses::total() }
    }

    /// The time for which the machine has held the player up since: it waited for a processor, or the arena did not see
    /// its answer, whichever was longer. Also the new measurements.
    pub(super) fn end(self, player: &dyn Player) -> (Duration, Option<WaitTimes>) {
        let now = player.waited();
        let waited = self.waited.zip(now.as_ref());
        let waited = waited.map_or(Duration::ZERO, |(before, now)| now.since(&before));
        let paused = pauses::total().saturating_sub(self.paused);
        (waited.max(paused), now)
    }
}
