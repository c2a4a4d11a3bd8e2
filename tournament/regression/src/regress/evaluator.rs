//! Evaluators with parameters, built in or from outside, as sides of a regression test: nothing has to be built.

use engine_uci::bench;

use super::Contestant;

use crate::versions::history::Party;
use crate::versions::with_params;
use config::{EngineKind, EvaluatorConfig, Parameters, ParametersError, checked_search};
use evaluators::registry;
use players::identity;
use players::player::PlayerError;
use uci_client::did_you_mean;

/// Entries of the transposition table, as a power of two: it stays in the cache.
const TABLE: u8 = 16;

/// The reason that an evaluator cannot be a side.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum EvaluatorError {
    /// There is no such evaluator.
    #[error(
        "parameters are tried in this program, which has no evaluator {given:?}{}; it has: {}",
        did_you_mean(given, &known()), known().join(", ")
    )]
    Unknown { given: String },
    /// The file of parameters.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
    /// The search does not take its numbers.
    #[error("{key}: {problem}")]
    Search { key: String, problem: String },
    /// The evaluator does not take the parameters.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

fn known() -> Vec<String> {
    registry::NAMES.iter().map(|&name| name.to_owned()).collect()
}

/// The built-in evaluator `evaluator`, for [`side`].
///
/// # Errors
/// If there is no such evaluator.
pub fn built_in(evaluator: &str) -> Result<EvaluatorConfig, EvaluatorError> {
    if !registry::NAMES.contains(&evaluator) {
        let given = evaluator.to_owned();
        return Err(EvaluatorError::Unknown { given });
    }
    Ok(EvaluatorConfig::of(evaluator))
}

/// The evaluator of `config` with these parameters in place of its own, under the name `name`.
///
/// # Errors
/// If it does not take them.
pub fn side(
    config: &EvaluatorConfig,
    name: String,
    parameters: Parameters,
) -> Result<Contestant, EvaluatorError> {
    let evaluator = &config.evaluator;
    let mut all = parameters.params.clone();
    if !parameters.disable.is_empty() {
        let rules = parameters.disable.iter().cloned().map(toml::Value::String);
        all.insert("disable".to_owned(), rules.collect::<Vec<_>>().into());
    }
    let wrong = |(key, problem)| EvaluatorError::Search { key, problem };
    let (margin_scale, eval_scale) = (parameters.margin_scale, parameters.eval_scale);
    let search = checked_search(&parameters.search, margin_scale, eval_scale).map_err(wrong)?;
    // The history has this text: the keys keep their old names.
    for (key, number) in [("swing", margin_scale), ("scale", eval_scale)] {
        all.extend(number.map(|number| (key.to_owned(), number.into())));
    }
    all.extend(search.iter().map(|(name, &number)| (format!("search.{name}"), number.into())));
    let config = EvaluatorConfig {
        external: config.external.clone(),
        evaluator: evaluator.clone(),
        params: parameters.params,
        disable: parameters.disable,
        table: TABLE,
        margin_scale,
        eval_scale,
        search,
    };
    // A value from outside takes longer than a built-in one.
    let depth = match config.external {
        Some(_) => identity::SIGNATURE_DEPTH,
        None => bench::DEPTH,
    };
    let nodes = identity::bench(&name, &config, depth)?;
    let known = identity::of_evaluator(&config).map(|identity| identity.text());
    let source = format!("evaluator {evaluator} ({})", known.unwrap_or_default());
    Ok(Contestant {
        party: Party {
            name,
            identity: with_params(source, &all),
            commit: None,
            changed: false,
            bench: Some(nodes),
        },
        kind: EngineKind::Evaluator(config),
        scale: 1.0,
    })
}
