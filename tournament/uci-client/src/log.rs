//! The exchange with programs: all of it in a file, and the last lines, for finding out what went wrong; and failures, which
//! have these lines.
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

/// A file of all lines exchanged with programs: seconds since its beginning, program, mark (`>`, `<` or `!`), line.
#[derive(Debug, Clone)]
pub struct GameLog {
    /// The file, or the first error in writing it; nothing is written after that.
    file: Arc<Mutex<io::Result<BufWriter<File>>>>,
    begun: Instant,
}

impl GameLog {
    /// Begins the file at `path`, in place of any that is there.
    pub fn create(path: &Path) -> io::Result<GameLog> {
        let file = Ok(BufWriter::new(File::create(path)?));
        Ok(GameLog { file: Arc::new(Mutex::new(file)), begun: Instant::now() })
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
        match &mut *self.lock() {
            Ok(file) => file.flush(),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        }
    }

    fn line(&self, line: fmt::Arguments<'_>) {
        let mut file = self.lock();
        if let Some(error) = file.as_mut().ok().and_then(|file| writeln!(file, "{line}").err()) {
            *file = Err(error);
        }
    }

    fn lock(&self) -> MutexGuard<'_, io::Result<BufWriter<File>>> {
        // A panic cannot leave half an entry.
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
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

/// A failure of a player, with what led to it. It costs the game, or a draw if the opponent cannot mate at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// The particulars, such as `signal 11 (SIGSEGV)`; possibly empty.
    pub detail: String,
    /// The last lines exchanged with the player, oldest first; possibly none.
    pub log: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (phrase, detail) = (self.kind.phrase(), &self.detail);
        if detail.is_empty() { f.write_str(phrase) } else { write!(f, "{phrase} ({detail})") }
    }
}

impl Failure {
    /// That of a program that does not run.
    pub(crate) fn to_start(detail: String) -> Failure {
        Failure { kind: FailureKind::FailedStart, detail, log: Vec::new() }
    }

    /// What the program wrote last on its standard error, at most three lines on one; `None` if it wrote nothing there.
    pub fn last_words(&self) -> Option<String> {
        const LINES: usize = 3;
        let complaints = self.log.iter().filter_map(|line| line.strip_prefix("! "));
        let complaints: Vec<&str> = complaints.filter(|line| !line.trim().is_empty()).collect();
        let last = &complaints[complaints.len().saturating_sub(LINES)..];
        (!last.is_empty()).then(|| last.join(" / "))
    }
}

/// The kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// It overstepped its time. The caller decides that, not this crate.
    TimeForfeit,
    /// It made a move that is not legal.
    IllegalMove,
    /// Its move, or a move in its output, cannot be read.
    UnparsableMove,
    /// It made no move where it had one.
    NullMove,
    /// Its answer is not text.
    NotUtf8,
    /// Its line has no end.
    EndlessLine,
    /// It did not answer.
    Hang,
    /// It was ended by a signal.
    Crash,
    /// It ended.
    Exit,
    /// It closed its pipe and went on running.
    ClosedPipe,
    /// It could not be started.
    FailedStart,
    /// It did not answer `uci`.
    NoUciok,
    /// It did not answer `isready`.
    NoReadyok,
}

use FailureKind::*;

/// Each kind, in the order of their declaration, with its name and its phrase.
const WORDS: [(FailureKind, &str, &str); 13] = [
    (TimeForfeit, "time-forfeit", "loss on time"),
    (IllegalMove, "illegal-move", "an illegal move"),
    (UnparsableMove, "unparsable-move", "a move that cannot be read"),
    (NullMove, "null-move", "a null move"),
    (NotUtf8, "not-utf8", "invalid UTF-8"),
    (EndlessLine, "endless-line", "an overlong line"),
    (Hang, "hang", "an engine stall"),
    (Crash, "crash", "a crash"),
    (Exit, "exit", "an engine exit"),
    (ClosedPipe, "closed-pipe", "a closed pipe"),
    (FailedStart, "failed-start", "an engine that failed to start"),
    (NoUciok, "no-uciok", "no answer to uci"),
    (NoReadyok, "no-readyok", "no answer to isready"),
];

impl FailureKind {
    /// All of them, in the order in which tables list them.
    pub const ALL: [Self; WORDS.len()] = {
        let mut all = [TimeForfeit; WORDS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = WORDS[place].0;
            place += 1;
        }
        all
    };

    /// The name in files: `illegal-move`.
    pub fn name(self) -> &'static str {
        WORDS[self as usize].1
    }

    /// The kind in plain English, to stand alone or after "it lost by".
    pub fn phrase(self) -> &'static str {
        WORDS[self as usize].2
    }
}
