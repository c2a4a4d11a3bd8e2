//! Processes that a program leaves behind: those that it started and that have left its group (Linux).
//!
//! The orphans of our programs are made our children, and each has the mark of its program in its
//! environment.

use std::fs;
use std::process::{Command, id};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpgid, waitpid,
};

/// The environment variable with the mark.
const VARIABLE: &str = "ARENA_PROGRAM";
/// The longest wait for those that were killed.
const BURIAL: Duration = Duration::from_millis(200);

/// The number of the next program's mark.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The mark of a program's processes.
#[derive(Debug, Clone)]
pub(crate) struct Mark(String);

impl Mark {
    /// Puts a new mark into the environment of what `command` starts.
    pub(crate) fn put(command: &mut Command) -> Mark {
        let mark = format!("{}-{}", id(), NEXT.fetch_add(1, Relaxed));
        command.env(VARIABLE, &mark);
        Mark(mark)
    }

    fn is_on(&self, pid: Pid) -> bool {
        let own = format!("{VARIABLE}={}", self.0);
        variables(pid).any(|variable| variable == own.as_bytes())
    }
}

/// The environment that a process was started with.
fn variables(pid: Pid) -> impl Iterator<Item = Vec<u8>> {
    let path = format!("/proc/{}/environ", pid.as_raw_nonzero());
    let environment = fs::read(path).unwrap_or_default();
    let variables: Vec<Vec<u8>> = environment
        .split(|&byte| byte == 0)
        .map(<[u8]>::to_vec)
        .collect();
    variables.into_iter()
}

/// Has orphans come to this process.
pub(crate) fn adopt() {
    // If refused, they go where they always went.
    set_child_subreaper(Some(getpid())).ok();
}

/// Kills and buries what is left of a program that has ended and whose group was killed.
pub(crate) fn end(group: Pid, mark: &Mark) {
    let patience = Instant::now() + BURIAL;
    loop {
        while let Ok(Some(_)) = waitpgid(group, WaitOptions::NOHANG) {}
        let strays = kill(|pid| mark.is_on(pid));
        // Not an error: a process of the group lives or is not buried yet.
        let group_left = waitpgid(group, WaitOptions::NOHANG).is_ok();
        if strays == 0 && !group_left || Instant::now() > patience {
            return;
        }
        sleep(Duration::from_millis(1));
    }
}

/// Kills what all programs leave behind, whose groups were killed; for a process that is about to end.
pub(crate) fn end_all() {
    let own = format!("{VARIABLE}={}-", id());
    let is_ours = |pid| variables(pid).any(|variable| variable.starts_with(own.as_bytes()));
    let patience = Instant::now() + BURIAL;
    while kill(is_ours) > 0 && Instant::now() < patience {
        sleep(Duration::from_millis(1));
    }
}

/// Kills and buries those of our children that are `meant`; returns their number.
fn kill(meant: impl Fn(Pid) -> bool) -> usize {
    let strays: Vec<Pid> = children().filter(|&pid| meant(pid)).collect();
    for &stray in &strays {
        kill_process(stray, Signal::KILL).ok();
        waitpid(Some(stray), WaitOptions::NOHANG).ok();
    }
    strays.len()
}

/// Our children, as far as the system lists them.
fn children() -> impl Iterator<Item = Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
    let lists = threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| {
        let pids = list.split_ascii_whitespace();
        pids.filter_map(|pid| Pid::from_raw(pid.parse().ok()?))
            .collect::<Vec<_>>()
    })
}
