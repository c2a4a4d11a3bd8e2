//! The memory that is available.

use std::fs;

/// Bytes that can be taken without anything being put out of memory or ended, by the system's own
/// estimate; `None` where the system has none (elsewhere than on Linux).
pub fn available() -> Option<u64> {
    let machine = kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    let group = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?;
        text.trim().parse().ok()
    };
    // A container may have less than its machine.
    let container = group("max").zip(group("current"));
    let container = container.map(|(most, taken)| most.saturating_sub(taken));
    // So may this process (`ulimit -v`).
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space")?.split_whitespace().next());
    let taken = kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    let process = limit.and_then(|limit| Some(limit.parse::<u64>().ok()?.saturating_sub(taken)));
    [container, process].into_iter().flatten().chain([machine]).min()
}

/// Bytes by the line of this name in a table of the system.
fn kilobytes(table: &str, name: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_system_is_read() {
        let text = "MemTotal:       8 kB\nMemAvailable:    6789 kB\nBuffers: 1 kB\n";
        assert_eq!(kilobytes(text, "MemAvailable:"), Some(6789 * 1024));
        assert_eq!(kilobytes("MemTotal: 8 kB\n", "MemAvailable:"), None);
    }
}
