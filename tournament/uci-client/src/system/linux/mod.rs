//! What Linux has beyond other Unix systems.

pub(crate) mod affinity;
mod launcher;
pub(crate) mod processor_time;
pub(crate) mod run_queue;
pub(crate) mod strays;

pub(crate) use launcher::command;
pub use launcher::{become_program, launch_by_own_program};
