//! Programs, as the operating system starts and ends them: systems differ here, in `linux`, and nowhere else in this
//! crate, except for the times that threads waited for a processor, where `/proc` has them.
//!
//! `unix` has a `Process`, what becomes of running programs when the arena is interrupted, and the limits of a process.
//! `elsewhere` has the same functions for systems on which no program plays yet. A port to one replaces it.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::fs;
use std::path::Path;
use std::time::Duration;

#[cfg(not(unix))]
pub use elsewhere::{
    DESCRIPTORS, NoProcess as Process, descriptor_limit, interrupted, kill_all, raise_descriptor_limit,
};
#[cfg(not(unix))]
pub(crate) use elsewhere::{ending, is_shortage};
#[cfg(unix)]
pub use unix::{DESCRIPTORS, Process, descriptor_limit, interrupted, kill_all, raise_descriptor_limit};
#[cfg(unix)]
pub(crate) use unix::{ending, is_shortage};

/// The streams of a program that can be read without waiting: its output and its standard error.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct ReadyStreams {
    pub output: bool,
    pub complaints: bool,
}

#[cfg(not(target_os = "linux"))]
mod not_linux {
    use std::ffi::{OsStr, OsString};
    use std::io::{self, ErrorKind};
    use std::path::Path;
    use std::process::Command;

    /// Programs are started as they are.
    pub fn launch_through_self(_argument: &'static str) {}

    /// A command that starts `program`.
    pub fn command(program: &Path) -> Command {
        Command::new(program)
    }

    /// Nothing: nothing calls it where programs are started as they are.
    pub fn watch(_arena: u32) {}

    /// An error: nothing calls it where programs are started as they are.
    pub fn become_program(_parent: u32, _program: &OsStr, _args: &[OsString]) -> io::Error {
        ErrorKind::Unsupported.into()
    }
}

#[cfg(not(target_os = "linux"))]
pub use not_linux::{become_program, command, launch_through_self, watch};

/// A script that starts an engine is its parent, and may have a parent script.
const GENERATIONS: usize = 3;

/// The time that each thread of a player has waited for a processor since it began, at some moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WaitTimes(Vec<(u32, Duration)>);

impl WaitTimes {
    /// Of one thread, for which the time is known.
    pub fn of_thread(thread: u32, time: Duration) -> Self {
        Self(vec![(thread, time)])
    }

    /// Of the current thread; `None` if the system does not report it.
    pub fn of_current_thread() -> Option<Self> {
        scheduled("/proc/thread-self/schedstat", WAITED).map(|time| Self::of_thread(0, time))
    }

    /// Of all threads of a process and of its children; `None` if the system does not report it.
    pub fn of_process(process: u32) -> Option<Self> {
        let mut threads = Vec::new();
        add_process(process, GENERATIONS, WAITED, &mut threads);
        (!threads.is_empty()).then_some(Self(threads))
    }

    /// The longest that one of the threads has waited since `before`: others may have run meanwhile.
    pub fn since(&self, before: &Self) -> Duration {
        let waited = self.0.iter().map(|(thread, now)| {
            let then = before.0.iter().find(|(other, _)| other == thread);
            now.saturating_sub(then.map_or(Duration::ZERO, |(_, then)| *then))
        });
        waited.max().unwrap_or_default()
    }
}

/// The time for which the threads of a process and of its children have run so far; zero if the system does not report it.
pub fn busy_time(process: u32) -> Duration {
    let mut threads = Vec::new();
    add_process(process, GENERATIONS, RAN, &mut threads);
    threads.into_iter().map(|(_, time)| time).sum()
}

fn add_process(process: u32, generations: usize, column: usize, threads: &mut Vec<(u32, Duration)>) {
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    for task in tasks.into_iter().flatten().flatten() {
        let path = task.path();
        let number = task.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some((number, time)) = number.zip(scheduled(path.join("schedstat"), column)) {
            threads.push((number, time));
        }
        if generations > 1 {
            let children = fs::read_to_string(path.join("children")).unwrap_or_default();
            for child in children.split_ascii_whitespace().filter_map(|child| child.parse().ok()) {
                add_process(child, generations - 1, column, threads);
            }
        }
    }
}

/// Columns of a `schedstat`: nanoseconds on a processor and on a run queue (Linux, Documentation/scheduler/sched-stats.rst).
const RAN: usize = 0;
const WAITED: usize = 1;

fn scheduled(path: impl AsRef<Path>, column: usize) -> Option<Duration> {
    let text = fs::read_to_string(path).ok()?;
    let nanoseconds = text.split_ascii_whitespace().nth(column)?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wait_of_a_thread_counts() {
        let at = |times: &[(u32, u64)]| {
            let times = times.iter();
            WaitTimes(times.map(|&(thread, time)| (thread, Duration::from_millis(time))).collect())
        };
        let before = at(&[(1, 100), (2, 5)]);
        let after = at(&[(1, 130), (2, 45), (3, 7)]);
        assert_eq!(after.since(&before), Duration::from_millis(40));
        assert_eq!(at(&[]).since(&before), Duration::ZERO);
    }
}
