//! An `[[engine]]` table: a built-in evaluator, an evaluation from outside or a UCI engine, with limit and timeouts.

use std::ops::RangeInclusive;
use std::path::{Path, is_separator};
use std::time::Duration;

use eval_external::Spec;

use super::checks::{
    Resolved, bad_name, between, eval_scale, is_scalar, margin_scale, unknown, within,
};
use super::engine_config::{MOST_HASH, table_of};
use super::error::Problem;
use super::located::Located;
use super::raw::{RawConfig, RawEngine, RawKind, RawParams};
use super::search;
use super::times::{default_margin, margin, shared_limit, timeouts};
use super::{
    Description, EngineConfig, EngineKind, EvaluatorConfig, ExternalConfig, Parameters,
    ProgramConfig, ScoreSide, SharedLimit, TimeControl, Timeouts,
};

/// The transposition table has two to this power entries: 1 MiB, which stays in the cache and is fastest in fixed-node
/// games.
pub(super) const DEFAULT_TABLE: u8 = 16;
/// Nodes a second.
const SPEED: RangeInclusive<f64> = 1.0..=1e12;

/// Defaults of engines.
pub(super) struct Common<'a> {
    limit: Option<SharedLimit>,
    /// True if a time control goes by the speeds of engines.
    by_speed: bool,
    margin: Option<Duration>,
    timeouts: Timeouts,
    table: u8,
    /// The folder of relative paths.
    folder: &'a Path,
    evaluators: &'a [&'a str],
}

impl<'a> Common<'a> {
    /// With time controls the first of them replaces `[limits]`.
    pub(super) fn new(
        raw: &RawConfig,
        time_controls: &[TimeControl],
        folder: &'a Path,
        evaluators: &'a [&'a str],
        default_table: u8,
    ) -> Resolved<Self> {
        let time_control = time_controls.first();
        let limits = raw.limits.clone().unwrap_or_default();
        let below = |error: Located| error.below(["limits"]);
        let found = shared_limit(&limits).map_err(below)?;
        if raw.limits.is_some() && found.is_none() && limits.margin.is_none() {
            return Err(Located::new(["limits"], Problem::NoLimit));
        }
        let own_margin = margin(&limits).map_err(below)?;
        let table = table(raw.run.hash, raw.run.table.as_ref()).map_err(|e| e.below(["run"]))?;
        let own = raw.timeouts.clone().unwrap_or_default();
        Ok(Self {
            limit: time_control.map(|time_control| time_control.limit).or(found),
            by_speed: time_controls.iter().any(|own| own.limit.is_at_speed()),
            margin: own_margin.or(time_control.map(|time_control| time_control.margin)),
            timeouts: timeouts(&own, Timeouts::default()).map_err(|e| e.below(["timeouts"]))?,
            table: table.unwrap_or(default_table),
            folder,
            evaluators,
        })
    }
}

/// The power of two of entries that a table of `hash` MiB has; `old` is the value of the key `table`, which was that power.
fn table(hash: Option<u32>, old: Option<&toml::Value>) -> Resolved<Option<u8>> {
    if let Some(old) = old {
        let sizes = (0..=MOST_HASH.ilog2()).map(|doublings| 1 << doublings);
        let had = old.as_integer().unwrap_or_default();
        let fits = |&mib: &u32| table_of(mib).is_some_and(|bits| i64::from(bits) <= had);
        let mib = sizes.filter(fits).max().unwrap_or(1);
        let given = old.to_string();
        return Err(Located::new(["table"], Problem::OldTable { given, mib }));
    }
    let Some(given) = hash else {
        return Ok(None);
    };
    match table_of(given) {
        Some(bits) => Ok(Some(bits)),
        None => Err(Located::new(["hash"], Problem::Hash { given })),
    }
}

/// The engines' names; a misspelt evaluator is reported before its consequences.
pub(super) fn names(engines: &[RawEngine]) -> Resolved<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for (index, engine) in engines.iter().enumerate() {
        let at = index.to_string();
        let fault = |key, problem| Err(Located::new(["engine", &at, key], problem));
        let Some(name) = name(engine) else {
            return fault("evaluator", Problem::NoEngine);
        };
        if let Some(reason) = bad_name(&name) {
            let given = name;
            return fault("name", Problem::EngineName { given, reason });
        }
        if let Some(first) = names.iter().position(|earlier| *earlier == name) {
            return fault("name", Problem::DuplicateName { name, first });
        }
        names.push(name);
    }
    Ok(names)
}

