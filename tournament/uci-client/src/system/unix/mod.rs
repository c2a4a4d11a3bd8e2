//! Programs on Unix systems.

mod live;
mod locate;
mod process;
mod resources;

pub use live::{interrupted, kill_all};
pub(crate) use locate::locate;
pub(crate) use process::{Process, ReadableStreams, describe, was_killed};
pub(crate) use resources::is_shortage;
pub use resources::{DESCRIPTORS, descriptor_limit, raise_descriptor_limit};
