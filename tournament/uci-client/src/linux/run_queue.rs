//! The time that threads were ready to run while the system ran others.

use std::fs;
use std::path::Path;
use std::time::Duration;

/// A script that starts an engine is its parent, and may have a parent script.
const GENERATIONS: usize = 3;

/// Of the current thread.
pub(crate) fn of_this_thread() -> Option<Duration> {
    waited("/proc/thread-self/schedstat")
}

/// Of all threads of a process and of its children, by their numbers.
pub(crate) fn of_process(process: u32) -> Vec<(u32, Duration)> {
    let mut threads = Vec::new();
    add_process(process, GENERATIONS, &mut threads);
    threads
}

fn add_process(process: u32, generations: usize, threads: &mut Vec<(u32, Duration)>) {
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    for task in tasks.into_iter().flatten().flatten() {
        let path = task.path();
        let number = task.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some((number, time)) = number.zip(waited(path.join("schedstat"))) {
            threads.push((number, time));
        }
        if generations > 1 {
            let children = fs::read_to_string(path.join("children")).unwrap_or_default();
            for child in children.split_ascii_whitespace().filter_map(|child| child.parse().ok()) {
                add_process(child, generations - 1, threads);
            }
        }
    }
}

/// The second number of a `schedstat`: nanoseconds on a run queue (Linux, Documentation/scheduler/sched-stats.rst).
fn waited(path: impl AsRef<Path>) -> Option<Duration> {
    let text = fs::read_to_string(path).ok()?;
    let nanoseconds = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
