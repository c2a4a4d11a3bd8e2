//! Limits of the server: on connections, with the oldest ended first, which has had the most time; and on searches, few at
//! a time, few that wait, and none that waits long.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const MAX_CONNECTIONS: usize = 256;

/// The open connections, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Connections(Mutex<VecDeque<Arc<TcpStream>>>);

impl Connections {
    pub(crate) fn add(&self, stream: TcpStream) -> Arc<TcpStream> {
        if self.lock().len() >= MAX_CONNECTIONS {
            self.end_oldest();
        }
        let stream = Arc::new(stream);
        self.lock().push_back(Arc::clone(&stream));
        stream
    }

    pub(crate) fn remove(&self, stream: &Arc<TcpStream>) {
        self.lock().retain(|other| !Arc::ptr_eq(other, stream));
    }

    /// Ends the oldest one; its thread notices.
    pub(crate) fn end_oldest(&self) {
        if let Some(oldest) = self.lock().pop_front() {
            // It may have ended already.
            let _ = oldest.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub(crate) struct Queue {
    counts: Mutex<Counts>,
    freed: Condvar,
    searches: usize,
    waiting: usize,
    patience: Duration,
}

#[derive(Debug, Default)]
struct Counts {
    searches: usize,
    waiting: usize,
}

/// The right to search, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'q>(&'q Queue);

impl Queue {
    /// At most so many `searches` at a time, and `waiting` more that wait no longer than `patience`.
    pub(crate) fn new(searches: usize, waiting: usize, patience: Duration) -> Self {
        Self { counts: Mutex::default(), freed: Condvar::new(), searches, waiting, patience }
    }

    /// Waits for a turn; the error is the reason that there is none.
    pub(crate) fn turn(&self) -> Result<Turn<'_>, String> {
        let mut counts = self.lock();
        let is_full = |counts: &mut Counts| counts.searches >= self.searches;
        if is_full(&mut counts) || counts.waiting > 0 {
            if counts.waiting >= self.waiting {
                return Err(format!(
                    "the server already searches {} positions, and {} more wait; try again soon",
                    self.searches, self.waiting
                ));
            }
            counts.waiting += 1;
            let waited = self.freed.wait_timeout_while(counts, self.patience, is_full);
            counts = waited.unwrap_or_else(PoisonError::into_inner).0;
            counts.waiting -= 1;
            if is_full(&mut counts) {
                return Err("the searches of others take too long; try again soon".to_owned());
            }
        }
        counts.searches += 1;
        Ok(Turn(self))
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.lock().searches -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_search_some_wait_and_the_rest_are_refused() {
        let queue = Queue::new(2, 0, Duration::from_secs(60));
        let (first, _second) = (queue.turn().unwrap(), queue.turn().unwrap());
        assert!(queue.turn().unwrap_err().contains("searches 2 positions"));
        drop(first);
        let _third = queue.turn().unwrap();
        assert!(queue.turn().is_err());
        // One that waits gets the turn that another one gives back, however long that takes.
        let queue = Queue::new(1, 1, Duration::from_secs(600));
        let turn = queue.turn().unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.turn().is_ok());
            while queue.lock().waiting == 0 {
                std::thread::yield_now();
            }
            assert!(queue.turn().unwrap_err().contains("1 more wait"));
            drop(turn);
            assert!(waiting.join().unwrap());
        });
    }

    #[test]
    fn none_waits_for_ever() {
        let queue = Queue::new(1, 1, Duration::from_millis(1));
        let turn = queue.turn().unwrap();
        assert!(queue.turn().unwrap_err().contains("too long"));
        drop(turn);
        assert!(queue.turn().is_ok());
    }
}
