//! A problem of a configuration before its place in the file is known.

use super::error::Problem;
use super::place::Key;

/// A problem and the key that has it.
#[derive(Debug)]
pub(super) struct Located {
    pub(super) key: Key,
    pub(super) problem: Problem,
}

impl Located {
    pub(super) fn new<const N: usize>(key: [&str; N], problem: Problem) -> Self {
        let key = key.into_iter().map(str::to_owned).collect();
        Self { key, problem }
    }

    /// The problem of a key below the table `prefix`.
    pub(super) fn below<const N: usize>(mut self, prefix: [&str; N]) -> Self {
        let rest = std::mem::take(&mut self.key);
        self.key = prefix.into_iter().map(str::to_owned).collect();
        self.key.extend(rest);
        self
    }
}
