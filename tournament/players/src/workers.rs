//! The threads that searches run on, many at a time.

use engine_core::search::STACK;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The system gave no threads.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {message}; try a smaller --threads")]
pub struct ThreadsError {
    /// The number of threads requested.
    threads: usize,
    /// The error message of the system.
    message: String,
}

/// `threads` workers with room for any search.
pub fn workers(threads: usize) -> Result<ThreadPool, ThreadsError> {
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    builder.build().map_err(|error| ThreadsError { threads, message: error.to_string() })
}
