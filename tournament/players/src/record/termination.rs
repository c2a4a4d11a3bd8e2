//! Why a game ended, and whether that says anything about chess.

use serde::{Deserialize, Serialize};

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// Mate.
    Checkmate,
    /// No legal move and no check.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The draw rule of the configuration.
    AdjudicatedDraw,
    /// The resign rule of the configuration.
    AdjudicatedWin,
    /// The material rule of the configuration.
    AdjudicatedMaterial,
    /// What tablebases say.
    AdjudicatedTablebase,
    /// The greatest length of the configuration.
    MaxMoves,
    /// A clock ran out.
    TimeForfeit,
    /// An engine made a move that is not legal.
    IllegalMove,
    /// An engine's move cannot be read.
    UnparsableMove,
    /// An engine made no move where it had one.
    NullMove,
    /// An engine's answer is no text.
    NotUtf8,
    /// An engine's line has no end.
    EndlessLine,
    /// An engine did not answer.
    Hang,
    /// An engine's program was ended by a signal.
    Crash,
    /// An engine's program ended.
    Exit,
    /// An engine's program closed its pipe and went on running.
    ClosedPipe,
    /// An engine's program could not be started.
    FailedStart,
    /// An engine's program did not answer `uci`.
    NoUciok,
    /// An engine's program did not answer `isready`.
    NoReadyok,
}

impl Termination {
    /// All of them, in the order in which tables list them.
    pub const ALL: [Self; 23] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::InsufficientMaterial,
        Self::AdjudicatedDraw,
        Self::AdjudicatedWin,
        Self::AdjudicatedMaterial,
        Self::AdjudicatedTablebase,
        Self::MaxMoves,
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

    /// The name in files: `fifty-moves`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::InsufficientMaterial => "insufficient-material",
            Self::AdjudicatedDraw => "adjudicated-draw",
            Self::AdjudicatedWin => "adjudicated-win",
            Self::AdjudicatedMaterial => "adjudicated-material",
            Self::AdjudicatedTablebase => "adjudicated-tablebase",
            Self::MaxMoves => "max-moves",
            Self::TimeForfeit => "time-forfeit",
            Self::IllegalMove => "illegal-move",
            Self::UnparsableMove => "unparsable-move",
            Self::NullMove => "null-move",
            Self::NotUtf8 => "not-utf8",
            Self::EndlessLine => "endless-line",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::Exit => "exit",
            Self::ClosedPipe => "closed-pipe",
            Self::FailedStart => "failed-start",
            Self::NoUciok => "no-uciok",
            Self::NoReadyok => "no-readyok",
        }
    }

    /// The reason in plain English, to stand alone or after "the game ended by".
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "the fifty-move rule",
            Self::InsufficientMaterial => "insufficient material",
            Self::AdjudicatedDraw => "adjudication as a draw",
            Self::AdjudicatedWin => "adjudication as a win",
            Self::AdjudicatedMaterial => "adjudication for want of material",
            Self::AdjudicatedTablebase => "adjudication by tablebase",
            Self::MaxMoves => "the limit on its length",
            Self::TimeForfeit => "loss on time",
            Self::IllegalMove => "an illegal move",
            Self::UnparsableMove => "a move that cannot be read",
            Self::NullMove => "a null move",
            Self::NotUtf8 => "an answer that is not UTF-8",
            Self::EndlessLine => "a line without an end",
            Self::Hang => "no answer",
            Self::Crash => "a crash",
            Self::Exit => "a program that ended",
            Self::ClosedPipe => "a closed pipe",
            Self::FailedStart => "a failed start",
            Self::NoUciok => "no answer to uci",
            Self::NoReadyok => "no answer to isready",
        }
    }

    /// Whether the arena ended the game, and not the rules of chess.
    #[must_use]
    pub fn is_adjudicated(self) -> bool {
        matches!(
            self,
            Self::AdjudicatedDraw
                | Self::AdjudicatedWin
                | Self::AdjudicatedMaterial
                | Self::AdjudicatedTablebase
                | Self::MaxMoves
        )
    }

    /// Whether an engine failed: it ran out of time, broke the rules, or its program broke down.
    #[must_use]
    pub fn is_failure(self) -> bool {
        match self {
            Self::Checkmate
            | Self::Stalemate
            | Self::Repetition
            | Self::FiftyMoves
            | Self::InsufficientMaterial
            | Self::AdjudicatedDraw
            | Self::AdjudicatedWin
            | Self::AdjudicatedMaterial
            | Self::AdjudicatedTablebase
            | Self::MaxMoves => false,
            Self::TimeForfeit
            | Self::IllegalMove
            | Self::UnparsableMove
            | Self::NullMove
            | Self::NotUtf8
            | Self::EndlessLine
            | Self::Hang
            | Self::Crash
            | Self::Exit
            | Self::ClosedPipe
            | Self::FailedStart
            | Self::NoUciok
            | Self::NoReadyok => true,
        }
    }

    /// Whether the result says nothing about chess: a clock or a bug decided it.
    #[must_use]
    pub fn is_tainted(self) -> bool {
        self.is_failure()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_in_files() {
        for termination in Termination::ALL {
            let json = serde_json::to_string(&termination).unwrap();
            assert_eq!(json, format!("{:?}", termination.name()));
        }
    }
}
