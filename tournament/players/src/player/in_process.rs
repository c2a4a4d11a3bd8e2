//! A player inside this process: no pipe, no other program, only a search, with the parameters of a configuration.

use std::time::Duration;

use config::{EvaluatorConfig, ExternalConfig};
use engine_core::options::{Configure, OptionError, OptionInfo, matches};
use engine_core::params::{Params, tunable};
use engine_core::search::Report;
use eval_external::ExternalEvaluator;
use evaluators::registry;
use evaluators::{AnyEvaluator, EvaluationError, Searcher};

use super::{Info, Player, PlayerError, Reply, Request, WaitTimes};
use crate::record::{Failure, FailureKind};
use crate::{external, scale};

/// A search that plays. It takes memory only from its first move, or the one after a rest, on.
pub(super) struct InProcess {
    evaluator: Box<dyn AnyEvaluator>,
    config: EvaluatorConfig,
    params: Params,
    search: Option<Box<dyn Searcher>>,
}

impl InProcess {
    /// A player that uses the search of `config`; `engine` is for messages.
    pub(super) fn new(engine: &str, config: &EvaluatorConfig) -> Result<InProcess, PlayerError> {
        let (evaluator, params) = (configured(engine, config)?, params(engine, config)?);
        Ok(InProcess { evaluator, config: config.clone(), params, search: None })
    }

    fn search(&mut self) -> &mut dyn Searcher {
        let Self { evaluator, config, params, search } = self;
        let table = config.table.into();
        &mut **search.get_or_insert_with(|| searcher(&**evaluator, config, *params, table))
    }
}

impl Player for InProcess {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.search().clear();
        Ok(())
    }

    fn think_aloud(&mut self, task: &Request<'_>, observer: &mut dyn FnMut(&Info)) -> Result<Reply, Failure> {
        let before = processor_time();
        let outcome = self.search().go(task.game, task.limits, &mut |report| {
            if report.is_result()
                && let Some(&best) = report.line.first()
            {
                observer(&Info {
                    best,
                    score: Some(report.score.into()),
                    depth: report.depth,
                    nodes: report.nodes,
                    time: report.time,
                });
            }
        });
        outcome.map(|outcome| thought(outcome, before)).map_err(|error| failed(&error))
    }

    fn waited(&self) -> Option<WaitTimes> {
        WaitTimes::of_current_thread()
    }

    fn scale(&self) -> f64 {
        scale::of_evaluator(&self.config, &self.evaluator.info())
    }

    fn rest(&mut self) {
        self.search = None;
    }
}

/// A failure of an evaluation from outside, which does not play here.
fn failed(error: &EvaluationError) -> Failure {
    Failure { kind: FailureKind::Crash, detail: error.to_string(), log: Vec::new() }
}

/// `before` is the processor time at its beginning.
fn thought(outcome: Report, before: Option<Duration>) -> Reply {
    let now = processor_time();
    Reply {
        best: outcome.best(),
        ponder: None,
        line: outcome.line,
        score: Some(outcome.score.into()),
        expected: None,
        depth: outcome.depth,
        selective_depth: i32::try_from(outcome.selective_depth).ok().map(|longest| longest.max(outcome.depth)),
        nodes: outcome.nodes,
        time: outcome.time,
        processor_time: now.zip(before).map(|(now, before)| now.saturating_sub(before)),
        unasked: 0,
    }
}

/// The processor time of this thread so far; `None` if the system does not report it.
pub fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
    }
    #[cfg(not(unix))]
    None
}

