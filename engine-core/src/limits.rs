//! The end of a search.

use std::time::{Duration, Instant};

/// The default overhead taken off a clock: a shared virtual machine takes a
/// core away for 10 ms at a time.
pub const OVERHEAD: Duration = Duration::from_millis(15);

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left on it.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. The first limit reached stops it; without any it runs until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Stop at exactly this many nodes; a [`ThreadPool`](crate::search::ThreadPool) of several threads stops soon
    /// after them.
    pub nodes: Option<u64>,
    /// Stop after the iteration of this depth, in plies.
    pub depth: Option<i32>,
    /// Stop after so much time.
    pub move_time: Option<Duration>,
    /// Manage the time of this clock.
    pub clock: Option<Clock>,
    /// Look for a mate in this many moves of the side to move, and stop when it is found or there is none.
    pub mate: Option<u32>,
    /// Look only at these root moves; empty means all.
    pub search_moves: Vec<shakmaty::Move>,
    /// The number of best root moves that are searched to the end, each with its own line; 0 counts
    /// as 1.
    pub lines: usize,
    /// True if the move with the best score is played whatever the evaluator prefers, as always with
    /// several lines.
    pub by_score: bool,
    /// Taken off the clock for what happens outside the search.
    pub overhead: Duration,
    /// The moment from which time counts; `None` if it counts from the start of the search.
    pub started: Option<Instant>,
}

impl Limits {
    /// Stop at exactly `nodes` nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Stop after the iteration of `depth` plies.
    pub fn depth(depth: i32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}
