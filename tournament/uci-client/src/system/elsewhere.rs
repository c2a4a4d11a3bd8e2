//! The functions of `unix` on other systems, where no program plays.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::process::{Command, ExitStatus};
use std::time::Instant;

use super::ReadyStreams;
use crate::log::FailureKind;

/// File descriptors that a running program takes.
pub const DESCRIPTORS: u64 = 0;

/// The number of files that this process may have open at a time; `None`: no limit that would be met.
pub fn descriptor_limit() -> Option<u64> {
    None
}

/// Raises that limit: there is none.
pub fn raise_descriptor_limit() {}

/// True if [`kill_all`] has been called: never, since nothing runs that it could have killed.
pub fn interrupted() -> bool {
    false
}

/// Kills every running program: there is none.
pub fn kill_all() {}

/// No process.
#[derive(Debug)]
#[allow(missing_docs, reason = "none is ever called")]
pub struct NoProcess(Infallible);

#[allow(missing_docs, reason = "none is ever called")]
impl NoProcess {
    /// An error: programs are not started here yet.
    pub fn start(_command: Command) -> io::Result<NoProcess> {
        Err(io::Error::new(ErrorKind::Unsupported, "programs are run on Unix systems only"))
    }

    pub fn close_input(&mut self) {
        match self.0 {}
    }

    pub fn write_some(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    pub(crate) fn write(&mut self, _bytes: &[u8], _deadline: Instant) -> io::Result<()> {
        match self.0 {}
    }

    pub fn wait(&self, _is_awaited: bool, _deadline: Instant) -> io::Result<ReadyStreams> {
        match self.0 {}
    }

    pub(crate) fn id(&self) -> u32 {
        match self.0 {}
    }

    pub fn read(&mut self, _room: &mut [u8]) -> io::Result<usize> {
        match self.0 {}
    }

    pub fn read_complaints(&mut self, _room: &mut [u8]) -> usize {
        match self.0 {}
    }

    pub(crate) fn end_by(&mut self, _deadline: Instant) -> Option<ExitStatus> {
        match self.0 {}
    }

    pub fn await_end(&mut self, _deadline: Instant) -> Option<ExitStatus> {
        match self.0 {}
    }
}

pub(crate) fn ending(status: ExitStatus) -> (FailureKind, String) {
    (FailureKind::Exit, status.to_string())
}

pub(crate) fn is_shortage(_error: &io::Error) -> bool {
    false
}
