//! A player inside this process: no pipe, no other program, only a search, with the parameters of a configuration.

use std::time::Duration;

use config::{EvaluatorConfig, ExternalConfig};
use engine_core::evaluator::Evaluator;
use engine_core::options::{Configure, OptionError, matches};
use engine_core::params::Params;
use engine_core::params::tunable::tunable;
use engine_core::rule_mask::RuleMask;
use engine_core::search::SearchResult;
use eval_external::ExternalEvaluator;
use evaluators::registry::{self, Visitor};
use evaluators::{AnyEvaluator, EvaluationError, Searcher, boxed};

use super::{Info, Player, PlayerError, Reply, Request, WaitTimes};
use crate::record::{Failure, FailureKind};
use crate::{external, scale};

/// A search that plays. It takes memory only from its first move, or the one after a rest, on.
pub(super) struct InProcess {
    make: Box<dyn Fn() -> Box<dyn Searcher> + Send>,
    search: Option<Box<dyn Searcher>>,
    scale: f64,
}

impl InProcess {
    /// A player that uses the search of `config`; `engine` is for messages.
    pub(super) fn new(engine: &str, config: &EvaluatorConfig) -> Result<InProcess, PlayerError> {
        let evaluator = configured(engine, config)?;
        let scale = scale::of_evaluator(config, &evaluator.info());
        let numbers = SearchNumbers::of(engine, config)?;
        let table = config.table.into();
        Ok(InProcess {
            make: Box::new(move || numbers.searcher(&*evaluator, table)),
            search: None,
            scale,
        })
    }

    fn search(&mut self) -> &mut dyn Searcher {
        &mut **self.search.get_or_insert_with(|| (self.make)())
    }
}

impl Player for InProcess {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.search().clear();
        Ok(())
    }

    fn think_aloud(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure> {
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
        WaitTimes::of_this_thread()
    }

    fn scale(&self) -> f64 {
        self.scale
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
fn thought(outcome: SearchResult, before: Option<Duration>) -> Reply {
    let now = processor_time();
    Reply {
        best: outcome.best,
        ponder: None,
        line: outcome.line,
        score: Some(outcome.score.into()),
        depth: outcome.depth,
        selective_depth: i32::try_from(outcome.selective_depth)
            .ok()
            .map(|longest| longest.max(outcome.depth)),
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
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.try_into().ok()
    }
    #[cfg(not(unix))]
    None
}

/// The evaluator of `config` with its parameters and without the rules that it disables: switched off by the evaluator
/// itself, or masked. `engine` is for messages.
pub fn configured(
    engine: &str,
    config: &EvaluatorConfig,
) -> Result<Box<dyn AnyEvaluator>, PlayerError> {
    if let Some(external) = &config.external {
        return from_outside(engine, config, external).map(external::boxed);
    }
    let unknown = || PlayerError::Evaluator {
        engine: engine.to_owned(),
        evaluator: config.evaluator.clone(),
    };
    registry::with(&config.evaluator, Configured { engine, config }).ok_or_else(unknown)?
}

/// The evaluation from outside of `config` in a process of its own, with its options and without the terms that it
/// disables; `engine` is for messages.
pub fn from_outside(
    engine: &str,
    config: &EvaluatorConfig,
    external: &ExternalConfig,
) -> Result<ExternalEvaluator, PlayerError> {
    let opened = external::open(config, external);
    let mut evaluator = opened.map_err(|source| PlayerError::Evaluation {
        engine: engine.to_owned(),
        evaluation: config.evaluator.clone(),
        source: Box::new(source),
    })?;
    configure(&mut evaluator, engine, config)?;
    Ok(evaluator)
}

struct Configured<'c> {
    engine: &'c str,
    config: &'c EvaluatorConfig,
}

impl Visitor for Configured<'_> {
    type Output = Result<Box<dyn AnyEvaluator>, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, mut evaluator: E) -> Self::Output {
        let Configured { engine, config } = self;
        if E::SWITCHES || config.disable.is_empty() {
            configure(&mut evaluator, engine, config)?;
            return Ok(boxed(evaluator));
        }
        set_params(&mut evaluator, engine, config)?;
        let masked = masked(evaluator, &config.disable);
        let masked =
            masked.map_err(|source| PlayerError::Disable { engine: engine.to_owned(), source })?;
        Ok(boxed(masked))
    }
}

/// The evaluator without the rules that match.
fn masked<E>(evaluator: E, patterns: &[String]) -> Result<RuleMask<E>, OptionError>
where
    E: Evaluator + Configure,
{
    let rules = evaluator.rules().into_iter();
    let known: Vec<&'static str> = rules.map(|declared| declared.rule.name).collect();
    for pattern in patterns {
        if !known.iter().any(|rule| matches(pattern, rule)) {
            return Err(OptionError::Pattern {
                pattern: pattern.clone(),
                families: known.iter().map(|&rule| rule.to_owned()).collect(),
            });
        }
    }
    let is_off = |rule: &&str| patterns.iter().any(|pattern| matches(pattern, rule));
    let off = known.into_iter().filter(is_off).collect();
    RuleMask::new(evaluator, off)
}

