//! The rules by which games are adjudicated, and what is written of them.

use serde::{Deserialize, Serialize};

/// Adjudication. Scores are Michniewski centipawns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// The draw rule.
    pub draw: Option<DrawRule>,
    /// The resign rule.
    pub resign: Option<ResignRule>,
    /// A game of this many full moves by its move number is a draw; at least 1. Moves of the opening count, and
    /// those before the position in which an opening begins as its FEN numbers them.
    pub max_moves: Option<u32>,
    /// A game is a draw when neither side has the material to force mate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub insufficient_material: bool,
    /// Adjudication by Syzygy tablebases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub syzygy: Option<SyzygyRule>,
}

/// Adjudication by tablebases: after a capture or a pawn's move that leaves as many men as they have, and
/// neither side may castle. A win that takes more than fifty moves is a draw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyzygyRule {
    /// The folders of the tables, from the working directory, separated as in PATH. Their location changes no game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub paths: String,
    /// The most men in the tables; 0 before they were opened.
    pub men: usize,
}

impl SyzygyRule {
    /// The rule of the tables in these folders.
    #[must_use]
    pub fn of(paths: &str) -> Self {
        Self { paths: paths.to_owned(), men: 0 }
    }
}

/// The draw rule: both engines have scores near 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a table such as { after = 40, moves = 8, score = 10 }"
)]
pub struct DrawRule {
    /// Not before this full move of the game, counted as [`Adjudication::max_moves`] are.
    pub after: u32,
    /// For this many full moves in a row, at least 1.
    pub moves: u32,
    /// Every score is at most this far from 0, in centipawns.
    pub score: u32,
}

impl Default for DrawRule {
    fn default() -> Self {
        Self { after: 40, moves: 8, score: 10 }
    }
}

/// The resign rule: the engines agree on the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table such as { moves = 4, score = 900 }")]
pub struct ResignRule {
    /// For this many full moves in a row, at least 1.
    pub moves: u32,
    /// The loser's score is at most minus this, in centipawns from the loser's side; at least 1.
    pub score: u32,
    /// True if the winner's score must agree.
    pub both: bool,
}

impl Default for ResignRule {
    fn default() -> Self {
        Self { moves: 4, score: 900, both: true }
    }
}

/// The further content of a move's comment in games.pgn, beside the score, the depth, seconds and nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [pgn]")]
pub struct PgnConfig {
    /// The principal variation. It must be requested while the game is played; all else is available
    /// afterwards.
    pub pv: bool,
    /// The selective depth.
    pub seldepth: bool,
    /// The time left on its clock, if it has one.
    pub time_left: bool,
    /// The point of view of scores.
    pub scores: ScoreSide,
}

/// The point of view of scores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreSide {
    /// White's, for both sides' moves.
    #[default]
    White,
    /// The mover's, as other match runners write them.
    Mover,
}
