//! The exchange with programs: all of it in a file, and the last lines, for finding out what went wrong.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LineSource {
    /// We, to the program.
    #[default]
    Arena,
    /// The program, on its standard output.
    Program,
    /// The program, on its standard error.
    Complaint,
}

impl LineSource {
    /// The character that stands for it before a line.
    pub(crate) fn mark(self) -> char {
        match self {
            LineSource::Arena => '>',
            LineSource::Program => '<',
            LineSource::Complaint => '!',
        }
    }
}

/// Text as it is, everything else in hexadecimal.
pub(crate) fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                c if c.is_control() => text.extend(c.escape_default()),
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// A file with all lines exchanged with programs: the seconds since its beginning, the program, `>` for a line to
/// the program, `<` for one from it and `!` for one on its standard error, and the line.
#[derive(Debug, Clone)]
pub struct GameLog {
    inner: Arc<Mutex<Inner>>,
    begun: Instant,
}

#[derive(Debug)]
struct Inner {
    file: BufWriter<File>,
    /// The first error in writing; nothing is written after it.
    error: Option<io::Error>,
}

impl Inner {
    fn line(&mut self, line: fmt::Arguments<'_>) {
        if self.error.is_none() {
            self.error = writeln!(self.file, "{line}").err();
        }
    }
}

impl GameLog {
    /// Begins the file at `path`, in place of any that is there.
    pub fn create(path: &Path) -> io::Result<GameLog> {
        let file = BufWriter::new(File::create(path)?);
        Ok(GameLog {
            inner: Arc::new(Mutex::new(Inner { file, error: None })),
            begun: Instant::now(),
        })
    }

    /// Adds a note between the lines.
    pub fn note(&self, text: &str) {
        let text = printable(text.as_bytes());
        self.locked(|inner| inner.line(format_args!("# {text}")));
    }

    /// The log of one of the programs, by its name.
    pub fn with(&self, name: &str) -> EngineLog {
        EngineLog { file: self.clone(), name: printable(name.as_bytes()) }
    }

    /// Writes what is left.
    pub fn finish(&self) -> io::Result<()> {
        self.locked(|inner| match inner.error.take() {
            Some(error) => Err(error),
            None => inner.file.flush(),
        })
    }

    fn locked<T>(&self, then: impl FnOnce(&mut Inner) -> T) -> T {
        // A panic cannot leave half an entry.
        then(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The part of a game's log that one program has.
#[derive(Debug, Clone)]
pub struct EngineLog {
    file: GameLog,
    name: String,
}

impl EngineLog {
    pub(crate) fn add(&self, source: LineSource, line: &[u8]) {
        let seconds = self.file.begun.elapsed().as_secs_f64();
        let (name, mark, line) = (&self.name, source.mark(), printable(line.trim_ascii_end()));
        self.file.locked(|inner| inner.line(format_args!("{seconds:9.3} {name} {mark} {line}")));
    }
}

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
    /// on its standard error. Bytes that are not text are written as `\xff`.
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
