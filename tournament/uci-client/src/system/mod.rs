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
        waited("/proc/thread-self/schedstat").map(|time| Self::of_thread(0, time))
    }

    /// Of all threads of a process and of its children; `None` if the system does not report it.
    pub fn of_process(process: u32) -> Option<Self> {
        let mut threads = Vec::new();
        add_process(process, GENERATIONS, &mut threads);
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

/// The processor time of a process so far, of its children and of what both have ended; `None` if the system does not
/// report it. Kept in hundredths of a second, so that short stretches add up to the right sum, but are coarse themselves.
pub fn busy_time(process: u32) -> Option<Duration> {
    family_time(process, GENERATIONS).map(|ticks| Duration::from_millis(10 * ticks))
}

/// In ticks, a hundred to a second wherever Linux runs on what people have.
fn family_time(process: u32, generations: usize) -> Option<u64> {
    /// The places behind the name of its time and of that of its children that have ended, for programs and for the
    /// kernel; see proc_pid_stat(5).
    const TIMES: std::ops::Range<usize> = 11..15;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    let own: u64 = fields.get(TIMES)?.iter().filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    let children = if generations > 1 { children(process) } else { Vec::new() };
    Some(own + children.into_iter().filter_map(|child| family_time(child, generations - 1)).sum::<u64>())
}

fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
    lists.flat_map(|list| list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect()
}

fn add_process(process: u32, generations: usize, threads: &mut Vec<(u32, Duration)>) {
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    for task in tasks.into_iter().flatten().flatten() {
        let number = task.file_name().to_str().and_then(|name| name.parse().ok());
        threads.extend(number.zip(waited(task.path().join("schedstat"))));
    }
    if generations > 1 {
        children(process).into_iter().for_each(|child| add_process(child, generations - 1, threads));
    }
}

/// The time on a run queue, the second column of a `schedstat` (Linux, Documentation/scheduler/sched-stats.rst).
fn waited(path: impl AsRef<Path>) -> Option<Duration> {
    let text = fs::read_to_string(path).ok()?;
    let nanoseconds = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
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
