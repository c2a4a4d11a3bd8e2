//! The time that a thread or a program was ready to run while the system ran others (Linux).

use std::time::Duration;

use crate::linux::run_queue;

/// The time that each thread of a player has waited for a processor since it began, at some moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WaitTimes(Vec<(u32, Duration)>);

impl WaitTimes {
    /// Of one thread, for which the time is known.
    #[must_use]
    pub fn of_thread(thread: u32, time: Duration) -> Self {
        Self(vec![(thread, time)])
    }

    /// Of the current thread; `None` if the system does not report it.
    #[must_use]
    pub fn of_this_thread() -> Option<Self> {
        run_queue::of_this_thread().map(|time| Self(vec![(0, time)]))
    }

    /// Of all threads of a process and of its children; `None` if the system does not report it.
    #[must_use]
    pub fn of_process(process: u32) -> Option<Self> {
        let threads = run_queue::of_process(process);
        (!threads.is_empty()).then_some(Self(threads))
    }

    /// The longest that one of the threads has waited since `before`: others may have run meanwhile.
    #[must_use]
    pub fn since(&self, before: &Self) -> Duration {
        let waited = self.0.iter().map(|(thread, now)| {
            let then = before.0.iter().find(|(other, _)| other == thread);
            now.saturating_sub(then.map_or(Duration::ZERO, |(_, then)| *then))
        });
        waited.max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wait_of_a_thread_counts() {
        let at = |times: &[(u32, u64)]| {
            let times = times.iter();
            WaitTimes(times.map(|&(thread, time)| (thread, Duration::from_millis(time))).collect())
        };
        let before = at(&[(1, 100), (2, 5)]);
        let after = at(&[(1, 130), (2, 45), (3, 7)]);
        assert_eq!(after.since(&before), Duration::from_millis(40));
        assert_eq!(at(&[]).since(&before), Duration::ZERO);
    }
}
