//! The exchange with programs: all of it in a file, and the last lines, for finding out what went wrong.
//!
//! Each line has a mark: `>` for one to the program, `<` for one from it, `!` for one on its standard error.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Text as it is, everything else in hexadecimal.
pub(crate) fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() {
                text.extend(c.escape_default());
            } else {
                text.push(c);
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// A file with all lines exchanged with programs: the seconds since its beginning, the program, the mark (`>`, `<` or
/// `!`), and the line.
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

impl GameLog {
    /// Begins the file at `path`, in place of any that is there.
    pub fn create(path: &Path) -> io::Result<GameLog> {
        let inner = Inner { file: BufWriter::new(File::create(path)?), error: None };
        Ok(GameLog { inner: Arc::new(Mutex::new(inner)), begun: Instant::now() })
    }

    /// Adds a note between the lines.
    pub fn note(&self, text: &str) {
        self.line(format_args!("# {}", printable(text.as_bytes())));
    }

    /// The log of one of the programs, by its name.
    pub fn with(&self, name: &str) -> EngineLog {
        EngineLog { file: self.clone(), name: printable(name.as_bytes()) }
    }

    /// Writes what is left.
    pub fn finish(&self) -> io::Result<()> {
        let mut inner = self.lock();
        inner.error.take().map_or_else(|| inner.file.flush(), Err)
    }

    fn line(&self, line: fmt::Arguments<'_>) {
        let mut inner = self.lock();
        if inner.error.is_none() {
            inner.error = writeln!(inner.file, "{line}").err();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic cannot leave half an entry.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a game's log that one program has.
#[derive(Debug, Clone)]
pub struct EngineLog {
    file: GameLog,
    name: String,
}

impl EngineLog {
    fn add(&self, mark: char, line: &[u8]) {
        let seconds = self.file.begun.elapsed().as_secs_f64();
        let (name, line) = (&self.name, printable(line.trim_ascii_end()));
        self.file.line(format_args!("{seconds:9.3} {name} {mark} {line}"));
    }
}

const LINES: usize = 24;
/// Bytes kept of a line's beginning, and of its end.
const KEPT: usize = 100;

#[derive(Debug, Default)]
struct Entry {
    mark: char,
    head: Vec<u8>,
    /// Bytes left out between head and tail.
    gap: usize,
    tail: Vec<u8>,
}

/// The last lines. Once there are so many, nothing is allocated any more.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    entries: VecDeque<Entry>,
    /// All lines go there, too.
    pub(crate) log: Option<EngineLog>,
}

impl Transcript {
    pub(crate) fn add(&mut self, mark: char, line: &[u8]) {
        if let Some(log) = &self.log {
            log.add(mark, line);
        }
        let is_full = self.entries.len() == LINES;
        let oldest = self.entries.pop_front_if(|_| is_full);
        let Entry { mut head, mut tail, .. } = oldest.unwrap_or_default();
        let end_of_head = line.len().min(KEPT);
        let start_of_tail = end_of_head.max(line.len().saturating_sub(KEPT));
        head.clear();
        head.extend_from_slice(&line[..end_of_head]);
        tail.clear();
        tail.extend_from_slice(&line[start_of_tail..]);
        self.entries.push_back(Entry { mark, head, gap: start_of_tail - end_of_head, tail });
    }

    /// The lines, oldest first, each after its mark. Bytes that are not text are written as `\xff`.
    pub(crate) fn lines(&self) -> Vec<String> {
        let text = |Entry { mark, head, gap, tail }: &Entry| {
            let gap = if *gap == 0 { String::new() } else { format!(" [{gap} bytes] ") };
            format!("{mark} {}{gap}{}", printable(head), printable(tail))
        };
        self.entries.iter().map(text).collect()
    }
}
