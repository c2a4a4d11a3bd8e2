//! Errors in configurations, with their places and remedies, and the checks of values that find them.

use std::fmt::{self, Display};
use std::io;
use std::ops::RangeInclusive;

use engine_core::text::steers;
use uci_client::did_you_mean;

/// The reason that a configuration is refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ConfigError {
    #[error("{file}: {source}; pass a configuration such as configs/round-robin.toml")]
    Read { file: String, source: io::Error },
    #[error("{file}: {message}")]
    Syntax { file: String, message: String },
    #[error("--set {argument}: {message}")]
    Set { argument: String, message: String },
    #[error(
        "two engines are called {name:?}; name it once, or give each a `name` of its own in a \
         configuration"
    )]
    Twice { name: String },
    #[error("{file}: there are no engines in it; add [[engine]] tables")]
    NoEngines { file: String },
    #[error("{place}: {problem}")]
    Value { place: Box<Place>, problem: String },
}

/// The place of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, or the argument that gave the value.
    pub source: String,
    /// Line and column from 1, where the file has the key or the table it belongs to.
    pub position: Option<(usize, usize)>,
    /// The key with its tables, such as `engine.1.evaluator` (engines counted from 0).
    pub key: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if let Some((line, column)) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.key)
    }
}

/// The message of the TOML reader, with a suggestion if a key or one of a few values is misspelt.
pub(super) fn toml_message(error: &toml::de::Error) -> String {
    let text = error.to_string().trim_end().to_owned();
    // serde: unknown field `a`, expected one of `b`, `c`
    let names = ["unknown field `", "unknown variant `"].map(|start| text.split_once(start));
    let Some((_, names)) = names.into_iter().flatten().next() else {
        return text;
    };
    let mut names = names.split('`').step_by(2).map(str::to_owned);
    let given = names.next().unwrap_or_default();
    let known: Vec<String> = names.collect();
    format!("{text}{}", did_you_mean(&given, &known))
}

/// The way to a key: `["engine", "1", "limits"]`, arrays by index from 0.
pub(super) type Key = Vec<String>;

/// A key, and its problem with the remedy.
#[derive(Debug)]
pub(super) struct KeyProblem {
    pub(super) key: Key,
    pub(super) problem: String,
}

impl KeyProblem {
    pub(super) fn new<const N: usize>(key: [&str; N], problem: impl Into<String>) -> Self {
        Self { key: key.map(str::to_owned).into(), problem: problem.into() }
    }

    /// The problem of a key below the table `prefix`.
    pub(super) fn below<const N: usize>(mut self, prefix: [&str; N]) -> Self {
        self.key = prefix.map(str::to_owned).into_iter().chain(self.key).collect();
        self
    }
}

/// The meaning of a key, or its problem.
pub(super) type KeyResult<T> = Result<T, KeyProblem>;

/// The longest name: longer ones spoil tables.
pub(super) const MAX_NAME: usize = 60;

/// The factor on the margins of the search: from almost no margin to margins as wide as the range of scores.
pub const MARGIN_SCALE: RangeInclusive<f64> = 0.01..=100.0;
/// Centipawns of an evaluator that can make an expected score of 73 %.
pub const EVAL_SCALE: RangeInclusive<f64> = 1.0..=100_000.0;

/// The problem of a parameter or an option for which [`is_scalar`] is false.
pub const NOT_SCALAR: &str = "must be a text, true, false or a finite number";
/// The problem of a number of the search that is something else.
pub(super) const NOT_A_NUMBER: &str = "must be a number";

/// An error if `name` cannot be a name in tables.
pub(super) fn checked_name(name: &str) -> KeyResult<()> {
    let reason = if name.is_empty() {
        "it is empty"
    } else if name.chars().count() > MAX_NAME {
        "it is too long"
    } else if name.chars().any(steers) {
        "it has a control character in it"
    } else if name.trim() != name {
        "it begins or ends with a space"
    } else {
        return Ok(());
    };
    let problem = format!(
        "{name:?} cannot be a name in a table: {reason}; choose a name of 1 to {MAX_NAME} characters"
    );
    Err(KeyProblem::new(["name"], problem))
}

pub(super) fn unique_name(earlier: &[String], name: &str) -> KeyResult<()> {
    match earlier.iter().position(|earlier| earlier == name) {
        None => Ok(()),
        Some(first) => {
            let problem = format!(
                "{name:?} is also the name of number {first}; give each a `name` of its own"
            );
            Err(KeyProblem::new(["name"], problem))
        }
    }
}

pub(super) fn within<const N: usize, T: PartialOrd + Display + Copy>(
    key: [&str; N],
    given: T,
    range: RangeInclusive<T>,
) -> KeyResult<()> {
    if range.contains(&given) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(KeyProblem::new(key, format!("{given} is out of range; choose {low} to {high}")))
}

/// An error if a number with decimals is out of range, or infinite.
pub(super) fn between<const N: usize>(
    key: [&str; N],
    given: f64,
    range: RangeInclusive<f64>,
) -> KeyResult<()> {
    within(key, if given.is_finite() { given } else { f64::NAN }, range)
}

/// True if a parameter of an evaluator or a UCI option can have this value.
pub fn is_scalar(value: &toml::Value) -> bool {
    use toml::Value::{Boolean, Float, Integer, String};
    match value {
        // JSON, in which a run's configuration is kept, has no others.
        Float(number) => number.is_finite(),
        other => matches!(other, String(_) | Boolean(_) | Integer(_)),
    }
}

/// An error if the margin scale or the evaluation scale is out of range.
pub(super) fn checked_scales(margin_scale: Option<f64>, eval_scale: Option<f64>) -> KeyResult<()> {
    if let Some(wrong) = margin_scale.filter(|scale| !MARGIN_SCALE.contains(scale)) {
        let problem = format!(
            "{wrong} is out of range; choose 0.01 to 100, where 1 is Michniewski's margins, or leave it out for the \
             evaluator's own"
        );
        return Err(KeyProblem::new(["margin_scale"], problem));
    }
    if let Some(wrong) = eval_scale.filter(|scale| !EVAL_SCALE.contains(scale)) {
        let problem = format!(
            "{wrong} is not an evaluation scale; choose the centipawns that make an expected score of 73 %, 1 to \
             100000, or leave it out for the evaluator's own"
        );
        return Err(KeyProblem::new(["eval_scale"], problem));
    }
    Ok(())
}

pub(super) fn missing<const N: usize>(key: [&str; N], example: &str) -> KeyProblem {
    KeyProblem::new(key, format!("missing; add {example}"))
}

pub(super) fn unknown(given: &str, known: &[impl AsRef<str>]) -> String {
    let known: Vec<String> = known.iter().map(|name| name.as_ref().to_owned()).collect();
    let meant = did_you_mean(given, &known);
    format!("{given:?} is unknown{meant}; choose one of: {}", known.join(", "))
}
