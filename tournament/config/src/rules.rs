//! The openings, the rules by which games are adjudicated, and what is written of them: as keys, and validated.

use std::env::{join_paths, split_paths};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use openings::{Numbers, Order, Variant};
use serde::{Deserialize, Serialize};

use crate::Format;
use crate::error::{KeyProblem, KeyResult, missing, within};

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

/// Adjudication by tablebases: after a capture or a pawn's move that leaves as many pieces as they have, and
/// neither side may castle. A win that takes more than fifty moves is a draw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyzygyRule {
    /// The folders of the tables, from the working directory, separated as in PATH. Their location changes no game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub paths: String,
    /// The most pieces in the tables; 0 before they were opened.
    pub men: usize,
}

/// The draw rule: both engines have scores near 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table such as { after = 40, moves = 8, score = 10 }")]
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
    /// The principal variation. It must be requested while the game is played; all else is available afterwards.
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
        #[serde(default, skip_serializing_if = "super::source::is_empty")]
        path: PathBuf,
    },
}

impl OpeningSource {
    /// A file, by its path from the working directory.
    pub fn of_file(path: &Path) -> Self {
        Self::File { name: path.display().to_string(), path: path.to_owned() }
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [openings]")]
pub(super) struct RawOpenings {
    pub(super) variant: Variant,
    pub(super) numbers: Option<String>,
    pub(super) file: Option<String>,
    pub(super) order: Option<Order>,
    pub(super) policy: Option<OpeningPolicy>,
    pub(super) plies: Option<u32>,
    pub(super) start: Option<u32>,
    pub(super) skip_bad: bool,
    pub(super) wrap: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of rules, as below [adjudication]")]
pub(super) struct RawAdjudication {
    pub(super) draw: Option<DrawRule>,
    pub(super) resign: Option<ResignRule>,
    pub(super) syzygy: Option<String>,
    pub(super) max_moves: Option<u32>,
    pub(super) insufficient_material: bool,
}

/// Lengths of games and of agreement, in full moves.
const MOVES: RangeInclusive<u64> = 1..=10_000;
/// Openings of a file, from 1.
const START: RangeInclusive<u64> = 1..=u32::MAX as u64;
/// Adjudication scores, in centipawns.
const SCORE: RangeInclusive<u64> = 0..=30_000;

/// The openings; a pairing plays `needed` of them.
pub(crate) fn openings(raw: &RawOpenings, folder: &Path, format: Format, needed: u64) -> KeyResult<OpeningsConfig> {
    check_numbers(raw)?;
    let source = source(raw, folder, needed)?;
    let order = raw.order.unwrap_or(Order::Random);
    if let Some(plies) = raw.plies {
        within("openings.plies", plies, MOVES)?;
    }
    let start = raw.start.unwrap_or(1);
    within("openings.start", start, START)?;
    if (raw.policy, order) == (Some(OpeningPolicy::Encounter), Order::Sequential) {
        let problem = "each pairing's own openings are drawn at random; remove order = \"sequential\", or have all \
                       play the same ones by policy = \"round\"";
        return Err(KeyProblem::new("openings.policy", problem));
    }
    Ok(OpeningsConfig {
        variant: raw.variant,
        source,
        order,
        policy: raw.policy.unwrap_or_else(|| OpeningPolicy::usual(format, order)),
        plies: raw.plies,
        start,
        skip_bad: raw.skip_bad,
        wrap: raw.wrap,
    })
}

fn source(raw: &RawOpenings, folder: &Path, needed: u64) -> KeyResult<OpeningSource> {
    let is_chess = raw.variant.is_standard();
    let problem = match raw.file.as_deref() {
        None | Some("builtin") if !is_chess => {
            let numbers = raw.numbers.clone().map_or_else(|| Ok(Numbers::all()), Numbers::try_from);
            let numbers = numbers.map_err(|error| KeyProblem::new("openings.numbers", error.to_string()))?;
            return Ok(OpeningSource::Numbers(numbers));
        }
        None | Some("builtin") => return Ok(OpeningSource::Builtin),
        Some("none") if !is_chess => {
            "has positions of standard chess, but variant is \"chess960\"; name a file of Chess960 \
             positions or games, or leave it out for the start positions, among which `numbers` \
             chooses (518 is chess)"
                .to_owned()
        }
        Some("none") if needed > 1 => format!(
            "\"none\" is a single opening, the start position, and this tournament needs {needed}, or the same \
             games would be counted again; play a single pair (without cycles or rounds) or name a file of openings"
        ),
        Some("none") => return Ok(OpeningSource::StartPosition),
        Some("") => return Err(missing("openings.file", "file = \"builtin\" or a path")),
        Some(name) => {
            return Ok(OpeningSource::File { name: name.to_owned(), path: folder.join(name) });
        }
    };
    Err(KeyProblem::new("openings.file", problem))
}

/// The openings of a run that has a single pairing, or whose pairings share openings.
pub(crate) fn openings_for_all(raw: &RawOpenings, folder: &Path, needed: u64) -> KeyResult<OpeningsConfig> {
    if raw.policy.is_some() {
        let problem = "only tournaments of several pairings have a choice; remove it";
        return Err(KeyProblem::new("openings.policy", problem));
    }
    openings(raw, folder, Format::Match, needed)
}

/// An error for numbers of start positions where they have no meaning.
fn check_numbers(raw: &RawOpenings) -> KeyResult<()> {
    let problem = match (&raw.numbers, raw.variant, &raw.file) {
        (Some(_), Variant::Standard, _) => "only Chess960 has numbers of start positions; set variant = \"chess960\"",
        (Some(_), _, Some(file)) if file != "builtin" => "there is a file of openings, too; remove one of the two",
        _ => return Ok(()),
    };
    Err(KeyProblem::new("openings.numbers", problem))
}

pub(crate) fn adjudication(raw: &RawAdjudication, folder: &Path) -> KeyResult<Adjudication> {
    if let Some(draw) = &raw.draw {
        within("adjudication.draw.after", draw.after, 0..=*MOVES.end())?;
        within("adjudication.draw.moves", draw.moves, MOVES)?;
        within("adjudication.draw.score", draw.score, SCORE)?;
    }
    if let Some(resign) = &raw.resign {
        within("adjudication.resign.moves", resign.moves, MOVES)?;
        within("adjudication.resign.score", resign.score, 1..=*SCORE.end())?;
    }
    if let Some(moves) = raw.max_moves {
        within("adjudication.max_moves", moves, MOVES)?;
    }
    // Folders, each relative to the configuration's. Split paths can be joined again.
    let syzygy = raw.syzygy.as_ref().map(|paths| {
        let paths = split_paths(paths).map(|path| folder.join(path));
        let paths = join_paths(paths).unwrap_or_default().to_string_lossy().into_owned();
        SyzygyRule { paths, men: 0 }
    });
    Ok(Adjudication {
        draw: raw.draw,
        resign: raw.resign,
        max_moves: raw.max_moves,
        insufficient_material: raw.insufficient_material,
        syzygy,
    })
}
