//! An `[[engine]]` table: a built-in evaluator, an evaluation from outside or a UCI engine, with limit and timeouts.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, is_separator};
use std::time::Duration;

use eval_external::Spec;
use serde::Deserialize;

use crate::engine_config::{
    Description, EngineConfig, EngineKind, EvaluatorConfig, ExternalConfig, MAX_HASH, Parameters, ProgramConfig,
    numbers, table_of,
};
use crate::error::{
    KeyProblem, KeyResult, NOT_SCALAR, between, check_name, check_scales, is_scalar, resolve_each, unknown, within,
};
use crate::limit::{RawLimits, RawTimeouts, SharedLimit, default_margin, no_limit};
use crate::rules::ScoreSide;
use crate::{TimeControl, Timeouts};

/// `params` of an `[[engine]]`: parameters, or a file of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(
    untagged,
    expecting = "must be a table of parameters, or the name of a file of them, as `evalarena tune` writes it"
)]
pub(super) enum RawParams {
    Table(toml::Table),
    File(String),
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [[engine]]")]
pub(super) struct RawEngine {
    pub(super) name: Option<String>,
    pub(super) evaluator: Option<String>,
    pub(super) evaluation: Option<String>,
    pub(super) params: Option<RawParams>,
    pub(super) disable: Option<Vec<String>>,
    pub(super) limits: Option<RawLimits>,
    pub(super) speed: Option<f64>,
    pub(super) year: Option<u16>,
    pub(super) kind: Option<String>,
    pub(super) source: Option<String>,
    pub(super) hash: Option<u32>,
    pub(super) margin_scale: Option<f64>,
    pub(super) eval_scale: Option<f64>,
    pub(super) search: Option<toml::Table>,
    pub(super) command: Option<String>,
    pub(super) args: Option<Vec<String>>,
    pub(super) dir: Option<String>,
    pub(super) env: Option<BTreeMap<String, String>>,
    pub(super) options: Option<toml::Table>,
    pub(super) scores: Option<ScoreSide>,
    pub(super) timeouts: Option<RawTimeouts>,
}

/// The kinds of engines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RawKind {
    Evaluator,
    Evaluation,
    Program,
}

impl RawKind {
    /// The key that makes an engine one of this kind, and what it is then.
    fn key_and_text(self) -> (&'static str, &'static str) {
        match self {
            RawKind::Evaluator => ("evaluator", "an evaluator of the arena"),
            RawKind::Evaluation => ("evaluation", "an evaluation from outside"),
            RawKind::Program => ("command", "a UCI program"),
        }
    }
}

/// The problem of an engine that names neither an evaluator nor a program.
const NO_ENGINE: &str = "missing; add evaluator = \"material\", or command = \"...\" for a UCI program";

