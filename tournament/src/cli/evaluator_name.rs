//! The words that name one evaluator: a built-in one, an evaluation from outside, or one of a configuration.

use std::ffi::OsStr;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use config::{EngineConfig, EngineKind, EvaluatorConfig};
use eval_external::Spec;
use evaluators::AnyEvaluator;
use evaluators::registry;
use players::player::configured;

use super::sides::Sides;

/// A name that [`evaluator`] takes; the built-in ones are known to completions.
#[derive(Clone)]
pub(crate) struct EvaluatorName;

impl TypedValueParser for EvaluatorName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        match value.to_str() {
            Some(text) if Spec::is_one(text) || text.contains(".toml:") => Ok(text.to_owned()),
            _ => PossibleValuesParser::new(registry::NAMES).parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(registry::NAMES.iter().map(PossibleValue::new)))
    }
}

/// The evaluator of this name, and the name to list it under.
pub(crate) fn evaluator(word: &str) -> anyhow::Result<(String, EvaluatorConfig)> {
    let words = [word.to_owned()];
    let sides = Sides { words: &words, limit: None };
    let [EngineConfig { name, kind: EngineKind::Evaluator(config), .. }] = &sides.engines()?[..]
    else {
        bail!("{word} is a UCI engine, whose evaluation has no terms; name an evaluator");
    };
    Ok((name.clone(), config.clone()))
}

/// The same, to be used.
pub(crate) fn opened(word: &str) -> anyhow::Result<Box<dyn AnyEvaluator>> {
    let (name, config) = evaluator(word)?;
    Ok(configured(&name, &config)?)
}
