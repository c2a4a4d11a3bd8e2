//! The openings, validated.

use std::path::{Path, PathBuf};

use openings::chess960::Numbers;
use openings::{Order, TextEncoding, Variant};
use serde::{Deserialize, Serialize};

use super::Format;

/// The openings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningsConfig {
    /// Their chess variant.
    #[serde(default, skip_serializing_if = "Variant::is_standard")]
    pub variant: Variant,
    /// The source of the openings.
    pub source: OpeningSource,
    /// The selection of openings.
    pub order: Order,
    /// True if each pairing has its own.
    pub policy: OpeningPolicy,
    /// The number of half-moves taken from a PGN game or from a line of a Polyglot book; `None`: all
    /// of a game, [`openings::DEFAULT_POLYGLOT_PLIES`] of a line.
    pub plies: Option<u32>,
    /// The first opening of the order that is taken, from 1.
    pub start: u32,
    /// The encoding of a file; `None`: it is recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<TextEncoding>,
    /// True to skip invalid openings; else the first that is drawn ends the run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip_bad: bool,
    /// True to repeat a book with too few openings; else it ends the run before its first game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrap: bool,
}

/// The sharing of openings among pairings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningPolicy {
    /// Each pairing draws its own from the book, so that luck with an opening is not shared.
    Encounter,
    /// All play the same ones.
    Round,
}

impl OpeningPolicy {
    /// The policy of a tournament whose configuration names none. A match has one pairing, and openings in the order of
    /// their file are meant for all.
    #[must_use]
    pub fn usual(format: Format, order: Order) -> Self {
        match (format, order) {
            (Format::Match, _) | (_, Order::Sequential) => Self::Round,
            (_, Order::Random) => Self::Encounter,
        }
    }
}

/// The source of the openings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The book inside the program.
    Builtin,
    /// The start position alone, deliberately.
    StartPosition,
    /// Start positions of Chess960 by their numbers.
    Numbers(Numbers),
    /// A file.
    File {
        /// The path as it is written.
        name: String,
        /// The path from the working directory: what is written is relative to the configuration.
        #[serde(default, skip_serializing_if = "super::text::is_empty")]
        path: PathBuf,
    },
}

impl OpeningSource {
    /// A file, by its path from the working directory.
    #[must_use]
    pub fn of_file(path: &Path) -> Self {
        Self::File { name: path.display().to_string(), path: path.to_owned() }
    }
}
