//! Evaluations from outside under the workspace's search: a shared library with a C interface, or a program over a pipe.
//!
//! A [`Spec`] names one, [`ExternalEvaluator::open`] starts it, a [`Setup`] is one with all its settings, and the result is an
//! [`Evaluator`](engine_core::evaluator::Evaluator) like any other. Code from outside may crash, hang or write where
//! it likes, so that an external evaluator belongs in a process that does nothing else: `evalarena engine` is one.
//! A failure during a search ends that process with a message on standard error.
//!
//! `include/evaluation.h` is the interface of libraries, [`pipe`] describes the protocol of programs. All unsafe code is in `library`.

mod evaluator;
mod failure;
mod instance;
mod library;
#[cfg(not(unix))]
mod no_program;
pub mod pipe;
#[cfg(unix)]
mod program;
mod serve;
mod spec;
mod term;

use std::collections::BTreeMap;
use std::str::FromStr;

use engine_core::options::Configure;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(not(unix))]
use no_program as program;

pub use evaluator::{ExternalEvaluator, FAILURE_STATUS};
pub use failure::ExternalError;
pub use instance::{OnFailure, Start};
pub use library::INTERFACE;
pub use serve::serve;
pub use spec::Spec;
pub use term::ExternalTerm;

/// The header of the C interface, include/evaluation.h.
pub const HEADER: &str = include_str!("../include/evaluation.h");

/// An evaluation from outside and the settings with which it plays, by the keys of an `[[engine]]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The path of a library, or `eval:COMMAND`.
    pub evaluation: String,
    /// Values of its options: flags, numbers or texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// Patterns of the terms that do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disable: Vec<String>,
    /// Numbers of the search, by their names in [`engine_core::params::tunable`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub search: BTreeMap<String, f64>,
    /// The factor on the margins of the search; without it 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin_scale: Option<f64>,
    /// The size of the transposition table in MiB, a power of two; without it that of the option Hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
}

impl FromStr for Setup {
    type Err = ExternalError;

    /// Reads the JSON of a setup, or the evaluation alone.
    fn from_str(text: &str) -> Result<Setup, ExternalError> {
        if !text.starts_with('{') {
            return Ok(Setup { evaluation: text.to_owned(), ..Setup::default() });
        }
        let read = serde_json::from_str(text);
        read.map_err(|error| ExternalError::Setup(text.to_owned(), error.to_string()))
    }
}

impl Setup {
    /// Loads or starts the evaluation, with its options and its margin scale and without the disabled terms.
    ///
    /// # Errors
    /// If it cannot be loaded or started, does not take an option, or has no such terms.
    pub fn open(&self) -> Result<ExternalEvaluator, ExternalError> {
        let mut evaluator = ExternalEvaluator::open(&self.evaluation.parse()?, Start::default())?;
        for (name, value) in &self.options {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            evaluator.set(name, &value).map_err(|error| ExternalError::Option {
                name: name.clone(),
                fault: format!("cannot be set: {error}"),
            })?;
        }
        let patterns: Vec<&str> = self.disable.iter().map(String::as_str).collect();
        let disabled = evaluator.disable(&patterns);
        disabled.map_err(|error| ExternalError::Disable(error.to_string()))?;
        if let Some(ratio) = self.margin_scale {
            evaluator.set_margin_scale(ratio);
        }
        Ok(evaluator)
    }
}
