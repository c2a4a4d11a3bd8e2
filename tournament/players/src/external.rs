//! Evaluations from outside, which run in a process of their own.
//!
//! A library is loaded by this program started again: as a UCI engine where it plays, and as a program over a pipe where
//! values are wanted. Other evaluations are programs already.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use config::{EvaluatorConfig, ExternalConfig, ProgramConfig};
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::Recording;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError, OptionInfo};
use engine_core::params::Params;
use engine_core::position::Position;
use engine_core::rule::{DeclaredRule, Statement};
use engine_core::search::{Report, Search};
use engine_core::tables::transposition::Transposition;
use engine_uci::session::{self, SearchSetup};
use eval_external::pipe::Patience;
use eval_external::{ExternalError, ExternalEvaluator, OnFailure, Setup, Spec, Start};
use evaluators::{AnyEvaluator, Clock, EvaluationError, Searcher, Variants};

use uci_client::CHESS960;

/// The command of the arena's program that plays with an evaluation from outside.
const ENGINE: &str = "engine";
/// Its option to answer positions over a pipe.
const PIPE: &str = "--pipe";

/// The arena's own program, also if its file was replaced since it was started.
fn own_program() -> PathBuf {
    const OF_THE_PROCESS: &str = "/proc/self/exe";
    if cfg!(target_os = "linux") {
        return OF_THE_PROCESS.into();
    }
    std::env::current_exe().unwrap_or_default()
}

/// The arguments with which the arena's program plays with `config`, an evaluation from outside: one JSON value.
fn arguments(config: &EvaluatorConfig) -> Vec<String> {
    let json = |value: &toml::Value| serde_json::to_value(value).unwrap_or_default();
    let options = config.params.iter();
    let setup = Setup {
        evaluation: config.evaluator.clone(),
        options: options.map(|(name, value)| (name.clone(), json(value))).collect(),
        disable: config.disable.clone(),
        search: config.search.clone(),
        margin_scale: config.margin_scale,
        hash: Some(config.hash()),
    };
    vec![ENGINE.to_owned(), serde_json::to_string(&setup).unwrap_or_default()]
}

/// The same as a UCI program.
pub(crate) fn as_program(config: &EvaluatorConfig, external: &ExternalConfig) -> ProgramConfig {
    let mut options = toml::Table::new();
    // Castling is then written so that it is clear in chess, too.
    options.insert(CHESS960.to_owned(), true.into());
    ProgramConfig {
        command: config.evaluator.clone(),
        path: Some(own_program()),
        args: arguments(config),
        dir: None,
        folder: folder(external).map(Path::to_owned),
        env: BTreeMap::new(),
        options,
        scores_from_white: false,
        timeouts: external.timeouts,
    }
}

/// The evaluation of `config`, in a process of its own, with its margin scale; `confirms` as in [`Start`].
pub(crate) fn open(
    config: &EvaluatorConfig,
    external: &ExternalConfig,
    confirms: bool,
) -> Result<ExternalEvaluator, ExternalError> {
    let start = Start {
        folder: folder(external).map(Path::to_owned),
        patience: Patience {
            greeting: external.timeouts.start,
            answer: Patience::default().answer.min(external.timeouts.hang),
        },
        on_failure: OnFailure::Keep,
        confirms,
    };
    let mut spec: Spec = config.evaluator.parse()?;
    if let Spec::Library { .. } = spec {
        let program = own_program().display().to_string();
        let setup = arguments(&config.unchanged()).pop();
        let words = [program, ENGINE.to_owned(), PIPE.to_owned()].into_iter().chain(setup);
        spec = Spec::Pipe(words.collect());
    }
    let mut evaluator = ExternalEvaluator::open(&spec, start)?.named(&config.evaluator)?;
    if let Some(ratio) = config.margin_scale {
        evaluator.set_margin_scale(ratio);
    }
    Ok(evaluator)
}

/// The folder in which its programs are started; `None` for the working directory.
pub(crate) fn folder(external: &ExternalConfig) -> Option<&Path> {
    let folder = external.folder.as_path();
    (!folder.as_os_str().is_empty()).then_some(folder)
}

fn evaluation_error(evaluator: &ExternalEvaluator, failure: &ExternalError) -> EvaluationError {
    EvaluationError { evaluation: evaluator.info().document.to_owned(), reason: failure.to_string() }
}

/// Plays as a UCI engine with the evaluation from outside until `quit` or the end of the input: compiled here, where the
/// optimiser is on.
pub fn play(evaluator: ExternalEvaluator, search: SearchSetup, input: File) {
    let input = BufReader::new(input);
    match evaluator.small() {
        Ok(small) => session::run(small, search, input),
        Err(large) => session::run(*large, search, input),
    }
}

/// Answers positions with the evaluation from outside over a pipe until the end of the input.
///
/// # Errors
/// If reading or writing fails.
pub fn serve(mut evaluator: ExternalEvaluator, input: File, output: File) -> io::Result<()> {
    eval_external::serve(&mut evaluator, input, output)
}

/// The evaluation behind a pointer.
pub(crate) fn boxed(evaluator: ExternalEvaluator) -> Box<dyn AnyEvaluator> {
    Box::new(External::new(evaluator))
}

