//! Checks that several keys share.

use std::ops::RangeInclusive;

use engine_core::text::steers;

use super::error::Problem;
use super::located::Located;

/// The meaning of a key, or its fault.
pub(super) type Resolved<T> = Result<T, Located>;

/// The longest name: longer ones spoil tables.
pub(super) const MAX_NAME: usize = 60;

/// The factor on the margins of the search: from almost no margin to margins as wide as the range of
/// scores.
pub const MARGIN_SCALE: RangeInclusive<f64> = 0.01..=100.0;
/// Centipawns of an evaluator that can make an expected score of 73 %.
pub const EVAL_SCALE: RangeInclusive<f64> = 1.0..=100_000.0;

/// The reason that `name` cannot be a name, if there is one.
pub(super) fn bad_name(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("it is empty")
    } else if name.chars().count() > MAX_NAME {
        Some("it is too long")
    } else if name.chars().any(steers) {
        Some("it has a control character in it")
    } else if name.trim() != name {
        Some("it begins or ends with a space")
    } else {
        None
    }
}

/// An error if a number is out of range.
pub(super) fn within<const N: usize>(
    key: [&str; N],
    given: u64,
    range: RangeInclusive<u64>,
) -> Resolved<()> {
    if range.contains(&given) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(Located::new(key, Problem::Range { given, low, high }))
}

/// True if a number with decimals is in its range.
pub(super) fn between<const N: usize>(
    key: [&str; N],
    given: f64,
    range: RangeInclusive<f64>,
) -> Resolved<()> {
    if range.contains(&given) && given.is_finite() {
        return Ok(());
    }
    let problem = Problem::Between {
        given: given.to_string(),
        low: range.start().to_string(),
        high: range.end().to_string(),
    };
    Err(Located::new(key, problem))
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

/// The margin scale, validated.
pub(super) fn margin_scale(given: Option<f64>) -> Resolved<Option<f64>> {
    match given.filter(|margin_scale| !MARGIN_SCALE.contains(margin_scale)) {
        None => Ok(given),
        Some(wrong) => {
            let given = wrong.to_string();
            Err(Located::new(["margin_scale"], Problem::MarginScale { given }))
        }
    }
}

/// The evaluation scale, validated.
pub(super) fn eval_scale(given: Option<f64>) -> Resolved<Option<f64>> {
    match given.filter(|eval_scale| !EVAL_SCALE.contains(eval_scale)) {
        None => Ok(given),
        Some(wrong) => {
            let given = wrong.to_string();
            Err(Located::new(["eval_scale"], Problem::EvalScale { given }))
        }
    }
}

/// The error that a key is missing.
pub(super) fn missing<const N: usize>(key: [&str; N], example: &'static str) -> Located {
    Located::new(key, Problem::Missing { example })
}

/// The problem of an unknown name.
pub(super) fn unknown(given: &str, known: &[impl AsRef<str>]) -> Problem {
    Problem::Unknown { given: given.to_owned(), known: owned(known) }
}

fn owned(names: &[impl AsRef<str>]) -> Vec<String> {
    names.iter().map(|name| name.as_ref().to_owned()).collect()
}
