//! Errors in configurations, with their places and remedies, and the checks of values that find them.

use std::fmt::Display;
use std::ops::RangeInclusive;

use engine_core::notation::steers;
use uci_client::did_you_mean;

/// The reason that a configuration or a file of parameters is refused: the place, the problem and the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub(super) String);

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
    /// The problem of a key, dotted.
    pub(super) fn new(key: &str, problem: impl Into<String>) -> Self {
        Self { key: Key::new(), problem: problem.into() }.below(key)
    }

    /// The problem of a key below the table `table`, dotted.
    pub(super) fn below(mut self, table: &str) -> Self {
        self.key.splice(0..0, table.split('.').map(str::to_owned));
        self
    }

    /// The problem of a key of a user, which may have a dot in it, in the table `table`.
    pub(super) fn of_entry(table: &str, name: &str, problem: impl Into<String>) -> Self {
        Self { key: vec![name.to_owned()], problem: problem.into() }.below(table)
    }
}

/// The meaning of a key, or its problem.
pub(super) type KeyResult<T> = Result<T, KeyProblem>;

/// The meaning of each table of the array `key`, by `resolve`, which is also given those before it.
pub(super) fn resolve_each<R, T>(
    key: &str,
    tables: impl IntoIterator<Item = R>,
    mut resolve: impl FnMut(R, &[T]) -> KeyResult<T>,
) -> KeyResult<Vec<T>> {
    let mut resolved = Vec::new();
    for (index, table) in tables.into_iter().enumerate() {
        let next = resolve(table, &resolved);
        resolved.push(next.map_err(|error| error.below(&format!("{key}.{index}")))?);
    }
    Ok(resolved)
}

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

/// An error if `name` cannot be a name in tables, or is one of the `earlier` names.
pub(super) fn check_name<'n>(name: &str, mut earlier: impl Iterator<Item = &'n String>) -> KeyResult<()> {
    let reason = if name.is_empty() {
        "it is empty"
    } else if name.chars().count() > MAX_NAME {
        "it is too long"
    } else if name.chars().any(steers) {
        "it has a control character in it"
    } else if name.trim() != name {
        "it begins or ends with a space"
    } else if let Some(first) = earlier.position(|earlier| earlier == name) {
        let problem = format!("{name:?} is also the name of number {first}; give each a `name` of its own");
        return Err(KeyProblem::new("name", problem));
    } else {
        return Ok(());
    };
    let problem =
        format!("{name:?} cannot be a name in a table: {reason}; choose a name of 1 to {MAX_NAME} characters");
    Err(KeyProblem::new("name", problem))
}

/// An error if a whole number is out of range.
pub(super) fn within(key: &str, given: impl Into<u64>, range: RangeInclusive<u64>) -> KeyResult<()> {
    check_range(key, &given.into(), range)
}

/// An error if a number with decimals is out of range, or infinite.
pub(super) fn between(key: &str, given: f64, range: RangeInclusive<f64>) -> KeyResult<()> {
    check_range(key, if given.is_finite() { &given } else { &f64::NAN }, range)
}

fn check_range<T: PartialOrd + Display>(key: &str, given: &T, range: RangeInclusive<T>) -> KeyResult<()> {
    if range.contains(given) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(KeyProblem::new(key, format!("{given} is out of range; choose {low} to {high}")))
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
pub(super) fn check_scales(margin_scale: Option<f64>, eval_scale: Option<f64>) -> KeyResult<()> {
    let of_margins = "where 1 is Michniewski's margins";
    let of_values = "the centipawns that make an expected score of 73 %";
    for (key, given, range, meaning) in
        [("margin_scale", margin_scale, MARGIN_SCALE, of_margins), ("eval_scale", eval_scale, EVAL_SCALE, of_values)]
    {
        let Some(given) = given else { continue };
        between(key, given, range).map_err(|KeyProblem { key, problem }| {
            let problem = format!("{problem}, {meaning}, or leave it out for the evaluator's own");
            KeyProblem { key, problem }
        })?;
    }
    Ok(())
}

/// The value of a key that must be there.
pub(super) fn required<T>(key: &str, given: Option<T>, example: &str) -> KeyResult<T> {
    given.ok_or_else(|| missing(key, example))
}

pub(super) fn missing(key: &str, example: &str) -> KeyProblem {
    KeyProblem::new(key, format!("missing; add {example}"))
}

pub(super) fn unknown(given: &str, known: &[impl AsRef<str>]) -> String {
    let known: Vec<String> = known.iter().map(|name| name.as_ref().to_owned()).collect();
    let meant = did_you_mean(given, &known);
    format!("{given:?} is unknown{meant}; choose one of: {}", known.join(", "))
}
