//! The same functions on other systems, which do none of this.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};

/// Programs are started as they are.
pub fn launch_by_own_program(_argument: &'static str) {}

/// An error: nothing calls it where programs are started as they are.
pub fn become_program(_parent: u32, _program: &OsStr, _args: &[OsString]) -> io::Error {
    ErrorKind::Unsupported.into()
}

/// The processors that a thread runs on cannot be chosen.
pub(crate) mod affinity {
    use std::io::{self, ErrorKind};

    pub(crate) fn allowed() -> Vec<usize> {
        Vec::new()
    }

    pub(crate) fn pin(_processors: &[usize]) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(crate) fn during<T>(
        _processors: &[usize],
        act: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        act()
    }
}

/// Times on a run queue are not reported.
pub(crate) mod run_queue {
    use std::time::Duration;

    pub(crate) fn of_this_thread() -> Option<Duration> {
        None
    }

    pub(crate) fn of_process(_process: u32) -> Vec<(u32, Duration)> {
        Vec::new()
    }
}
