//! What a player did wrong.

use std::fmt;

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
        f.write_str(self.kind.phrase())?;
        if self.detail.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", self.detail)
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
