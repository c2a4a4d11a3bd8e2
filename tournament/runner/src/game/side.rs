//! A side of a game: the player, its clock and its resources spent.

use std::time::Duration;

use engine_core::limits::{Clock, Limits, OVERHEAD};

use config::LimitKind;
use players::player::{Player, Reply};
use players::record::{Failure, FailureKind, SideStats};

/// A side of a game: who plays it and how long it may think.
pub struct Participant<'p> {
    /// The player.
    pub player: &'p mut dyn Player,
    /// Its limit.
    pub limit: LimitKind,
    /// The extra time it may take before it loses on time.
    pub margin: Duration,
    /// True if the lines that it expects are recorded.
    pub lines: bool,
}

/// A player at the board, with its clock and its resources spent.
pub(super) struct GameSide<'p> {
    pub(super) side: Participant<'p>,
    pub(super) remaining: Duration,
    pub(super) stats: SideStats,
    /// Time on its clock for which it waited for a processor.
    pub(super) waited: Duration,
    /// The number of moves that it sent without a request.
    pub(super) unasked: u64,
}

impl GameSide<'_> {
    pub(super) fn limits(&self) -> Limits {
        let timed = Limits {
            // A margin replaces the reserve that would be needed otherwise.
            overhead: OVERHEAD.saturating_sub(self.side.margin),
            ..Limits::default()
        };
        match self.side.limit {
            LimitKind::Nodes(nodes) => Limits::nodes(nodes),
            LimitKind::Depth(depth) => Limits::depth(i32::from(depth)),
            LimitKind::MoveTime(time) => Limits { move_time: Some(time), ..timed },
            LimitKind::Clock { .. } => Limits { clock: self.clock(), ..timed },
        }
    }

    pub(super) fn clock(&self) -> Option<Clock> {
        let (_, increment, moves_to_go) = time_control(self.side.limit)?;
        Some(Clock {
            remaining: self.remaining,
            increment,
            moves_to_go: moves_to_go.map(|moves| moves - self.stats.moves % moves),
        })
    }

    /// The time for the move to come, without the margin; `None` if no clock runs.
    pub(super) fn time(&self) -> Option<Duration> {
        match self.side.limit {
            LimitKind::Nodes(_) | LimitKind::Depth(_) => None,
            LimitKind::MoveTime(time) => Some(time),
            LimitKind::Clock { .. } => Some(self.remaining),
        }
    }

    pub(super) fn spend(&mut self, thought: &Reply) {
        self.stats.moves += 1;
        // A program may report any number of them.
        self.stats.nodes = self.stats.nodes.saturating_add(thought.nodes);
        self.stats.time += thought.work();
        self.unasked = self.unasked.saturating_add(thought.unasked);
    }

    /// Takes `time` off the clock, and adds the increment or the time of a new period.
    pub(super) fn press_clock(&mut self, time: Duration) {
        let Some((full, increment, moves_to_go)) = time_control(self.side.limit) else {
            return;
        };
        self.remaining = self.remaining.saturating_sub(time) + increment;
        if moves_to_go.is_some_and(|moves| self.stats.moves.is_multiple_of(moves)) {
            self.remaining += full;
        }
    }

    /// A failure of it, with the last lines exchanged.
    pub(super) fn failure(&self, kind: FailureKind, detail: String) -> Failure {
        Failure { kind, detail, log: self.side.player.transcript() }
    }
}

/// Time, increment and moves to go of a chess clock.
pub(super) fn time_control(limit: LimitKind) -> Option<(Duration, Duration, Option<u32>)> {
    match limit {
        LimitKind::Clock { time, increment, moves_to_go } => Some((time, increment, moves_to_go)),
        _ => None,
    }
}
