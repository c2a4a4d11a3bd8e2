//! The connections of a server: a limited number, with the oldest closed first.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of connections.
const MOST: usize = 256;

/// The open connections, oldest first.
#[derive(Debug)]
pub(super) struct Connections {
    open: Mutex<(u64, BTreeMap<u64, Arc<TcpStream>>)>,
    most: usize,
}

/// A connection, which is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Connection<'c> {
    of: &'c Connections,
    number: u64,
    pub(super) stream: Arc<TcpStream>,
}

impl Connections {
    /// An empty set; the limit is below the system's number of descriptors, with some left for the store.
    pub(super) fn new() -> Self {
        #[cfg(unix)]
        let descriptors = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        #[cfg(not(unix))]
        let descriptors = None;
        let descriptors =
            descriptors.map_or(usize::MAX, |most| most.try_into().unwrap_or(usize::MAX));
        Self { open: Mutex::default(), most: (descriptors.saturating_sub(32) / 2).clamp(8, MOST) }
    }

    /// Adds a connection; if there are too many, the oldest is ended, which has had the most time.
    pub(super) fn add(&self, stream: TcpStream) -> Connection<'_> {
        if self.lock().1.len() >= self.most {
            self.end_oldest();
        }
        let stream = Arc::new(stream);
        let mut open = self.lock();
        let number = open.0;
        open.0 += 1;
        open.1.insert(number, Arc::clone(&stream));
        Connection { of: self, number, stream }
    }

    /// Ends the oldest one; its thread notices.
    pub(super) fn end_oldest(&self) {
        if let Some((_, oldest)) = self.lock().1.pop_first() {
            // It may have ended already.
            let _ = oldest.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Arc<TcpStream>>)> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.of.lock().1.remove(&self.number);
    }
}
