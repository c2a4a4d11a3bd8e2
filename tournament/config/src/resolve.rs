//! The meaning of the keys: openings, adjudication, limits, margins and timeouts.

pub(super) mod engine;
pub(super) mod run;

use std::env::{join_paths, split_paths};
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use openings::chess960::Numbers;
use openings::{Fault, Order, Variant};
use uci_client::Timeouts;

use crate::error::{KeyProblem, KeyResult, between, missing, within};
use crate::limit::{LimitKind, SharedLimit};
use crate::raw::{RawAdjudication, RawConfig, RawLimits, RawOpenings, RawTimeouts};
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
        within(["openings", "plies"], u64::from(plies), MOVES)?;
    }
    let start = raw.start.unwrap_or(1);
    within(["openings", "start"], u64::from(start), START)?;
    if (raw.policy, order) == (Some(OpeningPolicy::Encounter), Order::Sequential) {
        let problem = "each pairing's own openings are drawn at random; remove order = \"sequential\", or have all \
                       play the same ones by policy = \"round\"";
        return Err(KeyProblem::new(["openings", "policy"], problem));
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
fn source(raw: &RawOpenings, folder: &Path, needed: u64) -> KeyResult<OpeningSource> {
    let is_chess = raw.variant.is_standard();
    Ok(match raw.file.as_deref() {
        None | Some("builtin") if !is_chess => {
            let numbers = raw.numbers.as_deref().map_or_else(|| Ok(Numbers::all()), Numbers::parse);
            let problem =
                |error: Fault| KeyProblem::new(["openings", "numbers"], error.to_string());
            OpeningSource::Numbers(numbers.map_err(problem)?)
        }
        Some("none") if !is_chess => {
            let problem = "has positions of standard chess, but variant is \"chess960\"; name a file of Chess960 \
                           positions or games, or leave it out for the start positions, among which `numbers` \
                           chooses (518 is chess)";
            return Err(KeyProblem::new(["openings", "file"], problem));
        }
        None | Some("builtin") => OpeningSource::Builtin,
        Some("none") if needed > 1 => {
            let problem = format!(
                "\"none\" is a single opening, the start position, and this tournament needs {needed}, or the same \
                 games would be counted again; set run.pairs = 1 (and no run.cycles or run.rounds) or name a file of \
                 openings"
            );
            return Err(KeyProblem::new(["openings", "file"], problem));
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
) -> KeyResult<OpeningsConfig> {
    if raw.policy.is_some() {
        let problem = "only tournaments of several pairings have a choice; remove it";
        return Err(KeyProblem::new(["openings", "policy"], problem));
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
    Err(KeyProblem::new(["openings", "numbers"], problem))
}

/// Folders of tablebases, each relative to the configuration's.
fn syzygy(paths: &str, folder: &Path) -> SyzygyRule {
    let paths = split_paths(paths).map(|path| folder.join(path));
    // Split paths can be joined again.
    let paths = join_paths(paths).unwrap_or_default();
    SyzygyRule::of(&paths.to_string_lossy())
}

pub(crate) fn adjudication(raw: &RawAdjudication, folder: &Path) -> KeyResult<Adjudication> {
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

/// The margin of a move time: an engine that uses all of it answers a little later.
const MOVETIME_MARGIN: Duration = Duration::from_millis(100);

/// The times of a limit that goes by speed, in milliseconds.
const AT_SPEED: RangeInclusive<f64> = 0.001..=86_400_000.0;

/// The problem of a search without a limit.
pub(crate) fn no_limit() -> String {
    format!("no limit for the search; give one of: {}", RawLimits::KINDS.join(", "))
}

/// The one limit and the margin of a table `limits`, as far as it has them; other than an absent table it has one.
pub(crate) fn limit_and_margin(
    raw: Option<&RawLimits>,
) -> KeyResult<(Option<SharedLimit>, Option<Duration>)> {
    let Some(raw) = raw else {
        return Ok((None, None));
    };
    let both = shared_limit(raw).and_then(|limit| Ok((limit, margin(raw)?)));
    match both.map_err(|error| error.below(["limits"]))? {
        (None, None) => Err(KeyProblem::new(["limits"], no_limit())),
        both => Ok(both),
    }
}

/// The one limit of a table of limits, if it has any.
fn shared_limit(raw: &RawLimits) -> KeyResult<Option<SharedLimit>> {
    let given = raw.given();
    match raw.ms_at_speed {
        Some(ms) if given.len() == 1 => {
            between(["ms_at_speed"], ms, AT_SPEED)?;
            let time = Duration::from_micros((ms * 1000.0).round() as u64);
            Ok(Some(SharedLimit::AtSpeed { time }))
        }
        _ => Ok(limit(raw)?.map(SharedLimit::Same)),
    }
}

/// Like [`shared_limit`], but for engines that are not in the configuration, and have no speed there.
pub(crate) fn limit(raw: &RawLimits) -> KeyResult<Option<LimitKind>> {
    let given = raw.given();
    if given.len() > 1 {
        let key = [given[1]];
        let problem = format!("{} exclude each other; keep one of them", given.join(" and "));
        return Err(KeyProblem::new(key, problem));
    }
    if let Some(nodes) = raw.nodes {
        within(["nodes"], nodes, 1..=u64::MAX / 2)?;
        Ok(Some(LimitKind::Nodes(nodes)))
    } else if let Some(depth) = raw.depth {
        let depths = 1..=u64::from(LimitKind::MAX_DEPTH);
        within(["depth"], u64::from(depth), depths)?;
        Ok(Some(LimitKind::Depth(depth)))
    } else if let Some(time) = raw.movetime {
        Ok(Some(LimitKind::MoveTime(milliseconds("movetime", time, 1)?)))
    } else if let Some(text) = &raw.tc {
        let clock = LimitKind::parse_tc(text);
        Ok(Some(clock.map_err(|fault| KeyProblem::new(["tc"], fault))?))
    } else if raw.ms_at_speed.is_some() {
        let problem = "is for engines that have a `speed`, of a tournament; choose nodes, depth, movetime or tc";
        Err(KeyProblem::new(["ms_at_speed"], problem))
    } else {
        Ok(None)
    }
}

/// The default time margin.
pub(crate) fn default_margin(limit: impl Into<SharedLimit>) -> Duration {
    match limit.into() {
        SharedLimit::Same(LimitKind::MoveTime(_)) => MOVETIME_MARGIN,
        _ => Duration::ZERO,
    }
}

/// The margin of a table of limits, if it has one.
pub(crate) fn margin(raw: &RawLimits) -> KeyResult<Option<Duration>> {
    let margin = raw.margin.map(|time| milliseconds("margin", time, 0));
    margin.transpose()
}

/// The timeouts of a table `timeouts`; those that it does not have are the default ones.
pub(crate) fn timeouts(raw: &RawTimeouts, default: Timeouts) -> KeyResult<Timeouts> {
    let time = |key, given: Option<u64>, default| match given {
        Some(given) => milliseconds(key, given, 1).map_err(|error| error.below(["timeouts"])),
        None => Ok(default),
    };
    Ok(Timeouts {
        start: time("start", raw.start, default.start)?,
        ready: time("ready", raw.ready, default.ready)?,
        newgame: time("newgame", raw.newgame, default.newgame)?,
        hang: time("hang", raw.hang, default.hang)?,
        quit: time("quit", raw.quit, default.quit)?,
    })
}

/// A time from `least` milliseconds to a day.
fn milliseconds(key: &'static str, given: u64, least: u64) -> KeyResult<Duration> {
    let day = u64::try_from(LimitKind::MAX_TIME.as_millis()).unwrap_or(u64::MAX);
    within([key], given, least..=day)?;
    Ok(Duration::from_millis(given))
}
