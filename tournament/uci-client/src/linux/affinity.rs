//! The processors that a thread runs on.

use std::io;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// More processors than a mask of the system has room for.
const MOST: usize = 1024;

/// The processors that this thread may use.
pub(crate) fn allowed() -> Vec<usize> {
    let set = sched_getaffinity(None).unwrap_or_default();
    (0..MOST).filter(|&processor| set.is_set(processor)).collect()
}

/// From now on this thread runs on these alone.
pub(crate) fn pin(processors: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for &processor in processors {
        set.set(processor);
    }
    Ok(sched_setaffinity(None, &set)?)
}

/// Does something on these processors, and lets the thread run where it ran before.
pub(crate) fn during<T>(
    processors: &[usize],
    act: impl FnOnce() -> io::Result<T>,
) -> io::Result<T> {
    let before = sched_getaffinity(None)?;
    pin(processors)?;
    let done = act();
    sched_setaffinity(None, &before)?;
    done
}
