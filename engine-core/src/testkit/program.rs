//! Engine programs as a shell runs them, and assertions about what they print.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The output of a program for this input, at the end of which it leaves.
///
/// # Panics
/// If it cannot be run.
pub fn output_of(program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    // It may leave without reading.
    stdin.write_all(input.as_ref()).ok();
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Its standard output as text.
pub fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Assertions that show the whole text if they fail.
pub trait Contents {
    /// Asserts that each of these is in the text.
    fn must_have(&self, parts: &[&str]);
    /// Asserts that none of these is.
    fn must_lack(&self, parts: &[&str]);
}

impl Contents for str {
    #[track_caller]
    fn must_have(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.contains(part), "{part:?} is not in this:\n{self}");
        }
    }

    #[track_caller]
    fn must_lack(&self, parts: &[&str]) {
        for part in parts {
            assert!(!self.contains(part), "{part:?} is in this:\n{self}");
        }
    }
}