/// The evaluator of `config` with its parameters and without the rules that it disables: switched off by the evaluator
/// itself, or masked. `engine` is for messages.
pub fn configured(engine: &str, config: &EvaluatorConfig) -> Result<Box<dyn AnyEvaluator>, PlayerError> {
    if let Some(external) = &config.external {
        return from_outside(engine, config, external, false).map(external::boxed);
    }
    let mut evaluator = registry::evaluator(&config.evaluator)
        .ok_or_else(|| PlayerError::of(engine, format!(": there is no evaluator \"{}\"", config.evaluator)))?;
    let options = evaluator.options();
    set_params(&options, &mut |name, value| evaluator.set(name, value), engine, config)?;
    let patterns: Vec<&str> = config.disable.iter().map(String::as_str).collect();
    evaluator.without(&patterns).map_err(disable_error(engine))
}

/// The same where values are measured: a second process confirms those of an evaluation from outside.
pub fn confirmed(engine: &str, config: &EvaluatorConfig) -> Result<Box<dyn AnyEvaluator>, PlayerError> {
    match &config.external {
        Some(external) => from_outside(engine, config, external, true).map(external::boxed),
        None => configured(engine, config),
    }
}

/// The evaluation from outside of `config` in a process of its own, with its options and without the terms that it
/// disables; `engine` is for messages. With `confirms` a second process confirms its values.
pub fn from_outside(
    engine: &str,
    config: &EvaluatorConfig,
    external: &ExternalConfig,
    confirms: bool,
) -> Result<ExternalEvaluator, PlayerError> {
    let mut evaluator = external::open(config, external, confirms)
        .map_err(|error| PlayerError::of(engine, format!(", evaluation {}: {error}", config.evaluator)))?;
    let options = evaluator.options();
    set_params(&options, &mut |name, value| evaluator.set(name, value), engine, config)?;
    let patterns: Vec<&str> = config.disable.iter().map(String::as_str).collect();
    evaluator.disable(&patterns).map_err(disable_error(engine))?;
    Ok(evaluator)
}

fn disable_error(engine: &str) -> impl Fn(OptionError) -> PlayerError {
    move |error| PlayerError::of(engine, format_args!(", disable: {error}"))
}

/// Sets the parameters of `config`; `engine` is for messages. A parameter with a `*` in its name sets all options that
/// match; names without come after it.
fn set_params(
    options: &[OptionInfo],
    set: &mut dyn FnMut(&str, &str) -> Result<(), OptionError>,
    engine: &str,
    config: &EvaluatorConfig,
) -> Result<(), PlayerError> {
    for (name, value) in &config.params {
        let value = match value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Boolean(_) | toml::Value::Integer(_) | toml::Value::Float(_) => value.to_string(),
            _ => {
                let what = ", params: ".to_owned() + name;
                let what = what + " must be a text, true, false or a finite number";
                return Err(PlayerError::of(engine, what));
            }
        };
        let matching = options.iter().map(|option| option.name);
        let mut names: Vec<&str> = matching.filter(|option| matches(name, option)).collect();
        if !name.contains('*') || names.is_empty() {
            names = vec![name];
        }
        let mut names = names.into_iter();
        let set = names.try_for_each(|name| set(name, &value));
        set.map_err(|error| PlayerError::param(engine, error))?;
    }
    Ok(())
}

/// The numbers of a search as `config` has them; `engine` is for messages.
pub(crate) fn params(engine: &str, config: &EvaluatorConfig) -> Result<Params, PlayerError> {
    let mut params = Params::MICHNIEWSKI;
    for (name, value) in &config.search {
        let set = tunable(name).and_then(|known| known.set(&mut params, *value));
        set.map_err(|error| PlayerError::of(engine, format_args!(", search: {error}")))?;
    }
    Ok(params)
}

/// A search with the factor on its margins of `config`, these numbers and a table of two to the power `table` entries.
pub(crate) fn searcher(
    evaluator: &dyn AnyEvaluator,
    config: &EvaluatorConfig,
    params: Params,
    table: u32,
) -> Box<dyn Searcher> {
    let mut search = evaluator.searcher(table);
    search.set_params(params);
    if let Some(margin_scale) = config.margin_scale {
        search.set_margin_scale(margin_scale);
    }
    search
}
