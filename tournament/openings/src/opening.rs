//! A position from which a game begins, with the moves to it, and the variants of chess.

use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::Fault;

/// A position from which a game begins, with the moves to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// Its name in the file; empty if there is none.
    pub name: String,
    /// Its code in the Encyclopaedia of Chess Openings, if the file has it; else empty.
    pub eco: String,
    /// The position before the moves.
    pub start: Chess,
    /// Legal moves from `start`; possibly none.
    pub moves: Vec<Move>,
    /// Its chess variant.
    pub variant: Variant,
}

impl Opening {
    /// The start position of chess.
    pub fn start_position() -> Self {
        Self {
            name: String::new(),
            eco: String::new(),
            start: Chess::default(),
            moves: Vec::new(),
            variant: Variant::Standard,
        }
    }

    /// The position after the moves, where the engines take over.
    pub fn position(&self) -> Chess {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.play_unchecked(mv);
        }
        position
    }

    /// The position before the moves as a FEN, with castling rights as X-FEN writes them; `None` for the start
    /// position of chess. In Chess960 it is always given: nothing else shows that one of 960 was meant.
    pub fn start_fen(&self) -> Option<String> {
        let start = self.start.to_setup(EnPassantMode::Legal);
        let standard = Chess::default().to_setup(EnPassantMode::Legal);
        (start != standard || !self.variant.is_standard())
            .then(|| Fen::from_position(&self.start, EnPassantMode::Legal).to_string())
    }

    /// The moves as UCI writes them, castling as the variant has it ([`Variant::uci`]).
    pub fn uci_moves(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| self.variant.uci(mv)).collect()
    }

    /// The opening, if a game can be played from it.
    pub(crate) fn unless_over(self) -> Result<Self, Fault> {
        match self.already_over() {
            Some(fault) => Err(fault),
            None => Ok(self),
        }
    }

    /// The reason that no game can be played from here, if there is one.
    pub fn already_over(&self) -> Option<Fault> {
        let end = self.position();
        let reason = if end.is_checkmate() {
            "checkmate"
        } else if end.is_stalemate() {
            "stalemate"
        } else if end.is_insufficient_material() {
            "insufficient material"
        } else if end.halfmoves() >= 100 {
            "fifty moves without progress"
        } else if self.occurrences(&end) >= 3 {
            "a threefold repetition"
        } else {
            return None;
        };
        Some(Fault::Over(reason))
    }

    fn occurrences(&self, wanted: &Chess) -> usize {
        let mut position = self.start.clone();
        let mut count = usize::from(position == *wanted);
        for &mv in &self.moves {
            position.play_unchecked(mv);
            count += usize::from(position == *wanted);
        }
        count
    }
}

/// A hash by which a changed text is recognised: FNV-1a, 64 bits. (Fowler, Noll, Vo; <http://www.isthe.com/chongo/tech/comp/fnv/>.)
#[derive(Debug, Clone, Copy)]
pub struct Fingerprint(pub u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds more text.
    pub fn add(&mut self, text: &str) {
        const PRIME: u64 = 0x0100_0000_01b3;
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
}

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
    pub fn is_standard(&self) -> bool {
        *self == Self::Standard
    }

    /// The castling mode.
    pub fn castling(self) -> CastlingMode {
        match self {
            Self::Standard => CastlingMode::Standard,
            Self::Chess960 => CastlingMode::Chess960,
        }
    }

    /// A move as UCI writes it: castling as a king's move (`e1g1`), in Chess960 as king takes rook (`e1h1`).
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
