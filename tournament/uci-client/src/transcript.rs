//! The last lines exchanged with a program, for finding out what went wrong.

use crate::log::{EngineLog, LineSource, printable};

const LINES: usize = 24;
/// Bytes kept of a line's beginning and of its end.
const HEAD: usize = 100;
const TAIL: usize = 100;

#[derive(Debug, Default)]
struct Entry {
    source: LineSource,
    head: Vec<u8>,
    /// Bytes left out between head and tail.
    gap: usize,
    tail: Vec<u8>,
}

/// A ring of lines. After the first round nothing is allocated any more.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    entries: Vec<Entry>,
    /// The entry that is overwritten next, once all are in use.
    next: usize,
    /// The copy of all lines.
    log: Option<EngineLog>,
}

impl Transcript {
    pub(super) fn copy_to(&mut self, log: Option<EngineLog>) {
        self.log = log;
    }

    pub(super) fn add(&mut self, source: LineSource, line: &[u8]) {
        if let Some(log) = &self.log {
            log.add(source, line);
        }
        if self.entries.len() < LINES {
            self.entries.push(Entry::default());
            self.next = self.entries.len() - 1;
        }
        let entry = &mut self.entries[self.next];
        self.next = (self.next + 1) % LINES;
        entry.source = source;
        let head = &line[..line.len().min(HEAD)];
        let tail = &line[head.len().max(line.len().saturating_sub(TAIL))..];
        entry.gap = line.len() - head.len() - tail.len();
        entry.head.clear();
        entry.head.extend_from_slice(head);
        entry.tail.clear();
        entry.tail.extend_from_slice(tail);
    }

    /// The lines, oldest first: `> ` lines sent, `< ` lines received, `! ` lines
    /// on its standard error. Bytes that are no text are written as `\xff`.
    pub(super) fn lines(&self) -> Vec<String> {
        let first = if self.entries.len() < LINES { 0 } else { self.next };
        let (late, early) = self.entries.split_at(first);
        early.iter().chain(late).map(Entry::text).collect()
    }
}

impl Entry {
    fn text(&self) -> String {
        let mark = self.source.mark();
        let gap = match self.gap {
            0 => String::new(),
            gap => format!(" [{gap} bytes] "),
        };
        format!("{mark} {}{gap}{}", printable(&self.head), printable(&self.tail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_in_their_order() {
        let mut transcript = Transcript::default();
        transcript.add(LineSource::Arena, b"uci");
        assert_eq!(transcript.lines(), ["> uci"]);
        for number in 0..LINES + 5 {
            transcript.add(LineSource::Program, format!("info depth {number}").as_bytes());
        }
        let lines = transcript.lines();
        assert_eq!(lines.len(), LINES);
        assert_eq!(lines[0], "< info depth 5");
        assert_eq!(lines[LINES - 1], format!("< info depth {}", LINES + 4));
    }

    #[test]
    fn long_lines_and_strange_bytes() {
        let mut transcript = Transcript::default();
        let long = format!("{}{}{}", "a".repeat(HEAD), "b".repeat(1000), "c".repeat(TAIL));
        transcript.add(LineSource::Program, long.as_bytes());
        transcript.add(LineSource::Complaint, b"caf\xc3\xa9 \xff\t");
        let lines = transcript.lines();
        let shown = format!("< {} [1000 bytes] {}", "a".repeat(HEAD), "c".repeat(TAIL));
        assert_eq!(lines[0], shown);
        assert_eq!(lines[1], "! café \\xff\\t");
    }
}
