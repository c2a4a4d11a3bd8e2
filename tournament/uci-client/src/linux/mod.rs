//! What Linux has beyond other systems: processors of a thread, times on a run queue, programs that never outlive the arena.
//! Elsewhere these functions do nothing.

#[cfg(target_os = "linux")]
pub(crate) mod affinity;
#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(target_os = "linux", allow(dead_code, unreachable_pub))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod launcher;
#[cfg(target_os = "linux")]
pub(crate) mod processor_time;
#[cfg(target_os = "linux")]
pub(crate) mod run_queue;
#[cfg(target_os = "linux")]
pub(crate) mod strays;

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::{affinity, run_queue};
#[cfg(not(target_os = "linux"))]
pub use elsewhere::{become_program, launch_by_own_program};
#[cfg(target_os = "linux")]
pub(crate) use launcher::command;
#[cfg(target_os = "linux")]
pub use launcher::{become_program, launch_by_own_program};
