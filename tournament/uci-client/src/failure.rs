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
