//! Files of settings: read, changed by `--set KEY=VALUE` arguments, and given their meaning.
//!
//! A key is dotted: `run.pairs=5`, `limits.nodes=1000`, `engine.0.evaluator=otter`. An engine
//! goes by its name or by its place from 0; a part with a dot in it needs double quotes:
//! `engine."Otter 1.1".limits.depth=6`. The value is TOML, and a text if it is not.

use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::disk;
use crate::error::{ConfigError, Key, KeyProblem, KeyResult, toml_message};
use crate::limit::RawLimits;

/// The name and the text of a file.
pub(super) fn read(path: &Path) -> Result<(String, String), ConfigError> {
    let file = path.display().to_string();
    match disk::text(path) {
        Ok(text) => Ok((file, text)),
        Err(error) => Err(ConfigError(format!(
            "{file}: {error}; pass a configuration such as configs/round-robin.toml"
        ))),
    }
}

/// The meaning that `resolve` gives, with the folder of the file, to the keys of a text after the arguments `overrides`.
pub(super) fn parse<R: DeserializeOwned, T>(
    file: &str,
    text: &str,
    overrides: &[String],
    resolve: impl FnOnce(R, &Path) -> KeyResult<T>,
) -> Result<T, ConfigError> {
    let syntax = |error: toml::de::Error| ConfigError(format!("{file}: {}", toml_message(&error)));
    // From the text, not from a table: only then do errors have a line and a column.
    let mut raw: R = toml::from_str(text).map_err(syntax)?;
    let mut changed = Vec::new();
    if !overrides.is_empty() {
        let mut table = Value::Table(toml::from_str(text).map_err(syntax)?);
        for argument in overrides {
            let refused = |message| ConfigError(format!("--set {argument}: {message}"));
            let key;
            (raw, table, key) = apply(&table, argument).map_err(refused)?;
            changed.push((argument, key));
        }
    }
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    resolve(raw, folder).map_err(|KeyProblem { key, problem }| {
        // The source of a key's value: the last override that set it, else the file.
        let source = match changed.iter().rev().find(|(_, set)| key.starts_with(set)) {
            Some((argument, _)) => format!("--set {argument}"),
            None => match locate(text, &key) {
                Some((line, column)) => format!("{file}:{line}:{column}"),
                None => file.to_owned(),
            },
        };
        ConfigError(format!("{source}: {}: {problem}", key.join(".")))
    })
}

/// Line and column, both from 1, of a key in a file, or of the innermost table around it that the file has.
fn locate(text: &str, key: &[String]) -> Option<(usize, usize)> {
    let document = DeTable::parse(text).ok()?;
    let mut value = document.get_ref().get(&**key.first()?)?;
    for part in &key[1..] {
        let inner = match value.get_ref() {
            DeValue::Table(table) => table.get(&**part),
            DeValue::Array(array) => part.parse().ok().and_then(|i: usize| array.get(i)),
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => break,
        }
    }
    let before = text.get(..value.span().start)?;
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    Some((line, column))
}

/// What one argument makes of a configuration with keys of `R`, and the key that it changed, engines by their place.
fn apply<R: DeserializeOwned>(table: &Value, argument: &str) -> Result<(R, Value, Key), String> {
    let (key, value) = split(argument)?;
    let mut first_error = None;
    // Valid TOML may still be meant as a text: run.name=2024, limits.tc=10.
    for value in as_toml(value).into_iter().chain([value.into()]) {
        let (mut trial, mut changed) = (table.clone(), Key::new());
        let inserted = insert(&mut trial, &key, value, &mut changed);
        let read = |()| R::deserialize(trial.clone()).map_err(|error| toml_message(&error));
        match inserted.and_then(read) {
            Ok(raw) => return Ok((raw, trial, changed)),
            Err(error) => first_error.get_or_insert(error),
        };
    }
    if is_beyond_toml(value) {
        return Err(format!("{value} is out of range; numbers end at {}", i64::MAX));
    }
    Err(first_error.unwrap_or_default())
}

/// True if a value is a whole number outside the range of TOML.
fn is_beyond_toml(value: &str) -> bool {
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    whole && value.parse::<i64>().is_err()
}

/// The parts of the key, and the text of the value.
fn split(argument: &str) -> Result<(Vec<String>, &str), String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for (at, c) in argument.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '=' if !quoted && parts.iter().all(|part| !part.trim().is_empty()) => {
                let parts = parts.iter().map(|part| part.trim().to_owned()).collect();
                return Ok((parts, argument[at + 1..].trim()));
            }
            '.' if !quoted => parts.push(String::new()),
            _ => {
                if let Some(part) = parts.last_mut() {
                    part.push(c);
                }
            }
        }
    }
    Err("expected KEY=VALUE, such as limits.nodes=1000".to_owned())
}

fn as_toml(text: &str) -> Option<Value> {
    let mut table: Table = format!("value = {text}").parse().ok()?;
    // A line break in the text could smuggle in a second key.
    (table.len() == 1).then(|| table.remove("value")).flatten()
}

/// Puts the value at the key, making the tables on the way; `changed` becomes the key, engines by their place.
fn insert(value: &mut Value, key: &[String], new: Value, changed: &mut Key) -> Result<(), String> {
    let (part, below) = key.split_first().ok_or("the key is empty")?;
    match value {
        Value::Table(table) if below.is_empty() => {
            // The kinds of limit exclude each other: the new one replaces the old one.
            let is_kind = |name: &str| RawLimits::KINDS.contains(&name);
            if is_kind(part) && changed.last().is_some_and(|table| table == "limits") {
                table.retain(|name: &str, _| !is_kind(name));
            }
            changed.push(part.clone());
            table.insert(part.clone(), new);
            Ok(())
        }
        Value::Table(table) => {
            changed.push(part.clone());
            let inner = table.entry(part).or_insert_with(|| Value::Table(Table::new()));
            insert(inner, below, new, changed)
        }
        Value::Array(_) if below.is_empty() => {
            Err(format!("{part:?} is a whole table; set one of its keys"))
        }
        Value::Array(engines) => {
            let names: Vec<String> = engines.iter().map(engine_name).collect();
            let by_name = names.iter().position(|name| name == part);
            let index = by_name.or_else(|| part.parse().ok());
            let Some(index) = index.filter(|&index| index < engines.len()) else {
                return Err(format!(
                    "there is no {} {part:?}; name one of: {}, or its place from 0",
                    changed.join("."),
                    names.join(", ")
                ));
            };
            changed.push(index.to_string());
            insert(&mut engines[index], below, new, changed)
        }
        _ => Err(format!("{:?} has no keys of its own", changed.join("."))),
    }
}

fn engine_name(engine: &Value) -> String {
    let name = engine.get("name").or_else(|| engine.get("evaluator"));
    name.and_then(Value::as_str).unwrap_or_default().to_owned()
}
