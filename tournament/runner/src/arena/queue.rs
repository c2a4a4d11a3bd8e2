//! The games that are left to play.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Mutex, PoisonError};

use super::WINDING_DOWN;
use crate::schedule::ScheduledGame;

/// The games left to play; `None` once it is closed.
pub(super) struct Queue<I>(Mutex<Option<I>>);

impl<I: Iterator<Item = ScheduledGame>> Queue<I> {
    pub(super) fn of(games: I) -> Self {
        Self(Mutex::new(Some(games)))
    }

    pub(super) fn take(&self) -> Option<ScheduledGame> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if WINDING_DOWN.load(SeqCst) { None } else { games.as_mut()?.next() }
    }

    /// True if games are left that were not begun because of winding down.
    pub(super) fn was_left(&self) -> bool {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        WINDING_DOWN.load(SeqCst) && games.as_mut().is_some_and(|games| games.next().is_some())
    }

    pub(super) fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
