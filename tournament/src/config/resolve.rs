//! From the keys as written to what they mean.

mod games;
mod run;

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use super::error::{Located, Problem};
use super::raw::{RawConfig, RawEngine, RawLadder, RawLimits};
use super::{Config, EngineConfig, Ladder, LimitKind, PgnConfig};

/// Names longer than this spoil tables.
const MAX_NAME: usize = 60;
/// The size of the transposition table, as a power of two of its entries: small enough to stay in
/// the cache, which fixed-node games like best.
const DEFAULT_TABLE: u8 = 16;
const TABLE: RangeInclusive<u64> = 10..=24;

type Resolved<T> = Result<T, Located>;

/// Gives the keys their meaning. `folder` is where relative paths start.
pub(super) fn resolve(raw: RawConfig, folder: &Path, evaluators: &[&str]) -> Resolved<Config> {
    let format = run::format(&raw.run, raw.engines.len())?;
    let names = engine_names(&raw.engines, evaluators)?;
    let run = run::run(raw.run.clone(), format, &names)?;
    let openings = games::openings(&raw.openings, folder, run.openings())?;
    let adjudication = games::adjudication(&raw.adjudication)?;
    let ladders = ladders(&raw)?;
    let common_limit = raw.limits.as_ref().map(limit).transpose();
    let common_limit = common_limit.map_err(|e| e.below(["limits"]))?;
    let common = Common {
        limit: ladders.first().map(|l| l.limit).or(common_limit),
        table: raw.run.table.unwrap_or(DEFAULT_TABLE),
        evaluators,
    };
    within(["run", "table"], u64::from(common.table), TABLE)?;
    let engines = raw.engines.into_iter().zip(names).enumerate();
    let engines = engines.map(|(index, (raw, name))| {
        let engine = engine(raw, name, &common);
        engine.map_err(|error| error.below(["engine", &index.to_string()]))
    });
    Ok(Config {
        run,
        openings,
        adjudication,
        pgn: PgnConfig { pv: raw.pgn.pv },
        ladders,
        engines: engines.collect::<Resolved<_>>()?,
    })
}

/// The ladders, which have all the limits if there are any.
fn ladders(raw: &RawConfig) -> Resolved<Vec<Ladder>> {
    if raw.ladders.is_empty() {
        return Ok(Vec::new());
    }
    if raw.limits.is_some() {
        return Err(Located::new(["limits"], Problem::LimitsBesideLadders));
    }
    if let Some(index) = raw.engines.iter().position(|e| e.limits.is_some()) {
        let key = ["engine", &index.to_string(), "limits"];
        return Err(Located::new(key, Problem::LimitsBesideLadders));
    }
    let mut ladders: Vec<Ladder> = Vec::new();
    for (index, ladder) in raw.ladders.iter().enumerate() {
        let resolved = one_ladder(ladder, &ladders);
        let place = index.to_string();
        ladders.push(resolved.map_err(|error| error.below(["ladder", &place]))?);
    }
    Ok(ladders)
}

fn one_ladder(raw: &RawLadder, earlier: &[Ladder]) -> Resolved<Ladder> {
    let name = raw.name.clone();
    let name = name.ok_or_else(|| missing(["name"], "name = \"equal nodes\""))?;
    if let Some(reason) = bad_engine_name(&name) {
        let problem = Problem::EngineName {
            given: name,
            reason,
        };
        return Err(Located::new(["name"], problem));
    }
    if let Some(first) = earlier.iter().position(|ladder| ladder.name == name) {
        return Err(Located::new(
            ["name"],
            Problem::DuplicateName { name, first },
        ));
    }
    let limit = limit(&raw.limits).map_err(|error| error.below(["limits"]))?;
    Ok(Ladder { name, limit })
}

