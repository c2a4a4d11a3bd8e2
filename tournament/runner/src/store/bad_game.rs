//! Stored games that cannot have been played, and who finds them.

use std::fmt;

use super::rows::KeptGame;

/// A stored game that cannot have been played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadGame {
    /// Its index in the schedule, from 0, as stored in the row.
    pub index: i64,
    /// The fault found in it.
    pub reason: String,
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", super::numbered(self.index), self.reason)
    }
}

/// A replayer of games, which finds those that cannot have been played.
pub(crate) trait Replay {
    /// Passes `read` a sink for the games that it reads, and replays them on other threads meanwhile. Returns the
    /// result of `read`, and the games that cannot have been played.
    fn replay<R>(&self, read: impl FnOnce(&mut dyn FnMut(KeptGame)) -> R) -> (R, Vec<BadGame>);
}
