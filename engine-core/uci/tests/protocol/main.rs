//! An engine program as its users meet it: a GUI, a shell, a program that reads JSON, OpenBench.

#![allow(clippy::unwrap_used)]

mod go;
mod program;
mod session;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const ENGINE: &str = env!("CARGO_BIN_EXE_protocol-engine");
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    engine_core::testkit::rows(include_str!("tables.tsv"), table)
}

/// A running engine, spoken to line by line as a GUI does.
struct Gui {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Gui {
    fn start() -> Gui {
        Gui::start_by(Command::new(ENGINE))
    }

    fn start_by(mut command: Command) -> Gui {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        Gui { to: child.stdin.take().unwrap(), from: BufReader::new(child.stdout.take().unwrap()), child }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    /// The lines up to one that starts with `word`, which comes last.
    fn until(&mut self, word: &str) -> Vec<String> {
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
    fn request(&mut self, line: &str, word: &str) -> Vec<String> {
        self.send(line);
        self.until(word)
    }

    /// Passes if no move comes before the engine is ready.
    #[track_caller]
    fn must_wait(&mut self) {
        let before = self.request("isready", "readyok");
        let moved = before.iter().any(|line| line.starts_with("bestmove"));
        assert!(!moved, "{before:?}");
    }

    /// Ends the engine, which leaves without complaint.
    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// Kilobytes of a process's memory, by this key of the system; `None` where that is not known.
#[cfg(target_os = "linux")]
fn memory(process: &Child, key: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix(key))?;
    size.trim().trim_end_matches(" kB").parse().ok()
}

/// The word after `key`.
fn word<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    line.split(' ').skip_while(|word| *word != key).nth(1)
}

/// The move of the last line, after an `info` line with a score.
fn best_move(lines: &[String]) -> &str {
    let [.., info, last] = lines else { panic!("too few lines: {lines:?}") };
    assert!(info.starts_with("info depth") && info.contains(" score "), "{info}");
    word(last, "bestmove").unwrap()
}

/// storm.py sends damaged lines, and ends with what is wrong.
#[test]
fn it_weathers_the_storm() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol/storm.py");
    // Without Python there is nothing to test.
    if let Ok(output) = Command::new("python3").args([script, ENGINE]).output() {
        assert!(output.status.success(), "{output:?}");
    }
}
