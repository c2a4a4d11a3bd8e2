//! The limits of the machine for a process: file descriptors above all, of which each program takes four.

use std::io;

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// File descriptors that a running program takes: its input, its output, its complaints, and the signal
/// of its end.
pub const DESCRIPTORS: u64 = 4;

/// Raises the limit on open files to the highest that the system allows this process.
pub fn raise_descriptor_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    // If refused it stays as it is; a need for more is reported later.
    setrlimit(Resource::Nofile, raised).ok();
}

/// The number of files that this process may have open at a time; `None`: unlimited.
#[must_use]
pub fn descriptor_limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// True if the machine lacks what a new process needs: descriptors, processes or memory.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
    let lacking = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    Errno::from_io_error(error).is_some_and(|errno| lacking.contains(&errno))
}
