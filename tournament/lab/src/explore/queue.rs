//! A limit on searches: few at a time, few that wait, and none that waits long.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use report::serve::Refusal;

/// A queue for searches.
#[derive(Debug)]
pub(super) struct Queue {
    counts: Mutex<Counts>,
    freed: Condvar,
    running: usize,
    waiting: usize,
    patience: Duration,
}

#[derive(Debug, Default)]
struct Counts {
    running: usize,
    waiting: usize,
}

/// The right to search, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn<'q>(&'q Queue);

impl Queue {
    /// At most `running` searches at a time, and `waiting` more that wait no longer than `patience`.
    pub(super) fn new(running: usize, waiting: usize, patience: Duration) -> Self {
        Self { counts: Mutex::default(), freed: Condvar::new(), running, waiting, patience }
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// If too many wait, or it takes too long.
    pub(super) fn turn(&self) -> Result<Turn<'_>, Refusal> {
        let mut counts = self.lock();
        if counts.running < self.running && counts.waiting == 0 {
            counts.running += 1;
            return Ok(Turn(self));
        }
        if counts.waiting >= self.waiting {
            return Err(Refusal::busy(format!(
                "the server already searches {} positions, and {} more wait; try again soon",
                self.running, self.waiting
            )));
        }
        counts.waiting += 1;
        let until = Instant::now() + self.patience;
        while counts.running >= self.running {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                counts.waiting -= 1;
                return Err(Refusal::busy("the searches of others take too long; try again soon"));
            }
            let waited = self.freed.wait_timeout(counts, left);
            counts = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        counts.waiting -= 1;
        counts.running += 1;
        Ok(Turn(self))
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::{scope, sleep};

    use super::*;

    #[test]
    fn some_search_some_wait_and_the_rest_are_refused() {
        let queue = Queue::new(2, 3, Duration::from_secs(60));
        let (at_a_time, most, refused) = Default::default();
        let (at_a_time, most, refused): (&AtomicUsize, &AtomicUsize, &AtomicUsize) =
            (&at_a_time, &most, &refused);
        scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| match queue.turn() {
                    Ok(_turn) => {
                        most.fetch_max(
                            1 + at_a_time.fetch_add(1, Ordering::SeqCst),
                            Ordering::SeqCst,
                        );
                        // The others come meanwhile.
                        sleep(Duration::from_millis(200));
                        at_a_time.fetch_sub(1, Ordering::SeqCst);
                    }
                    Err(refusal) => {
                        assert_eq!(refusal.status, 503);
                        refused.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(most.load(Ordering::SeqCst), 2);
        assert!((1..=15).contains(&refused.load(Ordering::SeqCst)), "{refused:?}");
        assert!(queue.turn().is_ok());
    }

    #[test]
    fn none_waits_for_ever() {
        let queue = Queue::new(1, 1, Duration::from_millis(10));
        let turn = queue.turn().unwrap();
        assert!(queue.turn().unwrap_err().words.contains("too long"));
        drop(turn);
        assert!(queue.turn().is_ok());
    }
}
