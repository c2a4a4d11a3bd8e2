//! The record of one finished game: enough to print it, to count it, and to find out later why it went as it did.

use std::borrow::Cow;
use std::fmt;
use std::ops::Neg;
use std::time::Duration;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use uci_client::{Failure, FailureKind};

/// One finished game. Engines, pair and opening are indices as in
/// the schedule's own type for a game that is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its place in the schedule, from 0.
    pub index: usize,
    /// White's engine.
    pub white: usize,
    /// Black's engine.
    pub black: usize,
    /// The pair of games to which it belongs.
    pub pair: usize,
    /// The opening, as a number among those of its pairing, from 0.
    pub opening: usize,
    /// The name of the opening in the book; empty if it has none.
    pub opening_name: String,
    /// Its code in the Encyclopaedia of Chess Openings, if the book has it; else empty.
    pub eco: String,
    /// The position before the book moves; `None` for the start position of chess.
    pub start_fen: Option<String>,
    /// The moves of the opening, in UCI notation.
    pub book_moves: Vec<String>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// The result of a game.
    pub outcome: GameResult,
    /// The reason that the game ended.
    pub termination: Termination,
    /// The failure of an engine that ended the game, if any; [`failed`](Self::failed) returns the side.
    pub failure: Option<Failure>,
    /// Time between the moves in which neither engine thought: the arena's own.
    pub overhead: Duration,
    /// The start time, in milliseconds since 1970 UTC.
    pub started: u64,
    /// The resources spent by White's engine.
    pub white_stats: SideStats,
    /// The resources spent by Black's engine.
    pub black_stats: SideStats,
    /// The build of the arena that played it.
    pub build: String,
    /// A value of each evaluation from outside that played it.
    pub witness: Option<Witness>,
}

/// A position of a game, and what the evaluations from outside that played it said of it, each in tenths of a centipawn
/// from White's side; by it they are known again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The position, as FEN.
    pub fen: String,
    /// White's value; `None` if it gave none, or is not from outside.
    pub white: Option<i32>,
    /// Black's.
    pub black: Option<i32>,
}

impl GameRecord {
    /// True if both are the same game, apart from times: the same moves, scores, depths and nodes from the same
    /// opening to the same end.
    pub fn is_same_game(&self, other: &Self) -> bool {
        let opening = |game: &Self| (game.start_fen.clone(), game.book_moves.clone());
        let end = |game: &Self| (game.outcome, game.termination);
        let same = |(one, other): (&MoveRecord, &MoveRecord)| {
            let searched = |mv: &MoveRecord| (mv.score, mv.depth, mv.nodes);
            one.uci == other.uci && searched(one) == searched(other)
        };
        opening(self) == opening(other)
            && end(self) == end(other)
            && self.moves.len() == other.moves.len()
            && self.moves.iter().zip(&other.moves).all(same)
    }

    /// The engine that lost.
    pub fn loser(&self) -> Option<usize> {
        match self.outcome {
            GameResult::WhiteWins => Some(self.black),
            GameResult::BlackWins => Some(self.white),
            GameResult::Draw => None,
        }
    }

    /// The half points of one of its two engines: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points_of(&self, engine: usize) -> u8 {
        let white = self.outcome.white_half_points();
        if self.white == engine { white } else { 2 - white }
    }

    /// The engine whose failure ended the game, if one did: the loser, or, in a draw against an
    /// opponent who could not mate, the one that had to move.
    pub fn failed(&self) -> Option<usize> {
        if !self.termination.is_failure() {
            return None;
        }
        Some(self.loser().unwrap_or_else(|| self.mover(self.moves.len())))
    }

    /// Its moves for a replay.
    pub fn played(&self) -> Vec<PlayedMove<'_>> {
        let moves = self.moves.iter();
        moves.map(|mv| PlayedMove { uci: Cow::Borrowed(mv.uci.as_str()), score: mv.score, nodes: mv.nodes }).collect()
    }

    /// The engine that makes this one of the engines' moves, counted from 0. Whose move is first
    /// depends on the start position and the book.
    pub fn mover(&self, ply: usize) -> usize {
        let black_starts = |fen: &String| fen.split_whitespace().nth(1) == Some("b");
        let offset = usize::from(self.start_fen.as_ref().is_some_and(black_starts));
        if (ply + self.book_moves.len() + offset).is_multiple_of(2) { self.white } else { self.black }
    }
}

