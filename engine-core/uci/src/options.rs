//! The options that every engine has, whatever its evaluator.

use std::time::Duration;

use engine_core::limits;
use engine_core::options::OptionInfo;

/// Table size in MiB: default and limits.
pub(super) const HASH: (u64, u64, u64) = (16, 1, 65_536);
/// Move overhead in milliseconds: default and limits.
pub(super) const OVERHEAD: (u64, u64, u64) = (limits::OVERHEAD.as_millis() as u64, 0, 10_000);

/// Threads that search: default and limits.
pub(super) const THREADS: (u64, u64, u64) = (1, 1, 256);

/// An option of the engine itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineOption {
    /// A table of so many MiB.
    Hash(usize),
    /// Forget everything.
    ClearHash,
    /// Time for what happens outside the search.
    Overhead(Duration),
    /// Whether the search learns how far static values are off.
    Correction(bool),
    /// So many threads search.
    Threads(usize),
}

/// The `option` lines, the evaluator's at the end.
pub(super) fn lines(of_evaluator: &[OptionInfo]) -> Vec<String> {
    let spin = |name: &str, (default, min, max): (u64, u64, u64)| {
        format!("option name {name} type spin default {default} min {min} max {max}")
    };
    let mut lines = vec![
        spin("Hash", HASH),
        "option name Clear Hash type button".to_owned(),
        spin("Threads", THREADS),
        spin("Move Overhead", OVERHEAD),
        "option name Correction History type check default false".to_owned(),
    ];
    for option in of_evaluator {
        lines.push(format!("option name {} {}", option.name, option.kind));
    }
    lines
}

/// Reads an option of the engine itself; `None` if there is none of this name.
pub(super) fn engine_option(name: &str, value: &str) -> Option<Result<EngineOption, String>> {
    let number = |(_, min, max): (u64, u64, u64)| match value.parse::<u64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(format!(
            "{name} takes a number from {min} to {max}, not \"{value}\""
        )),
    };
    let option = match name.to_ascii_lowercase().as_str() {
        "hash" => number(HASH).map(|megabytes| EngineOption::Hash(megabytes as usize)),
        "clear hash" => Ok(EngineOption::ClearHash),
        "threads" => number(THREADS).map(|threads| EngineOption::Threads(threads as usize)),
        "correction history" => match value {
            "true" => Ok(EngineOption::Correction(true)),
            "false" => Ok(EngineOption::Correction(false)),
            _ => Err(format!("{name} takes true or false, not \"{value}\"")),
        },
        "move overhead" => {
            number(OVERHEAD).map(|ms| EngineOption::Overhead(Duration::from_millis(ms)))
        }
        _ => return None,
    };
    Some(option)
}
