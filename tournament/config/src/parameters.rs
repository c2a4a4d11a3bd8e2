//! A file of parameters of an evaluator.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Problem, is_scalar};
use crate::read_limited;
use crate::renamed::without_old_keys;

/// A file of parameters: the keys `params`, `disable`, `search`, `margin_scale` and `eval_scale` of an `[[engine]]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "parameters: params = { NAME = VALUE }, disable = [RULES], search, margin_scale, eval_scale"
)]
pub struct Parameters {
    /// The evaluator's parameters, for it to check.
    pub params: toml::Table,
    /// Patterns of the rules that are switched off, for it to check.
    pub disable: Vec<String>,
    /// Other numbers of the search, for it to check.
    pub search: toml::Table,
    /// Another factor on the margins of the search.
    #[serde(alias = "swing")]
    pub margin_scale: Option<f64>,
    /// Its evaluation scale.
    #[serde(alias = "scale")]
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
        let text = read_limited::text(path)
            .map_err(|source| ParametersError::Read { path: path.to_owned(), source })?;
        let wrong = |message: String| ParametersError::Syntax { path: path.to_owned(), message };
        let read = toml::from_str(&text);
        let parameters: Self = read.map_err(|error: toml::de::Error| {
            wrong(without_old_keys(error.to_string().trim_end()))
        })?;
        let mut params = parameters.params.iter();
        match params.find(|(_, value)| !is_scalar(value)) {
            Some((name, _)) => Err(wrong(format!("params.{name} {}", Problem::OptionType))),
            None => Ok(parameters),
        }
    }
}
