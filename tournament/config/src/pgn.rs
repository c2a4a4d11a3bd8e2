//! The content of games.pgn.

use std::ops::Not;

use serde::{Deserialize, Serialize};

/// The further content of a move's comment, beside the score, the depth, seconds and nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PgnConfig {
    /// The principal variation. It must be requested while the game is played; all else is available
    /// afterwards.
    pub pv: bool,
    /// The selective depth.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub seldepth: bool,
    /// The time left on its clock, if it has one.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub time_left: bool,
    /// The point of view of scores.
    #[serde(default, skip_serializing_if = "ScoreSide::is_white")]
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

impl ScoreSide {
    fn is_white(&self) -> bool {
        *self == Self::White
    }
}
