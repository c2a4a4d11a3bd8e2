//! Requests to a player and its replies.

use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use shakmaty::Move;

use crate::score::GivenScore;

/// A request for a move.
#[derive(Clone, Copy, Debug)]
pub struct Request<'g> {
    /// The game, in whose position the player is to move.
    pub game: &'g Game,
    /// The limits of the search.
    pub limits: &'g Limits,
    /// The other side's clock, if that side has one.
    pub opponent: Option<Clock>,
    /// The time beyond the limit before it loses on time.
    pub margin: Duration,
    /// True if the line that it expects is wanted.
    pub line: bool,
}

impl<'g> Request<'g> {
    /// A request by a side whose opponent has no clock, and that has no use for the line.
    #[must_use]
    pub fn new(game: &'g Game, limits: &'g Limits, margin: Duration) -> Self {
        let (opponent, line) = (None, false);
        Request { game, limits, opponent, margin, line }
    }
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move; `None` if the player has none to offer.
    pub best: Option<Move>,
    /// The answer that it would like to think about while the other side does; legal after `best`.
    pub ponder: Option<Move>,
    /// The line that it expects, the move first; may be empty.
    pub line: Vec<Move>,
    /// From the side to move; `None` if the player gives none.
    pub score: Option<GivenScore>,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// The longest line that it looked at, in plies; `None` if the player gives none.
    pub selective_depth: Option<i32>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, measured where the player thinks.
    pub time: Duration,
    /// Processor time used, which no other work on the machine adds to; `None` of a player in another process.
    pub processor_time: Option<Duration>,
    /// Moves received without a request since the move before.
    pub unasked: u64,
}

impl Reply {
    /// The measure of speed: processor time where it is known, else the time used.
    #[must_use]
    pub fn work(&self) -> Duration {
        self.processor_time.unwrap_or(self.time)
    }
}

/// The best line of a player at some moment of its search.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The move.
    pub best: Move,
    /// From the side to move; `None` if the player gives none.
    pub score: Option<GivenScore>,
    /// Plies.
    pub depth: i32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}
