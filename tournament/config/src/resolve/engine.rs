//! An `[[engine]]` table: a built-in evaluator, an evaluation from outside or a UCI engine, with limit and timeouts.

use std::ops::RangeInclusive;
use std::path::{Path, is_separator};
use std::time::Duration;

use eval_external::Spec;

use super::{default_margin, limit_and_margin, no_limit, timeouts};
use crate::engine_config::{
    Description, EngineConfig, EngineKind, EvaluatorConfig, ExternalConfig, MAX_HASH, Parameters,
    ProgramConfig, numbers, table_of,
};
use crate::error::{
    KeyProblem, KeyResult, NOT_SCALAR, between, checked_name, checked_scales, is_scalar,
    unique_name, unknown, within,
};
use crate::limit::SharedLimit;
use crate::raw::{RawConfig, RawEngine, RawKind, RawParams};
use crate::rules::ScoreSide;
use crate::{TimeControl, Timeouts};

/// Two to this power entries are 1 MiB, which stays in the cache and is fastest in fixed-node games.
pub(crate) const DEFAULT_TABLE: u8 = 16;
const SPEED: RangeInclusive<f64> = 1.0..=1e12;

pub(crate) struct Common<'a> {
    limit: Option<SharedLimit>,
    /// True if a time control goes by the speeds of engines.
    by_speed: bool,
    margin: Option<Duration>,
    timeouts: Timeouts,
    table: u8,
    folder: &'a Path,
    evaluators: &'a [&'a str],
}

impl<'a> Common<'a> {
    /// With time controls the first of them replaces `[limits]`.
    pub(crate) fn new(
        raw: &RawConfig,
        time_controls: &[TimeControl],
        folder: &'a Path,
        evaluators: &'a [&'a str],
        default_table: u8,
    ) -> KeyResult<Self> {
        let first = time_controls.first();
        let (limit, margin) = limit_and_margin(raw.limits.as_ref())?;
        Ok(Self {
            limit: first.map(|first| first.limit).or(limit),
            by_speed: time_controls.iter().any(|own| own.limit.is_at_speed()),
            margin: margin.or(first.map(|first| first.margin)),
            timeouts: timeouts(&raw.timeouts, Timeouts::default())?,
            table: table(raw.run.hash)
                .map_err(|error| error.below(["run"]))?
                .unwrap_or(default_table),
            folder,
            evaluators,
        })
    }
}

/// The power of two of entries that a table of `hash` MiB has.
pub(crate) fn table(hash: Option<u32>) -> KeyResult<Option<u8>> {
    let Some(given) = hash else {
        return Ok(None);
    };
    let problem = || {
        format!("{given} is not a hash size; choose 1, 2, 4 ... {MAX_HASH} (MiB, a power of two)")
    };
    table_of(given).map(Some).ok_or_else(|| KeyProblem::new(["hash"], problem()))
}

/// The problem of an engine that names neither an evaluator nor a program.
const NO_ENGINE: &str =
    "missing; add evaluator = \"material\", or command = \"...\" for a UCI program";

/// The engines' names; a misspelt evaluator is reported before its consequences.
pub(crate) fn names(engines: &[RawEngine]) -> KeyResult<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for (index, engine) in engines.iter().enumerate() {
        let checked = || {
            let name = name(engine);
            let name = name.ok_or_else(|| KeyProblem::new(["evaluator"], NO_ENGINE))?;
            checked_name(&name)?;
            unique_name(&names, &name)?;
            Ok(name)
        };
        let checked =
            checked().map_err(|error: KeyProblem| error.below(["engine", &index.to_string()]))?;
        names.push(checked);
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

/// Gives the keys of all engines their meaning.
pub(crate) fn resolve_all(
    engines: Vec<RawEngine>,
    names: Vec<String>,
    common: &Common<'_>,
) -> KeyResult<Vec<EngineConfig>> {
    let engines = engines.into_iter().zip(names).enumerate();
    let engines = engines.map(|(index, (raw, name))| {
        resolve(raw, name, common).map_err(|error| error.below(["engine", &index.to_string()]))
    });
    engines.collect()
}

fn resolve(raw: RawEngine, name: String, common: &Common<'_>) -> KeyResult<EngineConfig> {
    let (limit, margin) = limit_and_margin(raw.limits.as_ref())?;
    let limit = limit.or(common.limit);
    let limit = limit.ok_or_else(|| KeyProblem::new(["limits"], no_limit()))?;
    let speed = raw.speed;
    speed.map_or(Ok(()), |speed| between(["speed"], speed, SPEED))?;
    let no_speed = || {
        let problem = "missing, and ms_at_speed is a limit by it; add the nodes that it searches a second, as a run's \
                       table has them: speed = 3.2e6";
        KeyProblem::new(["speed"], problem)
    };
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
        margin: margin.or(common.margin).unwrap_or_else(|| default_margin(limit)),
    })
}

/// The years that a document can be of.
const YEARS: RangeInclusive<u64> = 1700..=2999;