/// The engines' names; a misspelt evaluator is reported before its consequences.
fn engine_names(engines: &[RawEngine], evaluators: &[&str]) -> Resolved<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for (index, engine) in engines.iter().enumerate() {
        let at = index.to_string();
        let fault = |key, problem| Err(Located::new(["engine", &at, key], problem));
        if let Some(key) = engine.external_key() {
            let known = owned(evaluators);
            return fault(key, Problem::External { known });
        }
        let Some(name) = engine.name() else {
            let example = "evaluator = \"material\"";
            return fault("evaluator", Problem::Missing { example });
        };
        if let Some(reason) = bad_engine_name(name) {
            let given = name.to_owned();
            return fault("name", Problem::EngineName { given, reason });
        }
        if let Some(first) = names.iter().position(|earlier| earlier == name) {
            let name = name.to_owned();
            return fault("name", Problem::DuplicateName { name, first });
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

fn bad_engine_name(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("it is empty")
    } else if name.chars().count() > MAX_NAME {
        Some("it is too long")
    } else if name.chars().any(char::is_control) {
        Some("it has a control character in it")
    } else if name.trim() != name {
        Some("it begins or ends with a space")
    } else {
        None
    }
}

/// What an engine has unless it says otherwise.
struct Common<'a> {
    limit: Option<LimitKind>,
    table: u8,
    evaluators: &'a [&'a str],
}

fn engine(raw: RawEngine, name: String, common: &Common<'_>) -> Resolved<EngineConfig> {
    let evaluator = raw
        .evaluator
        .ok_or_else(|| missing(["evaluator"], "evaluator = \"material\""))?;
    if !common.evaluators.contains(&evaluator.as_str()) {
        let problem = unknown(&evaluator, common.evaluators);
        return Err(Located::new(["evaluator"], problem));
    }
    let table = raw.table.unwrap_or(common.table);
    within(["table"], u64::from(table), TABLE)?;
    let own = raw.limits.as_ref().map(limit).transpose();
    let limit = own
        .map_err(|error| error.below(["limits"]))?
        .or(common.limit);
    Ok(EngineConfig {
        name,
        evaluator,
        params: raw.params,
        disable: raw.disable,
        limit: limit.ok_or_else(|| Located::new(["limits"], Problem::NoLimit))?,
        table,
    })
}

/// The one limit of a table of limits.
fn limit(raw: &RawLimits) -> Resolved<LimitKind> {
    let given = raw.given();
    if given.len() > 1 {
        let key = [given[1]];
        return Err(Located::new(key, Problem::TwoLimits { given }));
    }
    let day = u64::try_from(LimitKind::MAX_TIME.as_millis()).unwrap_or(u64::MAX);
    if let Some(nodes) = raw.nodes {
        within(["nodes"], nodes, 1..=u64::MAX / 2)?;
        Ok(LimitKind::Nodes(nodes))
    } else if let Some(depth) = raw.depth {
        within(
            ["depth"],
            u64::from(depth),
            1..=u64::from(LimitKind::MAX_DEPTH),
        )?;
        Ok(LimitKind::Depth(depth))
    } else if let Some(time) = raw.movetime {
        within(["movetime"], time, 1..=day)?;
        Ok(LimitKind::MoveTime(Duration::from_millis(time)))
    } else if let Some(text) = &raw.tc {
        let given = text.clone();
        LimitKind::parse_tc(text)
            .ok_or_else(|| Located::new(["tc"], Problem::TimeControl { given }))
    } else {
        Err(Located::new([], Problem::NoLimit))
    }
}

fn within<const N: usize>(key: [&str; N], given: u64, range: RangeInclusive<u64>) -> Resolved<()> {
    if range.contains(&given) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(Located::new(key, Problem::Range { given, low, high }))
}

fn missing<const N: usize>(key: [&str; N], example: &'static str) -> Located {
    Located::new(key, Problem::Missing { example })
}

fn unknown(given: &str, known: &[impl AsRef<str>]) -> Problem {
    Problem::Unknown {
        given: given.to_owned(),
        known: owned(known),
    }
}

fn owned(names: &[impl AsRef<str>]) -> Vec<String> {
    names.iter().map(|name| name.as_ref().to_owned()).collect()
}
