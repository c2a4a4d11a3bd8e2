//! What is written into games.pgn.

use std::ops::Not;

use serde::{Deserialize, Serialize};

/// What the comment on an engine's move has, beside the score, the depth, seconds and nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PgnConfig {
    /// The line that the engine expects. It must be asked for while the game is played; all else can be had
    /// afterwards.
    pub pv: bool,
    /// The longest line that it looked at.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub seldepth: bool,
    /// What is left on its clock, if it has one.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub time_left: bool,
    /// Whose side scores are from.
    #[serde(default, skip_serializing_if = "ScoreSide::is_white")]
    pub scores: ScoreSide,
}

/// Whose side scores are from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreSide {
    /// White's, whoever moved.
    #[default]
    White,
    /// That of whoever made the move, as other managers write them.
    Mover,
}

impl ScoreSide {
    fn is_white(&self) -> bool {
        *self == Self::White
    }
}
