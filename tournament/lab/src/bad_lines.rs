//! Invalid lines of a file, for a message.

use std::fmt::{Debug, Display, Write as _};

/// A message names this many bad lines and counts the rest.
const NAMED: usize = 10;

/// A line with a fault.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: {fault}")]
pub struct BadLine<F: Debug + Display> {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: F,
}

/// Lines with faults. The first ones are known, the others are counted.
#[derive(Debug)]
pub struct BadLines<F: Debug + Display> {
    named: Vec<BadLine<F>>,
    count: usize,
}

impl<F: Debug + Display> BadLines<F> {
    /// No lines.
    #[must_use]
    pub fn none() -> Self {
        Self { named: Vec::new(), count: 0 }
    }

    /// The number of them.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn add(&mut self, line: impl FnOnce() -> BadLine<F>) {
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(line());
        }
    }

    /// The message: lines that are not `what`, and the remedy with what else can be done.
    pub(crate) fn message(&self, what: &str, or_else: &str) -> String {
        if let ([line], 1) = (&self.named[..], self.count) {
            return format!("{line}; correct the line or remove it{or_else}");
        }
        let count = self.count;
        let mut text =
            format!("{count} lines are not {what}; correct them or remove them{or_else}");
        for line in &self.named {
            // Writing into a text cannot fail.
            write!(text, "\n  {line}").ok();
        }
        if count > self.named.len() {
            write!(text, "\n  and {} more", count - self.named.len()).ok();
        }
        text
    }
}
