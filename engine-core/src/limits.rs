//! The end of a search: its limits, and the share of a clock that one move may use.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use crate::params::{TimeManagement, time};

/// The default overhead taken off a clock: a shared virtual machine takes a core away for 10 ms at a time.
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
    /// Stop when the best line mates in at most this many moves of the side to move.
    pub mate: Option<u32>,
    /// Look only at these root moves; empty means all.
    pub search_moves: Vec<shakmaty::Move>,
    /// The number of best root moves that are searched to the end, each with its own line; 0 counts as 1.
    pub lines: usize,
    /// True if the move with the best score is played whatever the evaluator prefers, as always with several lines.
    pub by_score: bool,
    /// Taken off the clock for what happens outside the search.
    pub overhead: Duration,
    /// The moment from which time counts; `None` if it counts from the start of the search.
    pub started: Option<Instant>,
    /// The nodes that count as a millisecond, and time is nothing else then: the same search on every machine, whatever
    /// else runs there. `None` where time is time.
    pub clock_nodes: Option<NonZeroU32>,
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

/// The time for which so many nodes count, if `clock_nodes` of them are a millisecond.
pub fn time_of_nodes(nodes: u64, clock_nodes: NonZeroU32) -> Duration {
    let nanoseconds = u128::from(nodes) * 1_000_000 / u128::from(clock_nodes.get());
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

/// The stability of the choice of a move after an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stability {
    /// The part of the root's nodes that went into the best move, from 0 to 1.
    pub(crate) effort: f64,
    /// The number of iterations in a row that have confirmed the best move.
    pub(crate) confirmed: usize,
    /// The fall of the score since the last iteration, in Michniewski centipawns; negative if it has risen.
    pub(crate) fall: f64,
}

impl Stability {
    /// The share of the soft limit that the move needs: less than 1 for a clear one.
    ///
    /// A move that took most of the nodes has no rival; one that comes and goes, or whose score
    /// falls, deserves a longer look.
    fn need(self, params: &TimeManagement) -> f64 {
        let effort = (params.effort_base - self.effort) * params.effort_weight;
        let stability = time::STABILITY[self.confirmed.min(time::STABILITY.len() - 1)];
        let fall = (1.0 + self.fall / params.fall).clamp(1.0, params.fall_max);
        effort * stability * fall
    }
}

/// The time of one search: no new iteration starts after the soft limit, and the hard limit
/// ends the search wherever it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    started: Instant,
    clock_nodes: Option<NonZeroU32>,
    soft: Option<Duration>,
    hard: Option<Duration>,
    params: TimeManagement,
}

impl TimeManager {
    pub(crate) fn new(limits: &Limits, params: TimeManagement) -> TimeManager {
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = limits.clock {
            let (of_soft, of_hard) = share(clock, limits.overhead, &params);
            (soft, hard) = (Some(of_soft), Some(of_hard));
        }
        if let Some(move_time) = limits.move_time {
            // It is there to be used: the side that grants it allows for transmission.
            hard = Some(hard.map_or(move_time, |hard| hard.min(move_time)));
        }
        let started = limits.started.unwrap_or_else(Instant::now);
        TimeManager { started, clock_nodes: limits.clock_nodes, soft, hard, params }
    }

    /// The time used by a search that has come to so many nodes.
    pub(crate) fn elapsed(&self, nodes: u64) -> Duration {
        self.clock_nodes.map_or_else(|| self.started.elapsed(), |per_ms| time_of_nodes(nodes, per_ms))
    }

    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        self.hard.is_some_and(|hard| self.elapsed(nodes) >= hard)
    }

    /// True if another iteration should not be started; without `settled` the soft limit counts as it is.
    pub(crate) fn is_nearly_spent(&self, nodes: u64, settled: Option<Stability>) -> bool {
        let need = settled.map_or(1.0, |settled| settled.need(&self.params));
        self.soft.is_some_and(|soft| self.elapsed(nodes) >= soft.mul_f64(need))
    }

    /// True if the search manages a clock, and so may save time on a forced move.
    pub(crate) fn is_managed(&self) -> bool {
        self.soft.is_some()
    }
}

fn raise_to_moment(time: Duration) -> Duration {
    time.max(Duration::from_millis(1))
}

/// Soft and hard limit for one move of `clock`.
fn share(clock: Clock, overhead: Duration, params: &TimeManagement) -> (Duration, Duration) {
    let usable = usable(clock.remaining, overhead);
    let moves = clock.moves_to_go.unwrap_or(params.moves_to_go).clamp(1, params.moves_to_go);
    let even = usable / moves + clock.increment.mul_f64(params.increment);
    // Even the last move before the time control leaves something on the clock.
    let most = (time::MAX_SHARE_OF_LAST / f64::from(moves)).max(params.most);
    let most = usable.mul_f64(most);
    let soft = even.mul_f64(params.soft).min(most);
    let hard = even.mul_f64(params.hard.max(params.soft)).min(most);
    (raise_to_moment(soft), raise_to_moment(hard))
}

/// The time left to plan with: without a reserve for a busy machine, but at least half of what there is.
fn usable(remaining: Duration, overhead: Duration) -> Duration {
    let left = remaining.saturating_sub(overhead);
    let reserve = overhead * time::RESERVE;
    left.saturating_sub(reserve).max(left / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;

    const TIME: TimeManagement = Params::MICHNIEWSKI.time;

    #[test]
    fn a_clear_move_needs_less_time_than_a_doubtful_one() {
        let clear = Stability { effort: 0.9, confirmed: 7, fall: -20.0 };
        assert!(clear.need(&TIME) < 0.7);
        let rivals = Stability { effort: 0.3, ..clear };
        let new = Stability { confirmed: 0, ..clear };
        let falling = Stability { fall: 60.0, ..clear };
        for doubtful in [rivals, new, falling] {
            assert!(doubtful.need(&TIME) > 1.2 * clear.need(&TIME), "{doubtful:?}");
        }
    }

    #[test]
    fn a_nearly_empty_clock_with_an_increment_fills_again() {
        let increment = Duration::from_millis(10);
        for remaining in [1, 10, 20, 30, 45].map(Duration::from_millis) {
            let (_, hard) = share(Clock { remaining, increment, moves_to_go: None }, OVERHEAD, &TIME);
            assert!(2 * hard <= increment, "{remaining:?}: {hard:?}");
        }
    }

    #[test]
    fn a_move_never_uses_the_whole_clock() {
        for remaining in [1, 20, 100, 1_000, 60_000, 7_200_000].map(Duration::from_millis) {
            for increment in [0, 10, 1_000, 100_000].map(Duration::from_millis) {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let clock = Clock { remaining, increment, moves_to_go };
                    let (soft, hard) = share(clock, OVERHEAD, &TIME);
                    assert!(soft <= hard, "{clock:?}");
                    let left = remaining.saturating_sub(OVERHEAD);
                    let most = left.mul_f64(time::MAX_SHARE_OF_LAST);
                    assert!(hard <= raise_to_moment(most), "{clock:?}");
                }
            }
        }
    }
}
