//! What the machine gives a process: file descriptors above all, of which each program takes four.

use std::io;

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// File descriptors that a running program takes: its input, its output, its complaints, and what tells
/// of its end.
pub const DESCRIPTORS: u64 = 4;

/// Raises the limit on open files to the highest that the system allows this process.
pub fn raise_descriptor_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    // Refused, it stays as it is, and whoever needs more is told so.
    setrlimit(Resource::Nofile, raised).ok();
}

/// How many files this process may have open at a time; `None`: as many as it likes.
#[must_use]
pub fn descriptor_limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// Whether the machine lacks what a new process needs: descriptors, processes or memory.
pub(super) fn is_shortage(error: &io::Error) -> bool {
    let lacking = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    Errno::from_io_error(error).is_some_and(|errno| lacking.contains(&errno))
}
