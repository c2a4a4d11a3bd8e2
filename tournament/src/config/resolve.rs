//! From the keys as written to what they mean.

use std::ops::RangeInclusive;
use std::path::Path;

use super::engine::{self, Common};
use super::error::{Located, Problem};
use super::raw::{RawAdjudication, RawConfig, RawOpenings, RawRun};
use super::{
    Adjudication, Config, DrawRule, FORMATS, Format, OpeningSource, OpeningsConfig, ResignRule,
    RunConfig,
};
use crate::openings::Order;

/// Names longer than this spoil tables.
pub(super) const MAX_NAME: usize = 60;
/// More pairs than a configuration will ever mean.
const PAIRS: RangeInclusive<u64> = 1..=10_000_000;
/// Lengths of games and of agreement, in full moves.
const MOVES: RangeInclusive<u64> = 1..=10_000;
/// Adjudication scores, in centipawns.
const SCORE: RangeInclusive<u64> = 0..=30_000;

pub(super) type Resolved<T> = Result<T, Located>;

/// Gives the keys their meaning. `folder` is where relative paths start.
pub(super) fn resolve(raw: RawConfig, folder: &Path, evaluators: &[&str]) -> Resolved<Config> {
    let format = format(&raw.run)?;
    engine_count(format, raw.engines.len())?;
    let names = engine::names(&raw.engines)?;
    let run = run(raw.run.clone(), format, &names)?;
    let openings = openings(&raw.openings, folder, run.pairs)?;
    let adjudication = adjudication(&raw.adjudication)?;
    let common = Common::new(&raw, folder, evaluators)?;
    let engines = raw.engines.into_iter().zip(names).enumerate();
    let engines = engines.map(|(index, (raw, name))| {
        let engine = engine::resolve(raw, name, &common);
        engine.map_err(|error| error.below(["engine", &index.to_string()]))
    });
    Ok(Config {
        run,
        openings,
        adjudication,
        engines: engines.collect::<Resolved<_>>()?,
    })
}

fn format(run: &RawRun) -> Resolved<Format> {
    const KEY: [&str; 2] = ["run", "format"];
    match run.format.as_deref() {
        Some("match") => Ok(Format::Match),
        Some("round-robin") => Ok(Format::RoundRobin),
        Some("gauntlet") => Ok(Format::Gauntlet),
        Some("swiss") => Err(Located::new(KEY, Problem::SwissUnavailable)),
        Some(other) => Err(Located::new(KEY, unknown(other, &FORMATS))),
        None => Err(missing(KEY, "format = \"round-robin\" below [run]")),
    }
}

fn engine_count(format: Format, found: usize) -> Resolved<()> {
    let (format, needed, remedy) = match format {
        Format::Match if found > 2 => (
            "a match",
            "exactly 2",
            "remove some, or set run.format = \"gauntlet\" or \"round-robin\"",
        ),
        Format::Match => ("a match", "exactly 2", "add an [[engine]]"),
        Format::RoundRobin => ("a round robin", "at least 2", "add an [[engine]]"),
        Format::Gauntlet => ("a gauntlet", "at least 2", "add an [[engine]]"),
    };
    if found >= 2 && !(found > 2 && needed == "exactly 2") {
        return Ok(());
    }
    let problem = Problem::EngineCount {
        format,
        needed,
        found,
        remedy,
    };
    Err(Located::new(["engine"], problem))
}

fn run(raw: RawRun, format: Format, names: &[String]) -> Resolved<RunConfig> {
    let name = raw
        .name
        .ok_or_else(|| missing(["run", "name"], "name = \"my-tournament\" below [run]"))?;
    if !names_a_folder(&name) {
        let problem = Problem::RunName { given: name };
        return Err(Located::new(["run", "name"], problem));
    }
    let pairs = raw
        .pairs
        .ok_or_else(|| missing(["run", "pairs"], "pairs = 40 below [run]"))?;
    within(["run", "pairs"], u64::from(pairs), PAIRS)?;
    let anchor = raw.anchor.map(|anchor| {
        let index = names.iter().position(|name| *name == anchor);
        index.ok_or_else(|| Located::new(["run", "anchor"], unknown(&anchor, names)))
    });
    Ok(RunConfig {
        name,
        format,
        pairs,
        seed: raw.seed.unwrap_or(1),
        anchor: anchor.transpose()?,
        strict: raw.strict.unwrap_or(false),
    })
}

/// Whether every system takes the name for a folder, and no shell or path takes it for more.
fn names_a_folder(name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    name.chars().count() <= MAX_NAME
        && name.chars().all(inside)
        && name.starts_with(char::is_alphanumeric)
        && name.ends_with(char::is_alphanumeric)
}

fn openings(raw: &RawOpenings, folder: &Path, pairs: u32) -> Resolved<OpeningsConfig> {
    let source = match raw.file.as_deref() {
        None | Some("builtin") => OpeningSource::Builtin,
        Some("none") if pairs > 1 => {
            let problem = Problem::StartPositionOnly { pairs };
            return Err(Located::new(["openings", "file"], problem));
        }
        Some("none") => OpeningSource::StartPosition,
        Some("") => {
            return Err(missing(
                ["openings", "file"],
                "file = \"builtin\" or a path",
            ));
        }
        Some(name) => OpeningSource::File {
            name: name.to_owned(),
            path: folder.join(name),
        },
    };
    let order = match raw.order.as_deref() {
        None | Some("random") => Order::Random,
        Some("sequential") => Order::Sequential,
        Some(other) => {
            let problem = unknown(other, &["random", "sequential"]);
            return Err(Located::new(["openings", "order"], problem));
        }
    };
    if let Some(plies) = raw.plies {
        within(["openings", "plies"], u64::from(plies), MOVES)?;
    }
    Ok(OpeningsConfig {
        source,
        order,
        plies: raw.plies,
    })
}

fn adjudication(raw: &RawAdjudication) -> Resolved<Adjudication> {
    const TABLE: &str = "adjudication";
    if let Some(draw) = &raw.draw {
        within(
            [TABLE, "draw", "after"],
            u64::from(draw.after),
            0..=*MOVES.end(),
        )?;
        within([TABLE, "draw", "moves"], u64::from(draw.moves), MOVES)?;
        within([TABLE, "draw", "score"], u64::from(draw.score), SCORE)?;
    }
    if let Some(resign) = &raw.resign {
        within([TABLE, "resign", "moves"], u64::from(resign.moves), MOVES)?;
        within(
            [TABLE, "resign", "score"],
            u64::from(resign.score),
            1..=*SCORE.end(),
        )?;
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
    })
}

pub(super) fn within<const N: usize>(
    key: [&str; N],
    given: u64,
    range: RangeInclusive<u64>,
) -> Resolved<()> {
    if range.contains(&given) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(Located::new(key, Problem::Range { given, low, high }))
}

pub(super) fn missing<const N: usize>(key: [&str; N], example: &'static str) -> Located {
    Located::new(key, Problem::Missing { example })
}

pub(super) fn unknown(given: &str, known: &[impl AsRef<str>]) -> Problem {
    Problem::Unknown {
        given: given.to_owned(),
        known: owned(known),
    }
}

fn owned(names: &[impl AsRef<str>]) -> Vec<String> {
    names.iter().map(|name| name.as_ref().to_owned()).collect()
}
