//! Terminations of games, and their classification.

use serde::{Serialize, Serializer};
use uci_client::FailureKind;

/// The reason that a game ended. Ordered as tables list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The result by tablebases.
    AdjudicatedTablebase,
    /// The greatest length of the configuration.
    MaxMoves,
    /// An engine failed: it ran out of time, broke the rules, or its program broke down.
    Failure(FailureKind),
}

impl Termination {
    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        let by_rule = [
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
        ];
        let failures = FailureKind::ALL.map(Self::Failure);
        by_rule.into_iter().chain(failures)
    }

    /// The termination with the name `name` in files.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|termination| termination.name() == name)
    }

    /// The name in files: `fifty-moves`.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// The reason in plain English, to stand alone or after "the game ended by".
    pub fn phrase(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Checkmate => ("checkmate", "checkmate"),
            Self::Stalemate => ("stalemate", "stalemate"),
            Self::Repetition => ("repetition", "threefold repetition"),
            Self::FiftyMoves => ("fifty-moves", "the fifty-move rule"),
            Self::InsufficientMaterial => ("insufficient-material", "insufficient material"),
            Self::AdjudicatedDraw => ("adjudicated-draw", "adjudication as a draw"),
            Self::AdjudicatedWin => ("adjudicated-win", "adjudication as a win"),
            Self::AdjudicatedMaterial => ("adjudicated-material", "insufficient mating material"),
            Self::AdjudicatedTablebase => ("adjudicated-tablebase", "adjudication by tablebase"),
            Self::MaxMoves => ("max-moves", "the move limit"),
            Self::Failure(kind) => (kind.name(), kind.phrase()),
        }
    }

    /// True if the arena ended the game, and not the rules of chess.
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

    /// True if an engine failed: the result has no meaning for playing strength, since a clock or a bug decided it.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failure(_))
    }
}

impl Serialize for Termination {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
