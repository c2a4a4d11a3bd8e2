//! How much of a clock one move may use.

use std::time::{Duration, Instant};

use crate::limits::{Clock, Limits};
use crate::search::margins::time;

/// The time of one search: no new iteration starts after the soft limit, and the hard limit
/// ends the search wherever it is.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Budget {
    /// The budget of a search that starts now.
    pub fn new(limits: &Limits) -> Budget {
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = limits.clock {
            let (of_soft, of_hard) = share(clock, limits.overhead);
            (soft, hard) = (Some(of_soft), Some(of_hard));
        }
        if let Some(move_time) = limits.move_time {
            let left = at_least_a_moment(move_time.saturating_sub(limits.overhead));
            hard = Some(hard.map_or(left, |hard| hard.min(left)));
        }
        Budget {
            started: Instant::now(),
            soft,
            hard,
        }
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search has to end now.
    pub fn is_spent(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration should not be started.
    pub fn is_nearly_spent(&self) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// Whether the search manages a clock, and so may save time on a forced move.
    pub fn is_managed(&self) -> bool {
        self.soft.is_some()
    }
}

fn at_least_a_moment(time: Duration) -> Duration {
    time.max(Duration::from_millis(1))
}

/// Soft and hard limit for one move of `clock`.
fn share(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let usable = clock.remaining.saturating_sub(overhead);
    let moves = clock
        .moves_to_go
        .unwrap_or(time::MOVES_TO_GO)
        .clamp(1, time::MOVES_TO_GO);
    let even = usable / moves + clock.increment.mul_f64(time::INCREMENT_SHARE);
    // Even the last move before the time control leaves something on the clock.
    let most = usable.mul_f64(time::MOST_OF_CLOCK);
    let soft = even.mul_f64(time::SOFT_SHARE).min(most);
    let hard = even.mul_f64(time::HARD_SHARE).min(most);
    (at_least_a_moment(soft), at_least_a_moment(hard))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_never_uses_the_whole_clock() {
        for remaining in [1, 20, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let overhead = Duration::from_millis(10);
                    let (soft, hard) = share(clock, overhead);
                    assert!(soft <= hard, "{clock:?}");
                    let left = clock.remaining.saturating_sub(overhead);
                    assert!(hard <= left.max(Duration::from_millis(1)), "{clock:?}");
                }
            }
        }
    }
}
