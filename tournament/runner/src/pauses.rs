//! Times in which this process did not run: it was stopped, or the machine had no processor for it.
//!
//! A thread that does nothing but wake up again and again is late then. What it was late by counts as a pause if it is
//! more than a busy machine takes.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

/// The interval at which the thread wakes up.
const WAKE: Duration = Duration::from_millis(20);
/// A shorter delay is no pause.
const LEAST: Duration = Duration::from_millis(50);

/// The observations of the thread.
#[derive(Debug)]
struct Watch {
    start: Instant,
    /// Nanoseconds of pauses that are over.
    paused: AtomicU64,
    /// The time of its last wake-up, in nanoseconds after `start`.
    woke: AtomicU64,
}

static WATCH: OnceLock<Watch> = OnceLock::new();

/// Begins to watch, unless that is done already.
pub(crate) fn watch() {
    let mut is_new = false;
    let watch = WATCH.get_or_init(|| {
        is_new = true;
        Watch { start: Instant::now(), paused: AtomicU64::new(0), woke: AtomicU64::new(0) }
    });
    if is_new {
        let thread = Builder::new().name("pauses".to_owned());
        // Without the thread every time would be a pause.
        if thread.spawn(|| watch.look()).is_err() {
            watch.woke.store(u64::MAX, SeqCst);
        }
    }
}

/// All pauses since [`watch`] was called first, one that is not over included.
pub(crate) fn total() -> Duration {
    WATCH.get().map_or(Duration::ZERO, Watch::total)
}

impl Watch {
    fn look(&self) {
        loop {
            sleep(WAKE);
            let now = self.now();
            let late = self.late(now);
            self.paused.fetch_add(late, SeqCst);
            self.woke.store(now, SeqCst);
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Nanoseconds by which the thread is late, if that is a pause.
    fn late(&self, now: u64) -> u64 {
        let late =
            now.saturating_sub(self.woke.load(SeqCst)).saturating_sub(WAKE.as_nanos() as u64);
        if u128::from(late) >= LEAST.as_nanos() { late } else { 0 }
    }

    fn total(&self) -> Duration {
        let late = self.late(self.now());
        Duration::from_nanos(self.paused.load(SeqCst).saturating_add(late))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_a_pause_if_it_is_long() {
        let watch = Watch {
            start: Instant::now(),
            paused: AtomicU64::new(7),
            woke: AtomicU64::new(1_000_000_000),
        };
        assert_eq!(watch.late(1_030_000_000), 0);
        assert_eq!(watch.late(1_060_000_000), 0, "a busy machine");
        assert_eq!(watch.late(4_020_000_000), 3_000_000_000);
        watch.woke.store(u64::MAX, SeqCst);
        assert_eq!(watch.total(), Duration::from_nanos(7));
    }
}