/// The name to play under: the evaluator's or the program's unless another is given.
fn name(engine: &RawEngine) -> Option<String> {
    let stem = |path: &str| {
        let stem = Path::new(path).file_stem().and_then(|name| name.to_str());
        stem.unwrap_or_default().to_owned()
    };
    let own = engine.name.as_ref().or(engine.evaluator.as_ref());
    let evaluation = || match engine.evaluation.as_deref()?.parse::<Spec>() {
        Ok(spec) => Some(spec.short_name()),
        // The fault is reported where the evaluation is read.
        Err(_) => Some("evaluation".to_owned()),
    };
    let program = || engine.command.as_deref().map(stem);
    own.cloned().or_else(program).or_else(evaluation)
}

/// Gives an engine's keys their meaning.
pub(super) fn resolve(raw: RawEngine, name: String, common: &Common<'_>) -> Resolved<EngineConfig> {
    let limits = raw.limits.clone().unwrap_or_default();
    let below = |error: Located| error.below(["limits"]);
    let own = shared_limit(&limits).map_err(below)?;
    if raw.limits.is_some() && own.is_none() && limits.margin.is_none() {
        return Err(Located::new(["limits"], Problem::NoLimit));
    }
    let limit = own.or(common.limit);
    let limit = limit.ok_or_else(|| Located::new(["limits"], Problem::NoLimit))?;
    let margin = margin(&limits).map_err(below)?.or(common.margin);
    let speed = raw.speed;
    speed.map_or(Ok(()), |speed| between(["speed"], speed, SPEED))?;
    let no_speed = || Located::new(["speed"], Problem::NoSpeed);
    if common.by_speed && speed.is_none() {
        return Err(no_speed());
    }
    let limit = limit.of(speed).ok_or_else(no_speed)?;
    Ok(EngineConfig {
        name,
        speed,
        description: description(&raw)?,
        kind: kind(raw, common)?,
        limit,
        margin: margin.unwrap_or_else(|| default_margin(limit)),
    })
}

/// The years that a document can be of.
const YEARS: RangeInclusive<u64> = 1700..=2999;

/// The description of an engine.
fn description(raw: &RawEngine) -> Resolved<Description> {
    if let Some(year) = raw.year {
        within(["year"], u64::from(year), YEARS)?;
    }
    for (key, given) in [("kind", &raw.kind), ("source", &raw.source)] {
        let Some(given) = given else { continue };
        if given.is_empty() || given.chars().any(char::is_control) {
            return Err(text(key, given, "is no text for a table; write a few words"));
        }
    }
    Ok(Description { year: raw.year, kind: raw.kind.clone(), source: raw.source.clone() })
}

fn kind(raw: RawEngine, common: &Common<'_>) -> Resolved<EngineKind> {
    let kind = raw.engine_kind();
    let kind = kind.ok_or_else(|| Located::new(["evaluator"], Problem::NoEngine))?;
    if let Some((key, kinds)) = raw.foreign_key(kind) {
        let belongs: Vec<&str> = kinds.iter().map(|kind| kind.text()).collect();
        let problem = Problem::WrongKind {
            key,
            belongs: belongs.join(" or "),
            is: kind.text(),
            because: kind.key(),
        };
        return Err(Located::new([key], problem));
    }
    Ok(match kind {
        RawKind::Evaluator => EngineKind::Evaluator(evaluator(raw, common)?),
        RawKind::Evaluation => EngineKind::Evaluator(evaluation(raw, common)?),
        RawKind::Program => EngineKind::Program(Box::new(program(raw, common)?)),
    })
}

/// An evaluation from outside: its options are the parameters.
fn evaluation(mut raw: RawEngine, common: &Common<'_>) -> Resolved<EvaluatorConfig> {
    let text = raw.evaluation.take().unwrap_or_default();
    checked_text("evaluation", &text)?;
    text.parse::<Spec>().map_err(|error| {
        let message = error.to_string();
        Located::new(["evaluation"], Problem::Evaluation { message })
    })?;
    let own = raw.timeouts.take().unwrap_or_default();
    let external = ExternalConfig {
        folder: common.folder.to_owned(),
        timeouts: timeouts(&own, common.timeouts).map_err(|e| e.below(["timeouts"]))?,
    };
    Ok(EvaluatorConfig { external: Some(Box::new(external)), ..settings(text, raw, common)? })
}

