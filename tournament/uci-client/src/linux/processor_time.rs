//! Processor time of the processes of a program (Linux).

use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

/// Processor time of all living processes of a group; `None` if the system does not report it. It is
/// reported in hundredths of a second.
pub(crate) fn of_group(group: Pid) -> Option<Duration> {
    let group = group.as_raw_nonzero().get();
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let stats =
        processes.filter_map(|process| fs::read_to_string(process.path().join("stat")).ok());
    let ticks: Vec<u64> = stats.filter_map(|stat| ticks(&stat, group)).collect();
    let total = ticks.iter().sum::<u64>() as f64;
    let seconds = total / clock_ticks_per_second() as f64;
    (!ticks.is_empty()).then(|| Duration::from_secs_f64(seconds))
}

/// The clock ticks of a process and of its children that have ended, user and system, if it is of the group.
/// (proc(5): the name in parentheses, then state, ppid, pgrp; utime, stime, cutime and cstime are the twelfth
/// to the fifteenth after the name.)
fn ticks(stat: &str, group: i32) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut words = after_name.split_ascii_whitespace();
    let own: i32 = words.nth(2)?.parse().ok()?;
    let times = words.skip(8).take(4).map(str::parse::<u64>);
    let total = times.sum::<Result<u64, _>>().ok()?;
    (own == group).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_system() {
        let stat = "77 (a (strange) name) R 1 42 42 0 -1 4194304 100 0 0 0 25 7 3 1 20 0 1 0 5";
        assert_eq!(ticks(stat, 42), Some(36));
        assert_eq!(ticks(stat, 43), None);
        assert_eq!(ticks("nonsense", 1), None);
    }
}
