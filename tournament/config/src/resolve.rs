//! The meaning of the keys: openings and adjudication.

pub(super) mod engine;
pub(super) mod run;

use std::env::{join_paths, split_paths};
use std::ops::RangeInclusive;
use std::path::Path;

use openings::chess960::Numbers;
use openings::{Order, Variant};

use crate::error::{KeyProblem, KeyResult, missing, within};
use crate::raw::{RawAdjudication, RawConfig, RawOpenings};
use crate::{
    Adjudication, Config, Format, OpeningPolicy, OpeningSource, OpeningsConfig, SyzygyRule,
};
use engine::{Common, DEFAULT_TABLE};

/// Gives the keys their meaning. `folder` is where relative paths start.
pub(super) fn resolve(mut raw: RawConfig, folder: &Path, evaluators: &[&str]) -> KeyResult<Config> {
    let own = std::mem::take(&mut raw.engines);
    let format = run::format(&raw.run, own.len())?;
    let names = engine::names(&own)?;
    let mut config = run::tournament(&raw, folder, format, &names)?;
    config.time_controls = run::time_controls(&raw, &own)?;
    let common = Common::new(&raw, &config.time_controls, folder, evaluators, DEFAULT_TABLE)?;
    config.engines = engine::resolve_all(own, names, &common)?;
    Ok(config.set_program_variant())
}

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
) -> KeyResult<OpeningsConfig> {
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
        encoding: raw.encoding,
        skip_bad: raw.skip_bad,
        wrap: raw.wrap,
    })
}

fn source(raw: &RawOpenings, folder: &Path, needed: u64) -> KeyResult<OpeningSource> {
    let is_chess = raw.variant.is_standard();
    let problem = match raw.file.as_deref() {
        None | Some("builtin") if !is_chess => {
            let numbers = raw.numbers.as_deref().map_or_else(|| Ok(Numbers::all()), Numbers::parse);
            let numbers =
                numbers.map_err(|error| KeyProblem::new("openings.numbers", error.to_string()))?;
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
             games would be counted again; set run.pairs = 1 (and no run.cycles or run.rounds) or name a file of \
             openings"
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
pub(crate) fn openings_for_all(
    raw: &RawOpenings,
    folder: &Path,
    needed: u64,
) -> KeyResult<OpeningsConfig> {
    if raw.policy.is_some() {
        let problem = "only tournaments of several pairings have a choice; remove it";
        return Err(KeyProblem::new("openings.policy", problem));
    }
    openings(raw, folder, Format::Match, needed)
}

/// An error for numbers of start positions where they have no meaning.
fn check_numbers(raw: &RawOpenings) -> KeyResult<()> {
    let problem = match (&raw.numbers, raw.variant, &raw.file) {
        (Some(_), Variant::Standard, _) => {
            "only Chess960 has numbers of start positions; set variant = \"chess960\""
        }
        (Some(_), _, Some(file)) if file != "builtin" => {
            "there is a file of openings, too; remove one of the two"
        }
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
        SyzygyRule::of(&join_paths(paths).unwrap_or_default().to_string_lossy())
    });
    Ok(Adjudication {
        draw: raw.draw,
        resign: raw.resign,
        max_moves: raw.max_moves,
        insufficient_material: raw.insufficient_material,
        syzygy,
    })
}
