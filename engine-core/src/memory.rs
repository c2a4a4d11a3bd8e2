//! The memory that is available.

use std::fs;

/// Bytes that can be taken without anything being put out of memory or ended, by the system's own
/// estimate; `None` where the system has none (elsewhere than on Linux).
pub fn available() -> Option<u64> {
    let machine = of_machine(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let group = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?;
        text.trim().parse().ok()
    };
    // A container may have less than its machine.
    let container = group("max").zip(group("current"));
    let container = container.map(|(most, taken)| most.saturating_sub(taken));
    Some(container.map_or(machine, |container| container.min(machine)))
}

fn of_machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_system_is_read() {
        let text = "MemTotal:       8 kB\nMemAvailable:    6789 kB\nBuffers: 1 kB\n";
        assert_eq!(of_machine(text), Some(6789 * 1024));
        assert_eq!(of_machine("MemTotal: 8 kB\n"), None);
    }
}
