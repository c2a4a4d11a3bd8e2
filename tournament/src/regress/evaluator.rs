//! Evaluators of ours with parameters, as sides of a regression test: nothing has to be built.

use std::io;
use std::path::{Path, PathBuf};

use engine_core::evaluator::Evaluator;
use engine_core::options::Configure;
use engine_uci::bench;
use serde::Deserialize;

use super::Contestant;
use crate::bounded;
use crate::config::{EngineKind, EvaluatorConfig, Problem, checked_search, is_scalar};
use crate::player::{PlayerError, configure_search, with_configured};
use crate::registry::{self, Visitor};
use crate::versions::history::Party;
use crate::versions::with_params;
use uci_client::did_you_mean;

/// Entries of the transposition table, as a power of two: it stays in the cache.
const TABLE: u8 = 16;

/// A file of parameters: the keys `params`, `disable`, `search`, `swing` and `scale` of an `[[engine]]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "parameters: params = { NAME = VALUE }, disable = [RULES], search, swing, scale"
)]
pub struct Parameters {
    /// The evaluator's parameters, for it to check.
    pub params: toml::Table,
    /// Patterns of the rules that are switched off, for it to check.
    pub disable: Vec<String>,
    /// Other numbers of the search, for it to check.
    pub search: toml::Table,
    /// Another factor on the margins of the search.
    pub swing: Option<f64>,
    /// What its centipawns are worth.
    pub scale: Option<f64>,
}

/// Why an evaluator cannot be a side.
#[derive(Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// There is no such evaluator.
    #[error(
        "parameters are tried in this program, which has no evaluator {given:?}{}; it has: {}",
        did_you_mean(given, &known()), known().join(", ")
    )]
    Unknown {
        /// As given.
        given: String,
    },
    /// The file cannot be read.
    #[error("{}: {source}; give a TOML file with `params = {{ ... }}` and `disable = [ ... ]`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is something else.
    #[error("{}: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// The search does not take its numbers.
    #[error("{key}: {problem}")]
    Search {
        /// The key.
        key: String,
        /// What is wrong with it.
        problem: Problem,
    },
    /// The evaluator does not take the parameters.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

fn known() -> Vec<String> {
    registry::NAMES
        .iter()
        .map(|&name| name.to_owned())
        .collect()
}

impl Parameters {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is none of parameters.
    pub fn load(path: &Path) -> Result<Self, EvaluatorError> {
        let text = bounded::text(path).map_err(|source| EvaluatorError::Read {
            path: path.to_owned(),
            source,
        })?;
        let wrong = |message: String| EvaluatorError::Syntax {
            path: path.to_owned(),
            message,
        };
        let read = toml::from_str(&text);
        let parameters: Self =
            read.map_err(|error: toml::de::Error| wrong(error.to_string().trim_end().to_owned()))?;
        let mut params = parameters.params.iter();
        match params.find(|(_, value)| !is_scalar(value)) {
            Some((name, _)) => Err(wrong(format!("params.{name} {}", Problem::OptionType))),
            None => Ok(parameters),
        }
    }
}

/// The evaluator `evaluator` with these parameters, called `name`.
///
/// # Errors
/// If there is no such evaluator, or it does not take them.
pub fn side(
    evaluator: &str,
    name: String,
    parameters: Parameters,
) -> Result<Contestant, EvaluatorError> {
    let mut all = parameters.params.clone();
    if !parameters.disable.is_empty() {
        let rules = parameters.disable.iter().cloned().map(toml::Value::String);
        all.insert("disable".to_owned(), rules.collect::<Vec<_>>().into());
    }
    let wrong = |(key, problem)| EvaluatorError::Search { key, problem };
    let (swing, scale) = (parameters.swing, parameters.scale);
    let search = checked_search(&parameters.search, swing, scale).map_err(wrong)?;
    for (key, number) in [("swing", swing), ("scale", scale)] {
        all.extend(number.map(|number| (key.to_owned(), number.into())));
    }
    all.extend(
        search
            .iter()
            .map(|(name, &number)| (format!("search.{name}"), number.into())),
    );
    let identity = with_params(format!("evaluator {evaluator}"), &all);
    let config = EvaluatorConfig {
        evaluator: evaluator.to_owned(),
        params: parameters.params,
        disable: parameters.disable,
        table: TABLE,
        swing,
        scale,
        search,
    };
    let signature = Signature {
        name: &name,
        config: &config,
    };
    let unknown = || EvaluatorError::Unknown {
        given: evaluator.to_owned(),
    };
    let nodes = registry::with(evaluator, signature).ok_or_else(unknown)??;
    Ok(Contestant {
        party: Party {
            name,
            identity,
            commit: None,
            changed: false,
            bench: Some(nodes),
        },
        kind: EngineKind::Evaluator(config),
        scale: 1.0,
    })
}

/// The nodes of the fixed search.
struct Signature<'s> {
    name: &'s str,
    config: &'s EvaluatorConfig,
}

impl Visitor for Signature<'_> {
    type Output = Result<u64, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let Self { name, config } = self;
        with_configured(evaluator, name, config, Configured { name, config })?
    }
}

/// The same of an evaluator that is configured.
struct Configured<'s> {
    name: &'s str,
    config: &'s EvaluatorConfig,
}

impl Visitor for Configured<'_> {
    type Output = Result<u64, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let mut search = bench::search(evaluator);
        configure_search(&mut search, self.name, self.config)?;
        Ok(bench::signature(search, bench::DEPTH))
    }
}
