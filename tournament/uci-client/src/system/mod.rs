//! Programs, as the operating system starts and ends them: systems differ here, in [`linux`](crate::linux), and nowhere else in
//! this crate.
//!
//! `unix` has a `Process`, what becomes of running programs when the arena is interrupted, and the limits of a process.
//! `elsewhere` has the same functions for systems on which no program plays yet. A port to one replaces it.

#[cfg(any(not(unix), test))]
#[cfg_attr(unix, allow(dead_code, unreachable_pub))]
mod elsewhere;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use elsewhere::{DESCRIPTORS, descriptor_limit, interrupted, kill_all, raise_descriptor_limit};
#[cfg(not(unix))]
pub(crate) use elsewhere::{
    NoProcess as Process, NoStreams as ReadableStreams, describe, is_shortage, locate, was_killed,
};
#[cfg(unix)]
pub use unix::{DESCRIPTORS, descriptor_limit, interrupted, kill_all, raise_descriptor_limit};
#[cfg(unix)]
pub(crate) use unix::{Process, ReadableStreams, describe, is_shortage, locate, was_killed};
