//! Chess variants: start positions, and the notation of castling.

use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move};

/// A chess variant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Chess: king and rooks castle from where they stand in chess.
    #[default]
    Standard,
    /// Chess960 (Fischer Random): they castle from anywhere on their first rank.
    Chess960,
}

impl Variant {
    /// All, by the names that configurations give them.
    pub const NAMES: [&'static str; 2] = ["standard", "chess960"];

    /// The variant of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "standard" => Some(Self::Standard),
            "chess960" => Some(Self::Chess960),
            _ => None,
        }
    }

    /// The value of a `Variant` tag of a PGN file, in one of the spellings of servers and programs.
    pub(crate) fn of_tag(tag: &str) -> Option<Self> {
        let standard = ["", "?", "-", "standard", "normal", "chess", "orthodox", "from position"];
        let chess960 = ["chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"];
        let tag = tag.trim().to_lowercase();
        if standard.contains(&tag.as_str()) {
            Some(Self::Standard)
        } else {
            chess960.contains(&tag.as_str()).then_some(Self::Chess960)
        }
    }

    /// True for standard chess.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        *self == Self::Standard
    }

    /// The castling mode.
    #[must_use]
    pub fn castling(self) -> CastlingMode {
        match self {
            Self::Standard => CastlingMode::Standard,
            Self::Chess960 => CastlingMode::Chess960,
        }
    }

    /// A move as UCI writes it: castling as a king's move (`e1g1`), in Chess960 as king takes rook
    /// (`e1h1`).
    #[must_use]
    pub fn uci(self, mv: Move) -> String {
        UciMove::from_move(mv, self.castling()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_names() {
        assert!(Variant::NAMES.into_iter().all(|name| Variant::of_name(name).is_some()));
        assert_eq!(Variant::of_tag("From Position"), Some(Variant::Standard));
        assert_eq!(Variant::of_tag("fischerandom"), Some(Variant::Chess960));
        assert_eq!(Variant::of_tag("Chess960"), Some(Variant::Chess960));
        assert_eq!(Variant::of_tag("Atomic"), None);
    }
}
