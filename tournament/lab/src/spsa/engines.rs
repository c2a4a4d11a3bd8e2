//! The engines of a tuning with other numbers.

use toml::Value;

use super::error::SpsaError;
use config::{EngineConfig, EngineKind, ParameterConfig, SpsaConfig};
use players::player::{player, probe};

/// `engine` with these numbers, one for each of `parameters`; an error if it is of another kind.
pub(super) fn with(
    engine: &EngineConfig,
    parameters: &[ParameterConfig],
    values: &[f64],
) -> Result<EngineConfig, SpsaError> {
    let mut engine = engine.clone();
    for (parameter, value) in parameters.iter().zip(values) {
        set(&mut engine, parameter, *value)?;
    }
    Ok(engine)
}

fn set(
    engine: &mut EngineConfig,
    parameter: &ParameterConfig,
    value: f64,
) -> Result<(), SpsaError> {
    let (table, name) = parameter.set.split_once('.').unwrap_or_default();
    let name = name.to_owned();
    let as_toml =
        if parameter.dimension.whole { Value::Integer(value as i64) } else { Value::Float(value) };
    match (&mut engine.kind, table) {
        (EngineKind::Evaluator(evaluator), "search") => {
            evaluator.search.insert(name, value);
        }
        (EngineKind::Evaluator(evaluator), "params") => {
            evaluator.params.insert(name, as_toml);
        }
        (EngineKind::Program(program), "options") => {
            program.options.insert(name, as_toml);
        }
        (kind, _) => {
            return Err(SpsaError::OtherKind {
                parameter: parameter.set.clone(),
                engine: engine.name.clone(),
                takes: match kind {
                    EngineKind::Evaluator(_) => "search.NAME and params.NAME",
                    EngineKind::Program(_) => "options.NAME",
                },
            });
        }
    }
    Ok(())
}

/// Tries every number of every engine at the ends of its range, and every program as it begins:
/// invalid settings are found before a game is played.
pub(super) fn check(config: &SpsaConfig) -> Result<(), SpsaError> {
    let parameters = &config.parameters;
    let start: Vec<f64> = parameters.iter().map(|parameter| parameter.start).collect();
    for engine in &config.base.engines {
        for parameter in parameters {
            let dimension = &parameter.dimension;
            let mut values = vec![dimension.min, dimension.max];
            if !dimension.whole {
                // Where a number may have no decimals, or few, this one shows it.
                values.push(dimension.min + (dimension.max - dimension.min) / 3.0_f64.sqrt());
            }
            for value in values {
                let mut engine = engine.clone();
                set(&mut engine, parameter, value)?;
                player(&engine).map_err(|source| SpsaError::Parameter {
                    parameter: parameter.set.clone(),
                    value,
                    source: Box::new(source),
                })?;
            }
        }
        probe(&with(engine, parameters, &start)?, true)?;
    }
    Ok(())
}
