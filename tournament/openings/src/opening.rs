//! A position from which a game begins, with the moves to it; the variants of chess; and the start positions of Chess960
//! by their numbers.
//!
//! These are Reinhard Scharnagl's, 0 to 959, of which 518 is chess. Source: <https://www.chessprogramming.org/Chess960>.

use std::fmt;
use std::ops::RangeInclusive;

use engine_core::epd::{EpdError, EpdRecord, too_few_fields};
use engine_core::game::position_from_setup;
use serde::{Deserialize, Serialize};
use shakmaty::fen::{Fen, ParseFenError};
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

    pub(crate) fn check_ongoing(self) -> Result<Self, Fault> {
        match self.already_over() {
            Some(reason) => Err(Fault(format!("the game is already over by {reason}"))),
            None => Ok(self),
        }
    }

    /// The reason that no game can be played from here, if there is one.
    pub fn already_over(&self) -> Option<&'static str> {
        let mut positions = vec![self.start.clone()];
        for &mv in &self.moves {
            let mut next = positions[positions.len() - 1].clone();
            next.play_unchecked(mv);
            positions.push(next);
        }
        let end = positions.last()?;
        let ends = [
            (end.is_checkmate(), "checkmate"),
            (end.is_stalemate(), "stalemate"),
            (end.is_insufficient_material(), "insufficient material"),
            (end.halfmoves() >= 100, "fifty moves without progress"),
            (positions.iter().filter(|&one| one == end).count() >= 3, "a threefold repetition"),
        ];
        ends.iter().find_map(|&(is_over, reason)| is_over.then_some(reason))
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
    pub fn of_name(name: &str) -> Result<Self, Fault> {
        let place = Self::NAMES.iter().position(|own| *own == name);
        let choose = || Fault(format!("choose {}", Self::NAMES.join(" or ")));
        place.map(|place| [Self::Standard, Self::Chess960][place]).ok_or_else(choose)
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

const POSITIONS: u16 = 960;

/// Numbers of start positions, each once, in the order in which they are given: `518`, `0-959` or `0-99,518`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Numbers(Vec<RangeInclusive<u16>>);

impl Numbers {
    /// All 960.
    pub fn all() -> Self {
        Self(vec![0..=POSITIONS - 1])
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().cloned().flatten()
    }
}

fn range(text: &str) -> Option<RangeInclusive<u16>> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| *number < POSITIONS);
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some(first..=last)
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.0.iter().map(|range| match (range.start(), range.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        });
        f.write_str(&ranges.collect::<Vec<_>>().join(","))
    }
}

impl From<Numbers> for String {
    fn from(numbers: Numbers) -> String {
        numbers.to_string()
    }
}

impl TryFrom<String> for Numbers {
    type Error = Fault;

    /// Reads a list. Fails if it has something else in it, or a number twice.
    fn try_from(text: String) -> Result<Self, Fault> {
        let mut ranges: Vec<RangeInclusive<u16>> = Vec::new();
        for part in text.split(',') {
            let range = range(part).ok_or_else(|| {
                let part = part.trim();
                Fault(format!(
                    "{part:?} is not a number of a start position; write numbers from 0 to 959 as in 0-99,518"
                ))
            })?;
            let is_taken = |number: &u16| ranges.iter().any(|earlier| earlier.contains(number));
            if let Some(number) = range.clone().find(is_taken) {
                let twice = "is named twice; every position is played once";
                return Err(Fault(format!("{number} {twice}")));
            }
            ranges.push(range);
        }
        Ok(Self(ranges))
    }
}

impl From<EpdError> for Fault {
    fn from(error: EpdError) -> Self {
        Self(error.to_string())
    }
}

pub(crate) fn parse_line(line: &str, variant: Variant) -> Result<Opening, Fault> {
    let record = EpdRecord::read(line)?;
    let start = position_of_fen(&record.fen, variant)?;
    let name = record.text("id").unwrap_or_default().to_owned();
    Opening { name, start, variant, ..Opening::start_position() }.check_ongoing()
}

/// A position from a FEN with at least its first four fields: a board alone would silently lose
/// the castling rights. Those of Chess960 are read as X-FEN or as Shredder FEN writes them.
pub(crate) fn position_of_fen(text: &str, variant: Variant) -> Result<Chess, Fault> {
    let fields = text.split_whitespace().count();
    if fields < 4 {
        return Err(too_few_fields(fields).into());
    }
    let fen: Fen = text.parse().map_err(|error: ParseFenError| Fault(error.to_string()))?;
    let position: Result<Chess, _> = fen.clone().into_position(variant.castling());
    position.map_err(|error| {
        let setup = fen.clone().into_setup();
        let elsewhere = fen.into_position::<Chess>(CastlingMode::Chess960).is_ok();
        if elsewhere && variant.is_standard() {
            return Fault(ELSEWHERE.to_owned());
        }
        let reason = position_from_setup(setup).err();
        Fault(reason.unwrap_or_else(|| error.to_string()))
    })
}

/// True if only Chess960 has such castling rights.
pub(crate) fn is_chess960(text: &str) -> bool {
    position_of_fen(text, Variant::Standard).is_err_and(|fault| fault.0 == ELSEWHERE)
}

const ELSEWHERE: &str = "king or rook castle from elsewhere than in chess, as in Chess960 (openings.variant = \
                         \"chess960\" of a run, --variant chess960 of `evalarena openings check`)";
