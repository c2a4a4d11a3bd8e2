//! The connections of a server: a limited number, with the oldest ended first, which has had the most time.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const MAX_CONNECTIONS: usize = 64;

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
