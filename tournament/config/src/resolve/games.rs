//! `[openings]` and `[adjudication]`: the start and the end of games.

use std::env::{join_paths, split_paths};
use std::ops::RangeInclusive;
use std::path::Path;

use openings::chess960::{Numbers, NumbersError};
use openings::{Order, Variant};

use super::super::checks::{Located, Resolved, missing, within};
use super::super::raw::{RawAdjudication, RawOpenings};
use super::super::{
    Adjudication, Format, OpeningPolicy, OpeningSource, OpeningsConfig, SyzygyRule,
};

/// Lengths of games and of agreement, in full moves.
const MOVES: RangeInclusive<u64> = 1..=10_000;
/// Openings of a file, from 1.
const START: RangeInclusive<u64> = 1..=u32::MAX as u64;
/// Adjudication scores, in centipawns.
const SCORE: RangeInclusive<u64> = 0..=30_000;

/// The openings; a pairing plays `needed` of them.
pub(crate) fn openings(
    raw: &RawOpenings,
    folder: &Path,
    format: Format,
    needed: u64,
) -> Resolved<OpeningsConfig> {
    check_numbers(raw)?;
    let source = source(raw, folder, needed)?;
    let order = raw.order.unwrap_or(Order::Random);
    if let Some(plies) = raw.plies {
        within(["openings", "plies"], u64::from(plies), MOVES)?;
    }
    let start = raw.start.unwrap_or(1);
    within(["openings", "start"], u64::from(start), START)?;
    if (raw.policy, order) == (Some(OpeningPolicy::Encounter), Order::Sequential) {
        let problem = "each pairing's own openings are drawn at random; remove order = \"sequential\", or have all \
                       play the same ones by policy = \"round\"";
        return Err(Located::new(["openings", "policy"], problem));
    }
    Ok(OpeningsConfig {
        variant: raw.variant,
        source,
        order,
        policy: raw.policy.unwrap_or_else(|| OpeningPolicy::usual(format, order)),
        plies: raw.plies,
        start,
        encoding: raw.encoding,
        skip_bad: raw.skip_bad,
        wrap: raw.wrap,
    })
}

/// The source of the openings, of which a pairing plays `needed`.
fn source(raw: &RawOpenings, folder: &Path, needed: u64) -> Resolved<OpeningSource> {
    let is_chess = raw.variant.is_standard();
    Ok(match raw.file.as_deref() {
        None | Some("builtin") if !is_chess => {
            let numbers = raw.numbers.as_deref().map_or_else(|| Ok(Numbers::all()), Numbers::parse);
            let problem =
                |error: NumbersError| Located::new(["openings", "numbers"], error.to_string());
            OpeningSource::Numbers(numbers.map_err(problem)?)
        }
        Some("none") if !is_chess => {
            let problem = "has positions of standard chess, but variant is \"chess960\"; name a file of Chess960 \
                           positions or games, or leave it out for the start positions, among which `numbers` \
                           chooses (518 is chess)";
            return Err(Located::new(["openings", "file"], problem));
        }
        None | Some("builtin") => OpeningSource::Builtin,
        Some("none") if needed > 1 => {
            let problem = format!(
                "\"none\" is a single opening, the start position, and this tournament needs {needed}, or the same \
                 games would be counted again; set run.pairs = 1 (and no run.cycles or run.rounds) or name a file of \
                 openings"
            );
            return Err(Located::new(["openings", "file"], problem));
        }
        Some("none") => OpeningSource::StartPosition,
        Some("") => {
            return Err(missing(["openings", "file"], "file = \"builtin\" or a path"));
        }
        Some(name) => OpeningSource::File { name: name.to_owned(), path: folder.join(name) },
    })
}

/// The openings of a run that has a single pairing, or whose pairings share openings.
pub(crate) fn openings_for_all(
    raw: &RawOpenings,
    folder: &Path,
    needed: u64,
) -> Resolved<OpeningsConfig> {
    if raw.policy.is_some() {
        let problem = "only tournaments of several pairings have a choice; remove it";
        return Err(Located::new(["openings", "policy"], problem));
    }
    openings(raw, folder, Format::Match, needed)
}

/// An error for numbers of start positions where they have no meaning.
fn check_numbers(raw: &RawOpenings) -> Resolved<()> {
    let problem = match (&raw.numbers, raw.variant, &raw.file) {
        (Some(_), Variant::Standard, _) => {
            "only Chess960 has numbers of start positions; set variant = \"chess960\""
        }
        (Some(_), _, Some(file)) if file != "builtin" => {
            "there is a file of openings, too; remove one of the two"
        }
        _ => return Ok(()),
    };
    Err(Located::new(["openings", "numbers"], problem))
}

/// Folders of tablebases, each relative to the configuration's.
fn syzygy(paths: &str, folder: &Path) -> SyzygyRule {
    let paths = split_paths(paths).map(|path| folder.join(path));
    // Split paths can be joined again.
    let paths = join_paths(paths).unwrap_or_default();
    SyzygyRule::of(&paths.to_string_lossy())
}

/// Adjudication.
pub(crate) fn adjudication(raw: &RawAdjudication, folder: &Path) -> Resolved<Adjudication> {
    const TABLE: &str = "adjudication";
    if let Some(draw) = &raw.draw {
        within([TABLE, "draw", "after"], u64::from(draw.after), 0..=*MOVES.end())?;
        within([TABLE, "draw", "moves"], u64::from(draw.moves), MOVES)?;
        within([TABLE, "draw", "score"], u64::from(draw.score), SCORE)?;
    }
    if let Some(resign) = &raw.resign {
        within([TABLE, "resign", "moves"], u64::from(resign.moves), MOVES)?;
        within([TABLE, "resign", "score"], u64::from(resign.score), 1..=*SCORE.end())?;
    }
    if let Some(moves) = raw.max_moves {
        within([TABLE, "max_moves"], u64::from(moves), MOVES)?;
    }
    Ok(Adjudication {
        draw: raw.draw,
        resign: raw.resign,
        max_moves: raw.max_moves,
        insufficient_material: raw.insufficient_material,
        syzygy: raw.syzygy.as_deref().map(|paths| syzygy(paths, folder)),
    })
}
