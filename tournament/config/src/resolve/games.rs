//! `[openings]` and `[adjudication]`: the start and the end of games.

use std::env::{join_paths, split_paths};
use std::ops::RangeInclusive;
use std::path::Path;

use openings::chess960::Numbers;
use openings::{Order, Variant};

use super::super::checks::{Resolved, missing, unknown, within};
use super::super::error::Problem;
use super::super::located::Located;
use super::super::raw::{RawAdjudication, RawOpenings};
use super::super::{
    Adjudication, DrawRule, Format, OpeningPolicy, OpeningSource, OpeningsConfig, ResignRule,
    SyzygyRule,
};

/// Lengths of games and of agreement, in full moves.
const MOVES: RangeInclusive<u64> = 1..=10_000;
/// Openings of a file, from 1.
const START: RangeInclusive<u64> = 1..=u32::MAX as u64;
/// Encodings of texts, for messages.
const ENCODINGS: [&str; 6] =
    ["utf-8", "windows-1252", "windows-1251", "windows-1250", "utf-16le", "utf-16be"];
/// Adjudication scores, in centipawns.
const SCORE: RangeInclusive<u64> = 0..=30_000;

/// The openings; a pairing plays `needed` of them.
pub(crate) fn openings(
    raw: &RawOpenings,
    folder: &Path,
    format: Format,
    needed: u64,
) -> Resolved<OpeningsConfig> {
    let variant = variant(raw)?;
    let source = source(raw, folder, variant, needed)?;
    let order = order(raw)?;
    let policy = policy(raw, format, order)?;
    if let Some(plies) = raw.plies {
        within(["openings", "plies"], u64::from(plies), MOVES)?;
    }
    let start = raw.start.unwrap_or(1);
    within(["openings", "start"], u64::from(start), START)?;
    let encoding = match raw.encoding.as_deref().map(|name| (name, name.parse())) {
        None => None,
        Some((_, Ok(encoding))) => Some(encoding),
        Some((name, Err(_))) => {
            return Err(Located::new(["openings", "encoding"], unknown(name, &ENCODINGS)));
        }
    };
    Ok(OpeningsConfig {
        variant,
        source,
        order,
        policy,
        plies: raw.plies,
        start,
        encoding,
        skip_bad: raw.skip_bad.unwrap_or(false),
        wrap: raw.wrap.unwrap_or(false),
    })
}

/// The source of the openings, of which a pairing plays `needed`.
fn source(
    raw: &RawOpenings,
    folder: &Path,
    variant: Variant,
    needed: u64,
) -> Resolved<OpeningSource> {
    Ok(match raw.file.as_deref() {
        None | Some("builtin") if !variant.is_standard() => OpeningSource::Numbers(numbers(raw)?),
        Some("none") if !variant.is_standard() => {
            return Err(Located::new(["openings", "file"], Problem::ChessOpenings));
        }
        None | Some("builtin") => OpeningSource::Builtin,
        Some("none") if needed > 1 => {
            let problem = Problem::StartPositionOnly { needed };
            return Err(Located::new(["openings", "file"], problem));
        }
        Some("none") => OpeningSource::StartPosition,
        Some("") => {
            return Err(missing(["openings", "file"], "file = \"builtin\" or a path"));
        }
        Some(name) => OpeningSource::File { name: name.to_owned(), path: folder.join(name) },
    })
}

/// Their order.
fn order(raw: &RawOpenings) -> Resolved<Order> {
    Ok(match raw.order.as_deref() {
        None | Some("random") => Order::Random,
        Some("sequential") => Order::Sequential,
        Some(other) => {
            let problem = unknown(other, &["random", "sequential"]);
            return Err(Located::new(["openings", "order"], problem));
        }
    })
}

/// The sharing of openings among pairings.
fn policy(raw: &RawOpenings, format: Format, order: Order) -> Resolved<OpeningPolicy> {
    Ok(match (raw.policy.as_deref(), order) {
        (None, _) => OpeningPolicy::usual(format, order),
        (Some("encounter"), Order::Random) => OpeningPolicy::Encounter,
        (Some("round"), _) => OpeningPolicy::Round,
        (Some("encounter"), Order::Sequential) => {
            let message = "each pairing's own openings are drawn at random; remove order = \"sequential\", or have all \
                           play the same ones by policy = \"round\"";
            return Err(Located::new(["openings", "policy"], Problem::Policy { message }));
        }
        (Some(other), _) => {
            let problem = unknown(other, &["encounter", "round"]);
            return Err(Located::new(["openings", "policy"], problem));
        }
    })
}

/// The openings of a run that has a single pairing, or whose pairings share openings.
pub(crate) fn openings_for_all(
    raw: &RawOpenings,
    folder: &Path,
    needed: u64,
) -> Resolved<OpeningsConfig> {
    if raw.policy.is_some() {
        let message = "only tournaments of several pairings have a choice; remove it";
        return Err(Located::new(["openings", "policy"], Problem::Policy { message }));
    }
    openings(raw, folder, Format::Match, needed)
}

/// The chess variant; numbers of start positions only where they have a meaning.
fn variant(raw: &RawOpenings) -> Resolved<Variant> {
    let variant = match raw.variant.as_deref() {
        None => Variant::Standard,
        Some(name) => Variant::of_name(name)
            .ok_or_else(|| Located::new(["openings", "variant"], unknown(name, &Variant::NAMES)))?,
    };
    let reason = match (&raw.numbers, variant, &raw.file) {
        (Some(_), Variant::Standard, _) => {
            "only Chess960 has numbers of start positions; set variant = \"chess960\""
        }
        (Some(_), _, Some(file)) if file != "builtin" => {
            "there is a file of openings, too; remove one of the two"
        }
        _ => return Ok(variant),
    };
    let reason = reason.to_owned();
    Err(Located::new(["openings", "numbers"], Problem::Numbers { reason }))
}

/// The start positions of Chess960 that are played.
fn numbers(raw: &RawOpenings) -> Resolved<Numbers> {
    let given = raw.numbers.as_deref();
    let numbers = given.map_or_else(|| Ok(Numbers::all()), Numbers::parse);
    numbers.map_err(|error| {
        let reason = error.to_string();
        Located::new(["openings", "numbers"], Problem::Numbers { reason })
    })
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
        draw: raw.draw.as_ref().map(|raw| DrawRule {
            after: raw.after,
            moves: raw.moves,
            score: raw.score,
        }),
        resign: raw.resign.as_ref().map(|raw| ResignRule {
            moves: raw.moves,
            score: raw.score,
            both: raw.both,
        }),
        max_moves: raw.max_moves,
        insufficient_material: raw.insufficient_material.unwrap_or(false),
        syzygy: raw.syzygy.as_deref().map(|paths| syzygy(paths, folder)),
    })
}