/// Sets the parameters of `config`, those with a `*` for all options that match, and switches off its disabled rules.
fn configure(
    evaluator: &mut impl Configure,
    engine: &str,
    config: &EvaluatorConfig,
) -> Result<(), PlayerError> {
    set_params(evaluator, engine, config)?;
    disable(evaluator, engine, config)
}

fn disable(
    evaluator: &mut impl Configure,
    engine: &str,
    config: &EvaluatorConfig,
) -> Result<(), PlayerError> {
    let patterns: Vec<&str> = config.disable.iter().map(String::as_str).collect();
    let disabled = evaluator.disable(&patterns);
    disabled.map_err(|source| PlayerError::Disable { engine: engine.to_owned(), source })
}

fn set_params(
    evaluator: &mut impl Configure,
    engine: &str,
    config: &EvaluatorConfig,
) -> Result<(), PlayerError> {
    let engine = || engine.to_owned();
    for (name, value) in &config.params {
        let value = match value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Boolean(_) | toml::Value::Integer(_) | toml::Value::Float(_) => {
                value.to_string()
            }
            _ => {
                return Err(PlayerError::ParamType { engine: engine(), name: name.clone() });
            }
        };
        let set = set_all(evaluator, name, &value);
        set.map_err(|source| PlayerError::Param { engine: engine(), source })?;
    }
    Ok(())
}

/// The numbers of a search, and the factor on its margins, as a configuration has them.
#[derive(Clone, Copy)]
pub(crate) struct SearchNumbers {
    params: Params,
    margin_scale: Option<f64>,
}

impl SearchNumbers {
    /// Those of `config`; `engine` is for messages.
    pub(crate) fn of(engine: &str, config: &EvaluatorConfig) -> Result<SearchNumbers, PlayerError> {
        let mut params = Params::MICHNIEWSKI;
        for (name, value) in &config.search {
            let set = tunable(name).and_then(|known| known.set(&mut params, *value));
            set.map_err(|source| PlayerError::Search { engine: engine.to_owned(), source })?;
        }
        Ok(SearchNumbers { params, margin_scale: config.margin_scale })
    }

    /// A search with these numbers and a table of two to the power `table` entries.
    pub(crate) fn searcher(&self, evaluator: &dyn AnyEvaluator, table: u32) -> Box<dyn Searcher> {
        let mut search = evaluator.searcher(table);
        search.set_params(self.params);
        if let Some(margin_scale) = self.margin_scale {
            search.set_margin_scale(margin_scale);
        }
        search
    }
}

/// Sets the option `name` or, if a `*` in it stands for any text, all whose names match.
fn set_all(evaluator: &mut impl Configure, name: &str, value: &str) -> Result<(), OptionError> {
    let options = evaluator.options();
    let matching = options.iter().filter(|option| matches(name, option.name));
    let matching: Vec<&str> = matching.map(|option| option.name).collect();
    if !name.contains('*') || matching.is_empty() {
        return evaluator.set(name, value);
    }
    let mut matching = matching.into_iter();
    matching.try_for_each(|name| evaluator.set(name, value))
}

#[cfg(test)]
mod tests {
    use engine_core::evaluation::Evaluation;
    use engine_core::game::Game;

    use super::*;

    fn value(params: &str, position: &str) -> Result<i32, PlayerError> {
        let config = EvaluatorConfig {
            evaluator: "compendium".to_owned(),
            external: None,
            params: toml::from_str(params).unwrap(),
            disable: Vec::new(),
            table: 10,
            margin_scale: None,
            eval_scale: None,
            search: Default::default(),
        };
        let mut evaluator = eval_compendium::compendium();
        configure(&mut evaluator, "X", &config)?;
        let game = Game::parse(position).unwrap();
        Ok(Evaluation::of(&evaluator, &game).total)
    }

    #[test]
    fn a_star_in_a_parameter_sets_all_that_match_and_a_name_of_its_own_wins() {
        let position = "startpos moves e2e4 a7a6 d2d4 a6a5";
        let value = |params| value(params, position);
        assert_ne!(value("").unwrap(), 0);
        assert_eq!(value("\"weight.*\" = 0").unwrap(), 0);
        let some = value("\"weight.*\" = 0\n\"weight.*.middlegame\" = 100").unwrap();
        assert_ne!(some, 0);
        let error = value("\"nothing.*\" = 0").unwrap_err().to_string();
        assert!(error.contains("no option \"nothing.*\""), "{error}");
        let error = value("\"weight.*\" = 5000").unwrap_err().to_string();
        assert!(error.contains("cannot be \"5000\""), "{error}");
    }
}
