//! Processor time of the running thread.

use std::time::Duration;

/// The processor time of this thread so far; `None` if the system does not report it.
pub fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.try_into().ok()
    }
    #[cfg(not(unix))]
    None
}
