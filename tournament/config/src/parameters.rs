//! Parameters of an evaluator, and numbers of its search.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use engine_core::params::Params;
use engine_core::params::tunable::tunable;
use serde::Deserialize;
use toml::{Table, Value};

use super::checks::{Located, NOT_A_NUMBER, NOT_SCALAR, Resolved, checked_scales, is_scalar};
use super::error::toml_message;
use super::read_limited;

/// A file of parameters: the keys `params`, `disable`, `search`, `margin_scale` and `eval_scale` of an `[[engine]]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "parameters: params = { NAME = VALUE }, disable = [RULES], search, margin_scale, eval_scale"
)]
pub struct Parameters {
    /// The evaluator's parameters, for it to check.
    pub params: Table,
    /// Patterns of the rules that are switched off, for it to check.
    pub disable: Vec<String>,
    /// Other numbers of the search, for it to check.
    pub search: Table,
    /// Another factor on the margins of the search.
    pub margin_scale: Option<f64>,
    /// Its evaluation scale.
    pub eval_scale: Option<f64>,
}

/// The reason that a file is not a file of parameters.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ParametersError {
    /// It cannot be read.
    #[error("{}: {source}; give a TOML file with `params = {{ ... }}` and `disable = [ ... ]`", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// It is something else.
    #[error("{}: {message}", path.display())]
    Syntax { path: PathBuf, message: String },
}

impl Parameters {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not a file of parameters.
    pub fn load(path: &Path) -> Result<Self, ParametersError> {
        let path = path.to_owned();
        let text = match read_limited::text(&path) {
            Ok(text) => text,
            Err(source) => return Err(ParametersError::Read { path, source }),
        };
        let parameters: Self = match toml::from_str(&text) {
            Ok(parameters) => parameters,
            Err(error) => {
                return Err(ParametersError::Syntax { path, message: toml_message(&error) });
            }
        };
        match parameters.params.iter().find(|(_, value)| !is_scalar(value)) {
            Some((name, _)) => {
                let message = format!("params.{name} {NOT_SCALAR}");
                Err(ParametersError::Syntax { path, message })
            }
            None => Ok(parameters),
        }
    }
}

/// Numbers of a search by their names.
pub(crate) type Numbers = BTreeMap<String, f64>;

/// The numbers of a search, after its margin scale and its evaluation scale are checked, too; else the
/// invalid key and the problem.
pub fn checked_search(
    search: &Table,
    margin_scale: Option<f64>,
    eval_scale: Option<f64>,
) -> Result<Numbers, (String, String)> {
    let numbers = checked_scales(margin_scale, eval_scale).and_then(|()| numbers(search));
    numbers.map_err(|Located { key, problem }| (key.join("."), problem))
}

/// The numbers of the table `search`, by their dotted names.
pub(super) fn numbers(table: &Table) -> Resolved<Numbers> {
    let mut numbers = Numbers::new();
    for (key, value) in table {
        match value {
            Value::Table(group) => {
                for (field, value) in group {
                    add(&mut numbers, format!("{key}.{field}"), value)
                        .map_err(|problem| Located::new(["search", key, field], problem))?;
                }
            }
            _ => add(&mut numbers, key.clone(), value)
                .map_err(|problem| Located::new(["search", key], problem))?,
        }
    }
    Ok(numbers)
}

fn add(numbers: &mut Numbers, name: String, value: &Value) -> Result<(), String> {
    let number = match value {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => return Err(NOT_A_NUMBER.to_owned()),
    };
    let set = tunable(&name).and_then(|known| known.set(&mut Params::MICHNIEWSKI.clone(), number));
    set.map_err(|error| error.to_string())?;
    numbers.insert(name, number);
    Ok(())
}