impl RawEngine {
    /// The kind of engine that its keys describe, the most particular of them first; an error if others have no place.
    fn engine_kind(&self) -> KeyResult<RawKind> {
        use RawKind::{Evaluation, Evaluator, Program};
        const SEARCH: &[RawKind] = &[Evaluator, Evaluation];
        const OUTSIDE: &[RawKind] = &[Evaluation, Program];
        let kind = match (&self.command, &self.evaluation, &self.evaluator) {
            (Some(_), _, _) => Program,
            (None, Some(_), _) => Evaluation,
            (None, None, Some(_)) => Evaluator,
            (None, None, None) => return Err(KeyProblem::new("evaluator", NO_ENGINE)),
        };
        let keys: [(&str, &[RawKind], bool); 14] = [
            ("evaluator", &[Evaluator], self.evaluator.is_some()),
            ("params", SEARCH, self.params.is_some()),
            ("disable", SEARCH, self.disable.is_some()),
            ("hash", SEARCH, self.hash.is_some()),
            ("margin_scale", SEARCH, self.margin_scale.is_some()),
            ("eval_scale", SEARCH, self.eval_scale.is_some()),
            ("search", SEARCH, self.search.is_some()),
            ("evaluation", &[Evaluation], self.evaluation.is_some()),
            ("args", &[Program], self.args.is_some()),
            ("dir", &[Program], self.dir.is_some()),
            ("env", &[Program], self.env.is_some()),
            ("options", OUTSIDE, self.options.is_some()),
            ("scores", &[Program], self.scores.is_some()),
            ("timeouts", OUTSIDE, self.timeouts.is_some()),
        ];
        for (key, kinds, is_given) in keys {
            if is_given && !kinds.contains(&kind) {
                let belongs: Vec<&str> = kinds.iter().map(|kind| kind.key_and_text().1).collect();
                let (own, text) = kind.key_and_text();
                let problem = format!(
                    "{key} is for {}, and this engine is {text} (it has `{own}`); remove one of the two",
                    belongs.join(" or ")
                );
                return Err(KeyProblem::new(key, problem));
            }
        }
        Ok(kind)
    }
}

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
        (limits, time_controls): (Option<&RawLimits>, &[TimeControl]),
        timeouts: &RawTimeouts,
        table: u8,
        folder: &'a Path,
        evaluators: &'a [&'a str],
    ) -> KeyResult<Self> {
        let first = time_controls.first();
        let (limit, margin) = RawLimits::resolve(limits)?;
        Ok(Self {
            limit: first.map(|first| first.limit).or(limit),
            by_speed: time_controls.iter().any(|own| own.limit.is_at_speed()),
            margin: margin.or(first.map(|first| first.margin)),
            timeouts: timeouts.resolve(Timeouts::default())?,
            table,
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
    let problem = format!("{given} is not a hash size; choose 1, 2, 4 ... {MAX_HASH} (MiB, a power of two)");
    table_of(given).map(Some).ok_or_else(|| KeyProblem::new("hash", problem))
}

/// The engines' names; a misspelt evaluator is reported before its consequences.
pub(crate) fn names(engines: &[RawEngine]) -> KeyResult<Vec<String>> {
    resolve_each("engine", engines, |engine, earlier: &[String]| {
        let name = name(engine).ok_or_else(|| KeyProblem::new("evaluator", NO_ENGINE))?;
        check_name(&name, earlier.iter())?;
        Ok(name)
    })
}

/// The name to play under: the evaluator's or the program's unless another is given.
fn name(engine: &RawEngine) -> Option<String> {
    if let Some(own) = engine.name.as_ref().or(engine.evaluator.as_ref()) {
        return Some(own.clone());
    }
    if let Some(command) = &engine.command {
        let stem = Path::new(command).file_stem().and_then(|name| name.to_str());
        return Some(stem.unwrap_or_default().to_owned());
    }
    // A fault is reported where the evaluation is read.
    let spec = engine.evaluation.as_deref()?.parse::<Spec>();
    Some(spec.map_or_else(|_| "evaluation".to_owned(), |spec| spec.short_name()))
}

/// Gives the keys of all engines their meaning.
pub(crate) fn resolve_all(
    engines: Vec<RawEngine>,
    names: Vec<String>,
    common: &Common<'_>,
) -> KeyResult<Vec<EngineConfig>> {
    let engines = engines.into_iter().zip(names);
    resolve_each("engine", engines, |(raw, name), _| resolve(raw, name, common))
}

fn resolve(raw: RawEngine, name: String, common: &Common<'_>) -> KeyResult<EngineConfig> {
    let (limit, margin) = RawLimits::resolve(raw.limits.as_ref())?;
    let limit = limit.or(common.limit).ok_or_else(no_limit)?;
    let speed = raw.speed;
    if let Some(speed) = speed {
        between("speed", speed, SPEED)?;
    }
    let own = if common.by_speed && speed.is_none() { None } else { limit.of(speed) };
    let limit = own.ok_or_else(|| {
        let problem = "missing, and ms_at_speed is a limit by it; add the nodes that it searches a second, as a run's \
                       table has them: speed = 3.2e6";
        KeyProblem::new("speed", problem)
    })?;
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
        within("year", year, YEARS)?;
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
    Ok(match raw.engine_kind()? {
        RawKind::Program => EngineKind::Program(Box::new(program(raw, common)?)),
        _ => EngineKind::Evaluator(evaluator(raw, common)?),
    })
}

fn evaluator(raw: RawEngine, common: &Common<'_>) -> KeyResult<EvaluatorConfig> {
    let external = match &raw.evaluation {
        None => None,
        Some(name) if common.evaluators.contains(&name.as_str()) => {
            let problem = format!("{name:?} is an evaluator of the arena; write evaluator = {name:?}");
            return Err(KeyProblem::new("evaluation", problem));
        }
        Some(text) => {
            check_text("evaluation", text)?;
            let spec = text.parse::<Spec>();
            spec.map_err(|error| KeyProblem::new("evaluation", error.to_string()))?;
            let timeouts = raw.timeouts.clone().unwrap_or_default().resolve(common.timeouts)?;
            Some(Box::new(ExternalConfig { folder: common.folder.to_owned(), timeouts }))
        }
    };
    let evaluator = raw.evaluation.or(raw.evaluator).unwrap_or_default();
    if external.is_none() && !common.evaluators.contains(&evaluator.as_str()) {
        return Err(KeyProblem::new("evaluator", unknown(&evaluator, common.evaluators)));
    }
    let table = table(raw.hash)?.unwrap_or(common.table);
    let mut given = parameters(raw.params, common)?;
    check_scalars("params", &given.params)?;
    // An evaluation from outside calls its parameters options.
    let options = raw.options.unwrap_or_default();
    check_options(&options)?;
    given.params.extend(options);
    let margin_scale = raw.margin_scale.or(given.margin_scale);
    let eval_scale = raw.eval_scale.or(given.eval_scale);
    check_scales(margin_scale, eval_scale)?;
    Ok(EvaluatorConfig {
        evaluator,
        external,
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
            read.map_err(|error| KeyProblem::new("params", format!("names no file of parameters: {error}")))
        }
    }
}

fn program(raw: RawEngine, common: &Common<'_>) -> KeyResult<ProgramConfig> {
    let command = raw.command.unwrap_or_default();
    check_text("command", &command)?;
    if command.is_empty() {
        return Err(text("command", &command, "names no program; give its name or its path"));
    }
    let args = raw.args.unwrap_or_default();
    args.iter().try_for_each(|arg| check_text("args", arg))?;
    let env = raw.env.unwrap_or_default();
    for (name, value) in &env {
        if name.is_empty() || name.contains('=') {
            return Err(text("env", name, "cannot name an environment variable; choose another"));
        }
        check_text("env", name).and_then(|()| check_text("env", value))?;
    }
    let options = raw.options.unwrap_or_default();
    check_options(&options)?;
    let dir = raw.dir;
    dir.iter().try_for_each(|dir| check_text("dir", dir))?;
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
        timeouts: raw.timeouts.unwrap_or_default().resolve(common.timeouts)?,
    })
}

/// An error unless these can be UCI options.
pub(crate) fn check_options(options: &toml::Table) -> KeyResult<()> {
    for (name, value) in options {
        let value = value.as_str().unwrap_or_default();
        check_text("options", name).and_then(|()| check_text("options", value))?;
    }
    check_scalars("options", options)
}

/// An error unless all values of the table `key` can be those of parameters or options.
fn check_scalars(key: &str, table: &toml::Table) -> KeyResult<()> {
    match table.iter().find(|(_, value)| !is_scalar(value)) {
        Some((name, _)) => Err(KeyProblem::of_entry(key, name, NOT_SCALAR)),
        None => Ok(()),
    }
}

/// A line break in an option would be another command, and no system takes a zero byte.
fn check_text(key: &str, given: &str) -> KeyResult<()> {
    if given.contains(['\n', '\r', '\0']) {
        return Err(text(key, given, "has a line break or a zero byte in it; remove it"));
    }
    Ok(())
}

fn text(key: &str, given: &str, problem: &str) -> KeyProblem {
    KeyProblem::new(key, format!("{given:?} {problem}"))
}
