//! The exchange with the programs of a game, in a file.

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
    #[must_use]
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
