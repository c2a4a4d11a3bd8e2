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

/// The ends of games that no engine's failure brings about, with their names in files and in plain English.
const BY_RULE: [(Termination, &str, &str); 10] = [
    (Termination::Checkmate, "checkmate", "checkmate"),
    (Termination::Stalemate, "stalemate", "stalemate"),
    (Termination::Repetition, "repetition", "threefold repetition"),
    (Termination::FiftyMoves, "fifty-moves", "the fifty-move rule"),
    (Termination::InsufficientMaterial, "insufficient-material", "insufficient material"),
    (Termination::AdjudicatedDraw, "adjudicated-draw", "adjudication as a draw"),
    (Termination::AdjudicatedWin, "adjudicated-win", "adjudication as a win"),
    (Termination::AdjudicatedMaterial, "adjudicated-material", "insufficient mating material"),
    (Termination::AdjudicatedTablebase, "adjudicated-tablebase", "adjudication by tablebase"),
    (Termination::MaxMoves, "max-moves", "the move limit"),
];

impl Termination {
    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        let failures = FailureKind::ALL.map(Self::Failure);
        BY_RULE.into_iter().map(|(termination, ..)| termination).chain(failures)
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
        match (self, BY_RULE.iter().find(|(termination, ..)| *termination == self)) {
            (Self::Failure(kind), _) => (kind.name(), kind.phrase()),
            (_, Some(&(_, name, phrase))) => (name, phrase),
            (_, None) => unreachable!("every end by rule is in the table"),
        }
    }

    /// True if the arena ended the game, and not the rules of chess.
    pub fn is_adjudicated(self) -> bool {
        (Self::AdjudicatedDraw..=Self::MaxMoves).contains(&self)
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