fn evaluator(mut raw: RawEngine, common: &Common<'_>) -> Resolved<EvaluatorConfig> {
    let evaluator = raw.evaluator.take().unwrap_or_default();
    if !common.evaluators.contains(&evaluator.as_str()) {
        let problem = unknown(&evaluator, common.evaluators);
        return Err(Located::new(["evaluator"], problem));
    }
    settings(evaluator, raw, common)
}

/// The settings that evaluations have, the arena's and those from outside.
fn settings(evaluator: String, raw: RawEngine, common: &Common<'_>) -> Resolved<EvaluatorConfig> {
    let table = table(raw.hash, raw.table.as_ref())?.unwrap_or(common.table);
    let mut given = parameters(raw.params, common)?;
    scalars("params", &given.params)?;
    // An evaluation from outside calls its parameters options.
    let options = raw.options.unwrap_or_default();
    checked_options(&options)?;
    given.params.extend(options);
    Ok(EvaluatorConfig {
        evaluator,
        external: None,
        params: given.params,
        disable: raw.disable.unwrap_or(given.disable),
        table,
        margin_scale: margin_scale(raw.margin_scale.or(given.margin_scale))?,
        eval_scale: eval_scale(raw.eval_scale.or(given.eval_scale))?,
        search: search::numbers(&raw.search.unwrap_or(given.search))?,
    })
}

/// The parameters of a table or a file; the engine's own table has precedence.
fn parameters(raw: Option<RawParams>, common: &Common<'_>) -> Resolved<Parameters> {
    match raw {
        None => Ok(Parameters::default()),
        Some(RawParams::Table(params)) => Ok(Parameters { params, ..Parameters::default() }),
        Some(RawParams::File(name)) => {
            let read = Parameters::load(&common.folder.join(name));
            read.map_err(|error| {
                let message = error.to_string();
                Located::new(["params"], Problem::Parameters { message })
            })
        }
    }
}

fn program(raw: RawEngine, common: &Common<'_>) -> Resolved<ProgramConfig> {
    let command = raw.command.unwrap_or_default();
    checked_text("command", &command)?;
    if command.is_empty() {
        return Err(text("command", &command, "names no program; give its name or its path"));
    }
    let args = raw.args.unwrap_or_default();
    args.iter().try_for_each(|arg| checked_text("args", arg))?;
    let env = raw.env.unwrap_or_default();
    for (name, value) in &env {
        if name.is_empty() || name.contains('=') {
            return Err(text("env", name, "cannot name an environment variable; choose another"));
        }
        checked_text("env", name).and_then(|()| checked_text("env", value))?;
    }
    let options = raw.options.unwrap_or_default();
    checked_options(&options)?;
    let dir = raw.dir;
    dir.iter().try_for_each(|dir| checked_text("dir", dir))?;
    let own = raw.timeouts.unwrap_or_default();
    let is_path = command.contains(is_separator);
    Ok(ProgramConfig {
        path: is_path.then(|| common.folder.join(&command)),
        command,
        args,
        folder: dir.as_ref().map(|dir| common.folder.join(dir)),
        dir,
        env,
        options,
        scores_from_white: raw.scores == Some(ScoreSide::White),
        timeouts: timeouts(&own, common.timeouts).map_err(|e| e.below(["timeouts"]))?,
    })
}

/// An error unless these can be UCI options.
pub(super) fn checked_options(options: &toml::Table) -> Resolved<()> {
    for (name, value) in options {
        let value = value.as_str().unwrap_or_default();
        checked_text("options", name).and_then(|()| checked_text("options", value))?;
    }
    scalars("options", options)
}

/// An error unless all values of the table `key` can be those of parameters or options.
fn scalars(key: &'static str, table: &toml::Table) -> Resolved<()> {
    match table.iter().find(|(_, value)| !is_scalar(value)) {
        Some((name, _)) => Err(Located::new([key, name], Problem::OptionType)),
        None => Ok(()),
    }
}

/// A line break in an option would be another command, and no system takes a zero byte.
fn checked_text(key: &'static str, given: &str) -> Resolved<()> {
    if given.contains(['\n', '\r', '\0']) {
        return Err(text(key, given, "has a line break or a zero byte in it; remove it"));
    }
    Ok(())
}

fn text(key: &'static str, given: &str, reason: &'static str) -> Located {
    let given = given.to_owned();
    Located::new([key], Problem::Text { given, reason })
}
