//! A GUI that drives the engine binary over pipes.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running engine, spoken to line by line.
pub(crate) struct Gui {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Gui {
    pub(crate) fn start() -> Gui {
        Gui::start_by(Command::new(env!("CARGO_BIN_EXE_michniewski")))
    }

    /// Starts the engine by another command.
    pub(crate) fn start_by(mut command: Command) -> Gui {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        Gui {
            to: child.stdin.take().unwrap(),
            from: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    /// The lines up to one that starts with `word`, which comes last.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.from.read_line(&mut line).unwrap();
            assert_ne!(length, 0, "no {word} in {lines:?}");
            lines.push(line.trim_end().to_owned());
            if lines[lines.len() - 1].starts_with(word) {
                return lines;
            }
        }
    }

    /// Sends `line`; the lines up to one that starts with `word`.
    pub(crate) fn request(&mut self, line: &str, word: &str) -> Vec<String> {
        self.send(line);
        self.until(word)
    }

    /// Passes if no move comes before the engine is ready.
    #[track_caller]
    pub(crate) fn must_wait(&mut self) {
        let before = self.request("isready", "readyok");
        let moved = before.iter().any(|line| line.starts_with("bestmove"));
        assert!(!moved, "{before:?}");
    }

    /// Ends the engine, which leaves without complaint.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }

    /// Kilobytes of its memory, by this key of the system.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self, key: &str) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).unwrap();
        let size = status.lines().find_map(|line| line.strip_prefix(key));
        size.unwrap().trim().trim_end_matches(" kB").parse().unwrap()
    }
}
