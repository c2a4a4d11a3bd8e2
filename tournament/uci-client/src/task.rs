//! What a player is asked for and what it answers.

use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use shakmaty::Move;

use crate::score::GivenScore;

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'g> {
    /// The game, in whose position the player is to move.
    pub game: &'g Game,
    /// How long it may think.
    pub limits: &'g Limits,
    /// The other side's clock, if that side has one.
    pub opponent: Option<Clock>,
    /// How much longer it may take before it loses on time.
    pub margin: Duration,
    /// Whether the line that it expects is wanted.
    pub line: bool,
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
    /// From the side to move; `None` if the player does not say.
    pub score: Option<GivenScore>,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// The longest line that it looked at, in plies; `None` if the player does not say.
    pub selective_depth: Option<i32>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, measured where the player thinks.
    pub time: Duration,
    /// Processor time used, which no other work on the machine adds to; `None` of a player in another process.
    pub processor_time: Option<Duration>,
    /// What its own clock said last; `None` if it has none or does not say.
    pub own_clock: Option<OwnClock>,
    /// Moves that it told since the move before, and that nobody had asked for.
    pub unasked: u64,
}

impl Reply {
    /// What speed is measured by: processor time where it is known, else the time used.
    #[must_use]
    pub fn work(&self) -> Duration {
        self.processor_time.unwrap_or(self.time)
    }
}

/// What a player's own clock said of the time that it had used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnClock {
    /// What it showed; kept to the millisecond.
    pub shown: Duration,
    /// What the arena's own clock showed when that arrived.
    pub at: Duration,
}

/// What a player holds to be best at some moment of its search.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The move.
    pub best: Move,
    /// From the side to move; `None` if the player does not say.
    pub score: Option<GivenScore>,
    /// Plies.
    pub depth: i32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}
