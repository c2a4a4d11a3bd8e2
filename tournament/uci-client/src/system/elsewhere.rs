//! The functions of `unix` on other systems, where no program plays.

use std::convert::Infallible;
use std::io::{self, ErrorKind, PipeReader};
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

macro_rules! never_called {
    ($($vis:vis fn $name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        #[allow(missing_docs, reason = "none is ever called")]
        impl NoProcess {
            /// An error: programs are not started here yet.
            pub fn start(_command: Command) -> io::Result<NoProcess> {
                Err(io::Error::new(ErrorKind::Unsupported, "programs are run on Unix systems only"))
            }

            $($vis fn $name(&self, $(_: $argument),*) $(-> $result)? {
                match self.0 {}
            })*
        }
    };
}

never_called! {
    pub fn close_input();
    pub fn write_some(&[u8]) -> io::Result<usize>;
    pub(crate) fn write(&[u8], Instant) -> io::Result<()>;
    pub fn wait(bool, Instant) -> io::Result<ReadyStreams>;
    pub fn id() -> u32;
    pub fn read(&mut [u8]) -> io::Result<usize>;
    pub fn read_complaints(&mut [u8]) -> usize;
    pub(crate) fn release_by(Option<PipeReader>);
    pub(crate) fn end_by(Instant) -> Option<ExitStatus>;
    pub fn await_end(Instant) -> Option<ExitStatus>;
}

pub(crate) fn ending(status: ExitStatus) -> (FailureKind, String) {
    (FailureKind::Exit, status.to_string())
}

pub(crate) fn is_shortage(_error: &io::Error) -> bool {
    false
}
