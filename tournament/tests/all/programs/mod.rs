//! UCI programs in the arena: good ones, bad ones, and the messages about them.

mod engine;
pub(crate) mod evaluations;
mod failures;
mod identities;
#[cfg(feature = "full")]
pub(crate) mod languages;
mod starts;
mod stops;

pub(crate) use crate::common::*;

use std::fs;

pub(crate) fn folder_with(config: &str) -> Folder {
    folder_of("t.toml", config)
}

/// A program of the test's; `keys` are further lines.
pub(crate) fn engine(name: &str, arguments: &str, keys: &str) -> String {
    let program = TEST_ENGINE;
    let words: Vec<&str> = arguments.split_whitespace().collect();
    format!("[[engine]]\nname = {name:?}\ncommand = {program:?}\nargs = {words:?}\n{keys}\n")
}

/// A shell that runs a script.
pub(crate) fn shell(name: &str, script: &str, keys: &str) -> String {
    format!("[[engine]]\nname = {name:?}\ncommand = \"sh\"\nargs = [\"-c\", {script:?}]\n{keys}\n")
}

pub(crate) fn gauntlet(pairs: u32, engines: &[String]) -> String {
    let head = format!(
        "run = {{ name = \"t\", format = \"gauntlet\", pairs = {pairs} }}\n\
         limits = {{ nodes = 100 }}\nadjudication = {{ max_moves = 30 }}\n"
    );
    head + &engines.concat()
}

/// The number of processes that have this text in their environment.
#[cfg(target_os = "linux")]
pub(crate) fn with_environment(mark: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let all = entries.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    all.filter(|all| String::from_utf8_lossy(all).contains(mark)).count()
}