fn description(raw: &RawEngine) -> KeyResult<Description> {
    if let Some(year) = raw.year {
        within(["year"], u64::from(year), YEARS)?;
    }
    for (key, given) in [("kind", &raw.kind), ("source", &raw.source)] {
        let Some(given) = given else { continue };
        if given.is_empty() || given.chars().any(char::is_control) {
            return Err(text(key, given, "is not a text for a table; write a few words"));
        }
    }
    Ok(Description { year: raw.year, kind: raw.kind.clone(), source: raw.source.clone() })
}

fn kind(raw: RawEngine, common: &Common<'_>) -> KeyResult<EngineKind> {
    let kind = raw.engine_kind();
    let kind = kind.ok_or_else(|| KeyProblem::new(["evaluator"], NO_ENGINE))?;
    if let Some((key, kinds)) = raw.foreign_key(kind) {
        let belongs: Vec<&str> = kinds.iter().map(|kind| kind.text()).collect();
        let problem = format!(
            "{key} is for {}, and this engine is {} (it has `{}`); remove one of the two",
            belongs.join(" or "),
            kind.text(),
            kind.key()
        );
        return Err(KeyProblem::new([key], problem));
    }
    Ok(match kind {
        RawKind::Evaluator => EngineKind::Evaluator(evaluator(raw, common)?),
        RawKind::Evaluation => EngineKind::Evaluator(evaluation(raw, common)?),
        RawKind::Program => EngineKind::Program(Box::new(program(raw, common)?)),
    })
}

/// An evaluation from outside: its options are the parameters.
fn evaluation(mut raw: RawEngine, common: &Common<'_>) -> KeyResult<EvaluatorConfig> {
    let text = raw.evaluation.take().unwrap_or_default();
    checked_text("evaluation", &text)?;
    let spec = text.parse::<Spec>();
    spec.map_err(|error| KeyProblem::new(["evaluation"], error.to_string()))?;
    let own = raw.timeouts.take().unwrap_or_default();
    let external = ExternalConfig {
        folder: common.folder.to_owned(),
        timeouts: timeouts(&own, common.timeouts)?,
    };
    Ok(EvaluatorConfig { external: Some(Box::new(external)), ..settings(text, raw, common)? })
}

fn evaluator(mut raw: RawEngine, common: &Common<'_>) -> KeyResult<EvaluatorConfig> {
    let evaluator = raw.evaluator.take().unwrap_or_default();
    if !common.evaluators.contains(&evaluator.as_str()) {
        let problem = unknown(&evaluator, common.evaluators);
        return Err(KeyProblem::new(["evaluator"], problem));
    }
    settings(evaluator, raw, common)
}

fn settings(evaluator: String, raw: RawEngine, common: &Common<'_>) -> KeyResult<EvaluatorConfig> {
    let table = table(raw.hash)?.unwrap_or(common.table);
    let mut given = parameters(raw.params, common)?;
    scalars("params", &given.params)?;
    // An evaluation from outside calls its parameters options.
    let options = raw.options.unwrap_or_default();
    checked_options(&options)?;
    given.params.extend(options);
    let margin_scale = raw.margin_scale.or(given.margin_scale);
    let eval_scale = raw.eval_scale.or(given.eval_scale);
    checked_scales(margin_scale, eval_scale)?;
    Ok(EvaluatorConfig {
        evaluator,
        external: None,
        params: given.params,
        disable: raw.disable.unwrap_or(given.disable),
        table,
        margin_scale,
        eval_scale,
        search: numbers(&raw.search.unwrap_or(given.search))?,
    })
}

/// The parameters of a table or a file; the engine's own table has precedence.
fn parameters(raw: Option<RawParams>, common: &Common<'_>) -> KeyResult<Parameters> {
    match raw {
        None => Ok(Parameters::default()),
        Some(RawParams::Table(params)) => Ok(Parameters { params, ..Parameters::default() }),
        Some(RawParams::File(name)) => {
            let read = Parameters::load(&common.folder.join(name));
            read.map_err(|error| {
                KeyProblem::new(["params"], format!("names no file of parameters: {error}"))
            })
        }
    }
}

fn program(raw: RawEngine, common: &Common<'_>) -> KeyResult<ProgramConfig> {
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
        timeouts: timeouts(&own, common.timeouts)?,
    })
}

/// An error unless these can be UCI options.
pub(crate) fn checked_options(options: &toml::Table) -> KeyResult<()> {
    for (name, value) in options {
        let value = value.as_str().unwrap_or_default();
        checked_text("options", name).and_then(|()| checked_text("options", value))?;
    }
    scalars("options", options)
}

/// An error unless all values of the table `key` can be those of parameters or options.
fn scalars(key: &'static str, table: &toml::Table) -> KeyResult<()> {
    match table.iter().find(|(_, value)| !is_scalar(value)) {
        Some((name, _)) => Err(KeyProblem::new([key, name], NOT_SCALAR)),
        None => Ok(()),
    }
}

/// A line break in an option would be another command, and no system takes a zero byte.
fn checked_text(key: &'static str, given: &str) -> KeyResult<()> {
    if given.contains(['\n', '\r', '\0']) {
        return Err(text(key, given, "has a line break or a zero byte in it; remove it"));
    }
    Ok(())
}

fn text(key: &str, given: &str, problem: &str) -> KeyProblem {
    KeyProblem::new([key], format!("{given:?} {problem}"))
}