/// An evaluation from outside, and its first failure outside a search.
struct External(ExternalEvaluator, OnceLock<ExternalError>);

impl External {
    fn new(evaluator: ExternalEvaluator) -> External {
        External(evaluator, OnceLock::new())
    }

    fn error(&self, source: &ExternalError) -> EvaluationError {
        self.1.get_or_init(|| source.clone());
        evaluation_error(&self.0, source)
    }

    fn check_failure<T>(&self, value: T) -> Result<T, EvaluationError> {
        match self.0.failure() {
            Some(failure) => Err(self.error(failure)),
            None => Ok(value),
        }
    }
}

impl AnyEvaluator for External {
    fn info(&self) -> EvaluatorInfo {
        self.0.info()
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        self.0.rules()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        self.0.statement(rule)
    }

    fn failure(&self) -> Option<EvaluationError> {
        let failure = self.0.failure().or_else(|| self.1.get());
        failure.map(|failure| self.error(failure))
    }

    fn renewed(&self) -> Box<dyn AnyEvaluator> {
        boxed(self.0.renewed())
    }

    fn saves_time(&self) -> bool {
        false
    }

    fn options(&self) -> Vec<OptionInfo> {
        self.0.options()
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        self.0.set(option, value)
    }

    fn boxed(&self) -> Box<dyn AnyEvaluator> {
        boxed(self.0.clone())
    }

    fn without(&self, patterns: &[&str]) -> Result<Box<dyn AnyEvaluator>, OptionError> {
        let mut evaluator = self.0.clone();
        evaluator.disable(patterns)?;
        Ok(boxed(evaluator))
    }

    fn tenths(&self, game: &Game) -> Result<i32, EvaluationError> {
        let value = self.evaluate(game)?;
        Ok(10 * Position::from(game.position()).turn().fold_wb(value, -value))
    }

    fn evaluate(&self, game: &Game) -> Result<i32, EvaluationError> {
        let value = self.0.try_node(game).and_then(|node| self.0.try_value(&node));
        value.map_err(|error| self.error(&error))
    }

    fn record(&self, game: &Game) -> Result<Recording, EvaluationError> {
        self.check_failure(self.0.record(&Node::root(&self.0, game).0))
    }

    fn variants(&self, settings: &[(&str, String)], _samples: &[&Game]) -> Result<Box<dyn Variants>, OptionError> {
        let mut evaluator = self.0.clone();
        let mut changes = Vec::new();
        for (option, value) in settings {
            let before = evaluator.value_of(option)?;
            evaluator.set(option, value)?;
            evaluator.set(option, &before)?;
            changes.push(Change { option: (*option).to_owned(), before, value: value.clone() });
        }
        Ok(Box::new(Changes { evaluator: Mutex::new(External::new(evaluator)), changes }))
    }

    /// Its time is mostly that of the way to its process.
    fn nanoseconds(&self, _games: &[&Game], _clock: Clock) -> Option<f64> {
        None
    }

    fn searcher(&self, table: u32) -> Box<dyn Searcher> {
        Box::new(ExternalSearch(Search::new(self.0.clone(), Transposition::with_bits(table))))
    }
}

/// An evaluation, and changes of one option each: one process takes them in turn.
struct Changes {
    evaluator: Mutex<External>,
    changes: Vec<Change>,
}

/// An option's value before and after a change.
struct Change {
    option: String,
    before: String,
    value: String,
}

impl Variants for Changes {
    fn tenths(&self, games: &[&Game]) -> Result<Vec<Vec<i32>>, EvaluationError> {
        let mut evaluator = self.evaluator.lock().unwrap_or_else(PoisonError::into_inner);
        let values = |of: &External| {
            // An option may change a state.
            let nodes = games.iter().map(|game| of.0.try_node(game)).collect::<Result<Vec<_>, _>>();
            let values = nodes.and_then(|nodes| of.0.try_values(&nodes));
            let values = values.map_err(|error| of.error(&error))?.into_iter();
            let white =
                |(game, value): (&&Game, i32)| 10 * Position::from(game.position()).turn().fold_wb(value, -value);
            Ok(games.iter().zip(values).map(white).collect())
        };
        let mut all = vec![values(&evaluator)?];
        for Change { option, before, value } in &self.changes {
            // Both values were taken before.
            evaluator.0.set(option, value).ok();
            all.push(values(&evaluator)?);
            evaluator.0.set(option, before).ok();
        }
        Ok(all)
    }
}

/// A search with an evaluation from outside.
struct ExternalSearch(Search<ExternalEvaluator>);

impl Searcher for ExternalSearch {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn set_params(&mut self, params: Params) {
        self.0.set_params(params);
    }

    fn set_margin_scale(&mut self, ratio: f64) {
        self.0.set_margin_scale(ratio);
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.stop)
    }

    fn go(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &mut dyn FnMut(&Report),
    ) -> Result<Report, EvaluationError> {
        let found = self.0.go(game, limits, observer);
        let evaluator = &self.0.evaluator;
        match evaluator.failure() {
            Some(failure) => Err(evaluation_error(evaluator, failure)),
            None => Ok(found),
        }
    }
}
