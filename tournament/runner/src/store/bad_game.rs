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

/// Whoever replays games knows which of them cannot have been played.
pub(crate) trait Replay {
    /// Hands `read` a place for the games that it reads, and replays them on other threads meanwhile. What `read`
    /// returns, and the games that cannot have been played.
    fn replay<R>(&self, read: impl FnOnce(&mut dyn FnMut(KeptGame)) -> R) -> (R, Vec<BadGame>);
}
