//! Programs that do not outlive the process that started them, however it ends (Linux).
//!
//! The kernel sends a signal to a process whose parent dies, if the process itself has requested that. A
//! foreign program does not. So our own program is started in its place, requests it, and becomes the other: the request
//! stays in force.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, id};
use std::sync::OnceLock;

use rustix::process::{Signal, getppid, set_parent_process_death_signal};

use super::strays;

/// The program that runs, even if its file was replaced since.
const OWN_PROGRAM: &str = "/proc/self/exe";

/// The argument with which our own program is started to become another one.
static ARGUMENT: OnceLock<&'static str> = OnceLock::new();

/// From now on programs are started by way of our own one: it is started with `argument`, our process
/// number, the other program and its arguments, and must pass them on to [`become_program`]. Orphans of
/// these programs become our children, and are killed.
pub fn launch_by_own_program(argument: &'static str) {
    ARGUMENT.get_or_init(|| argument);
    strays::adopt();
}

/// Becomes `program`, which is killed when the process `parent` ends. Returns only if that cannot be.
pub fn become_program(parent: u32, program: &OsStr, args: &[OsString]) -> io::Error {
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    // It may have ended before.
    let now = getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
    if now != Some(parent) {
        return io::Error::other("the process that started it has ended");
    }
    Command::new(program).args(args).exec()
}

/// The command that starts `program`.
pub(crate) fn command(program: &Path) -> Command {
    let Some(argument) = ARGUMENT.get() else {
        return Command::new(program);
    };
    let mut command = Command::new(OWN_PROGRAM);
    command.arg(argument).arg(id().to_string()).arg(program);
    command
}