/// The part of a move that a replay needs, borrowed from a record or from a store's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove<'m> {
    /// As [`MoveRecord::uci`].
    pub uci: Cow<'m, str>,
    /// As [`MoveRecord::score`].
    pub score: Option<MoveScore>,
    /// As [`MoveRecord::nodes`].
    pub nodes: u64,
}

/// One move of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveRecord {
    /// The move in UCI notation, castling as a king's move; in Chess960 as king takes rook.
    pub uci: String,
    /// The engine's score of it; `None` if it gave none.
    pub score: Option<MoveScore>,
    /// The depth reached, in plies.
    pub depth: u8,
    /// The selective depth, in plies; `None` if the engine did not report it.
    pub selective_depth: Option<u8>,
    /// The time it took; kept to the microsecond.
    pub time: Duration,
    /// The nodes it took.
    pub nodes: u64,
    /// The engine's clock after the move, increment included; `None` without a clock. Kept to the microsecond.
    pub time_left: Option<Duration>,
    /// The line that the engine expects, this move first, in UCI notation; empty unless requested.
    pub line: Vec<String>,
}

/// A score from White's point of view, for moves of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum MoveScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate: positive if White mates, negative if Black does.
    Mate {
        /// Full moves to the mate, with the sign of the winner.
        mate: i32,
    },
}

/// Written by hand: serde's derived code copies each value first to find its variant, and a game has a hundred values.
impl<'de> Deserialize<'de> for MoveScore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Mate {
            mate: i32,
        }

        struct Score;

        impl<'de> Visitor<'de> for Score {
            type Value = MoveScore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("centipawns, or {\"mate\": moves}")
            }

            fn visit_i64<E: de::Error>(self, cp: i64) -> Result<MoveScore, E> {
                let known = i32::try_from(cp).map(MoveScore::Cp);
                known.map_err(|_| E::custom(format!("{cp} are not centipawns")))
            }

            fn visit_u64<E: de::Error>(self, cp: u64) -> Result<MoveScore, E> {
                self.visit_i64(i64::try_from(cp).unwrap_or(i64::MAX))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<MoveScore, A::Error> {
                let Mate { mate } = Mate::deserialize(MapAccessDeserializer::new(map))?;
                Ok(MoveScore::Mate { mate })
            }
        }

        deserializer.deserialize_any(Score)
    }
}

impl Neg for MoveScore {
    type Output = Self;

    /// The same score from the other side.
    fn neg(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(cp.saturating_neg()),
            Self::Mate { mate } => Self::Mate { mate: mate.saturating_neg() },
        }
    }
}

impl fmt::Display for MoveScore {
    /// Pawns with a sign and two decimals, `+0.35`; mates as `+M5` and `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cp(0) => f.write_str("0.00"),
            Self::Cp(cp) => {
                let (sign, cp) = (if cp < 0 { '-' } else { '+' }, cp.unsigned_abs());
                write!(f, "{sign}{}.{:02}", cp / 100, cp % 100)
            }
            Self::Mate { mate } if mate < 0 => write!(f, "-M{}", mate.unsigned_abs()),
            Self::Mate { mate } => write!(f, "+M{mate}"),
        }
    }
}

/// The resources that an engine spent on a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideStats {
    /// Nodes searched.
    pub nodes: u64,
    /// Processor time, kept to the microsecond: of the searches of an evaluator, of the game in a program's process and the
    /// children of it. Zero if the system does not report it.
    pub time: Duration,
    /// Moves made, without the book's.
    pub moves: u32,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// 1-0.
    WhiteWins,
    /// 0-1.
    BlackWins,
    /// 1/2-1/2.
    Draw,
}

impl GameResult {
    /// White's half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn white_half_points(self) -> u8 {
        match self {
            Self::WhiteWins => 2,
            Self::Draw => 1,
            Self::BlackWins => 0,
        }
    }
}

impl fmt::Display for GameResult {
    /// As PGN writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

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
