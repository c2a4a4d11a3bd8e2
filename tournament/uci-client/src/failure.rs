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

impl FailureKind {
    /// All of them, in the order in which tables list them.
    pub const ALL: [Self; 13] = [
        Self::TimeForfeit,
        Self::IllegalMove,
        Self::UnparsableMove,
        Self::NullMove,
        Self::NotUtf8,
        Self::EndlessLine,
        Self::Hang,
        Self::Crash,
        Self::Exit,
        Self::ClosedPipe,
        Self::FailedStart,
        Self::NoUciok,
        Self::NoReadyok,
    ];

    /// The name in files: `illegal-move`.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// The kind in plain English, to stand alone or after "it lost by".
    pub fn phrase(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::TimeForfeit => ("time-forfeit", "loss on time"),
            Self::IllegalMove => ("illegal-move", "an illegal move"),
            Self::UnparsableMove => ("unparsable-move", "a move that cannot be read"),
            Self::NullMove => ("null-move", "a null move"),
            Self::NotUtf8 => ("not-utf8", "invalid UTF-8"),
            Self::EndlessLine => ("endless-line", "an overlong line"),
            Self::Hang => ("hang", "an engine stall"),
            Self::Crash => ("crash", "a crash"),
            Self::Exit => ("exit", "an engine exit"),
            Self::ClosedPipe => ("closed-pipe", "a closed pipe"),
            Self::FailedStart => ("failed-start", "an engine that failed to start"),
            Self::NoUciok => ("no-uciok", "no answer to uci"),
            Self::NoReadyok => ("no-readyok", "no answer to isready"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_words(log: &[&str]) -> Option<String> {
        let failure = Failure {
            kind: FailureKind::Exit,
            detail: String::new(),
            log: log.iter().map(|&line| line.to_owned()).collect(),
        };
        failure.last_words()
    }

    #[test]
    fn last_words_are_those_on_standard_error() {
        assert_eq!(last_words(&["> uci", "< Hello"]), None);
        assert_eq!(last_words(&["> uci", "! ", "!  "]), None);
        let one = ["! no network", "> uci", "< Hello"];
        assert_eq!(last_words(&one).as_deref(), Some("no network"));
        let many = ["! a", "! b", "< x", "! c", "! d"];
        assert_eq!(last_words(&many).as_deref(), Some("b / c / d"));
    }
}
