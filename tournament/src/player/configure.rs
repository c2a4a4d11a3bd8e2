//! The parameters of an evaluator and the numbers of its search, from a configuration.

use engine_core::evaluator::Evaluator;
use engine_core::options::{Configure, OptionError, matches};
use engine_core::search::Search;
use engine_core::search::params::Params;
use engine_core::search::params::tunable::tunable;

use super::PlayerError;
use crate::config::EvaluatorConfig;

/// Sets the parameters of `config` and switches off what it disables; `engine` is for messages. A
/// parameter with a `*` in its name sets all options that match; names without come after it.
///
/// # Errors
/// If the evaluator does not take them.
pub(crate) fn configure(
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
                return Err(PlayerError::ParamType {
                    engine: engine(),
                    name: name.clone(),
                });
            }
        };
        let set = set_all(evaluator, name, &value);
        set.map_err(|source| PlayerError::Param {
            engine: engine(),
            source,
        })?;
    }
    let patterns: Vec<&str> = config.disable.iter().map(String::as_str).collect();
    let disabled = evaluator.disable(&patterns);
    disabled.map_err(|source| PlayerError::Disable {
        engine: engine(),
        source,
    })
}

/// Gives the search the numbers and the factor on its margins that `config` has, if it has any.
///
/// # Errors
/// If the search has no such number, or it cannot be so.
pub(crate) fn configure_search<E: Evaluator>(
    search: &mut Search<E>,
    engine: &str,
    config: &EvaluatorConfig,
) -> Result<(), PlayerError> {
    let mut params = Params::MICHNIEWSKI;
    for (name, value) in &config.search {
        let set = tunable(name).and_then(|known| known.set(&mut params, *value));
        set.map_err(|source| PlayerError::Search {
            engine: engine.to_owned(),
            source,
        })?;
    }
    search.set_params(params);
    if let Some(swing) = config.swing {
        search.set_swing(swing);
    }
    Ok(())
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
            params: toml::from_str(params).unwrap(),
            disable: Vec::new(),
            table: 10,
            swing: None,
            scale: None,
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
