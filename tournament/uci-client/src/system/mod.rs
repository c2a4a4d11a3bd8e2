//! Programs, as the operating system starts and ends them: systems differ here, in `linux`, and nowhere else in this
//! crate.
//!
//! `unix` has a `Process`, what becomes of running programs when the arena is interrupted, and the limits of a process.
//! `elsewhere` has the same functions for systems on which no program plays yet. A port to one replaces it.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod live;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use elsewhere::{DESCRIPTORS, descriptor_limit, interrupted, kill_all, raise_descriptor_limit};
#[cfg(not(unix))]
pub(crate) use elsewhere::{
    NoProcess as Process, NoStreams as ReadableStreams, describe, is_shortage, was_killed,
};
#[cfg(unix)]
pub use live::{interrupted, kill_all};
#[cfg(unix)]
pub use unix::{DESCRIPTORS, descriptor_limit, raise_descriptor_limit};
#[cfg(unix)]
pub(crate) use unix::{Process, ReadableStreams, describe, is_shortage, was_killed};

#[cfg(not(target_os = "linux"))]
mod not_linux {
    use std::ffi::{OsStr, OsString};
    use std::io::{self, ErrorKind};

    /// Programs are started as they are.
    pub fn launch_by_own_program(_argument: &'static str) {}

    /// An error: nothing calls it where programs are started as they are.
    pub fn become_program(_parent: u32, _program: &OsStr, _args: &[OsString]) -> io::Error {
        ErrorKind::Unsupported.into()
    }
}

#[cfg(not(target_os = "linux"))]
pub use not_linux::{become_program, launch_by_own_program};
