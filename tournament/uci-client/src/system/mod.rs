//! What the operating system does for programs: starts, pipes, waits and ends, and on Linux a few things more. Systems differ
//! here and nowhere else in this crate.
//!
//! `unix` has a `Process`, what becomes of running programs when the arena is interrupted, and the limits of a process.
//! `linux` has what other systems lack: processors of a thread, times on a run queue, programs that never outlive the arena.
//! Where they are missing `without_unix` and `without_linux` stand in, which have the same functions and do nothing: no program
//! plays there. A port to such a system replaces the first by a module that does it.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod unix;

#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(target_os = "linux", allow(dead_code, unreachable_pub))]
mod without_linux;
#[cfg(any(not(unix), test))]
#[cfg_attr(unix, allow(dead_code, unreachable_pub))]
mod without_unix;

#[cfg(target_os = "linux")]
pub(crate) use linux::{affinity, run_queue};
#[cfg(target_os = "linux")]
pub use linux::{become_program, launch_by_own_program};
#[cfg(unix)]
pub use unix::{DESCRIPTORS, descriptor_limit, interrupted, kill_all, raise_descriptor_limit};
#[cfg(unix)]
pub(crate) use unix::{Process, ReadableStreams, describe, is_shortage, locate, was_killed};
#[cfg(not(target_os = "linux"))]
pub(crate) use without_linux::{affinity, run_queue};
#[cfg(not(target_os = "linux"))]
pub use without_linux::{become_program, launch_by_own_program};
#[cfg(not(unix))]
pub use without_unix::{
    DESCRIPTORS, descriptor_limit, interrupted, kill_all, raise_descriptor_limit,
};
#[cfg(not(unix))]
pub(crate) use without_unix::{
    Process, ReadableStreams, describe, is_shortage, locate, was_killed,
};
