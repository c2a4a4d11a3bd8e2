//! What a program did wrong.

/// A failure of a program, with what led to it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// The particulars, such as `signal 11 (SIGSEGV)`.
    pub detail: String,
    /// The last lines exchanged with the program, oldest first; possibly none.
    pub log: Vec<String>,
}

impl Failure {
    /// What the program wrote last on its standard error, at most three lines on one; `None` if it wrote
    /// nothing there.
    #[must_use]
    pub fn last_words(&self) -> Option<String> {
        const LINES: usize = 3;
        let complaints = self.log.iter().filter_map(|line| line.strip_prefix("! "));
        let complaints: Vec<&str> = complaints.filter(|line| !line.trim().is_empty()).collect();
        let last = &complaints[complaints.len().saturating_sub(LINES)..];
        (!last.is_empty()).then(|| last.join(" / "))
    }
}

/// The kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// It made a move that is not legal.
    IllegalMove,
    /// Its move, or what it was asked to tell of moves, cannot be read.
    UnparsableMove,
    /// It made no move where it had one.
    NullMove,
    /// Its answer is no text.
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
