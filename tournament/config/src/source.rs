//! Files of settings: read, changed by `--set KEY=VALUE` arguments, and given their meaning.
//!
//! A key is dotted: `run.pairs=5`, `limits.nodes=1000`, `engine.0.evaluator=otter`. An engine
//! goes by its name or by its place from 0; a part with a dot in it needs double quotes:
//! `engine."Otter 1.1".limits.depth=6`. The value is TOML, and a text if it is not.

use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::error::{ConfigError, Key, KeyProblem, KeyResult, Place, toml_message};
use crate::raw::RawLimits;
use crate::read_limited;

/// Reads a file by `parse`, which gets its name and its text.
pub(super) fn load<T>(
    path: &Path,
    parse: impl FnOnce(&str, &str) -> Result<T, ConfigError>,
) -> Result<T, ConfigError> {
    let file = path.display().to_string();
    match read_limited::text(path) {
        Ok(text) => parse(&file, &text),
        Err(source) => Err(ConfigError::Read { file, source }),
    }
}

/// The meaning that `resolve` gives, with the folder of the file, to the keys of a text after the arguments `overrides`.
pub(super) fn parse<R: DeserializeOwned, T>(
    file: &str,
    text: &str,
    overrides: &[String],
    resolve: impl FnOnce(R, &Path) -> KeyResult<T>,
) -> Result<T, ConfigError> {
    let syntax = |error: toml::de::Error| ConfigError::Syntax {
        file: file.to_owned(),
        message: toml_message(&error),
    };
    // From the text, not from a table: only then do errors have a line and a column.
    let mut raw: R = toml::from_str(text).map_err(syntax)?;
    let mut changed = Vec::new();
    if !overrides.is_empty() {
        let mut table: toml::Table = toml::from_str(text).map_err(syntax)?;
        for argument in overrides {
            changed.push((argument, apply::<R>(&mut table, argument)?));
        }
        raw = table.try_into().map_err(syntax)?;
    }
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    resolve(raw, folder).map_err(|KeyProblem { key, problem }| ConfigError::Value {
        place: Box::new(place(file, text, &changed, &key)),
        problem,
    })
}

/// The source of a key's value: the last override that set it, else the file.
fn place(file: &str, text: &str, changed: &[(&String, Key)], key: &[String]) -> Place {
    let from_override = changed.iter().rev().find(|(_, set)| key.starts_with(set));
    let key_text = key.join(".");
    match from_override {
        Some((argument, _)) => {
            Place { source: format!("--set {argument}"), position: None, key: key_text }
        }
        None => Place { source: file.to_owned(), position: locate(text, key), key: key_text },
    }
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

/// Applies one argument to a configuration with keys of `R`; returns the key that it changed, engines by their place.
fn apply<R: DeserializeOwned>(table: &mut Table, argument: &str) -> Result<Key, ConfigError> {
    change::<R>(table, argument)
        .map_err(|message| ConfigError::Set { argument: argument.to_owned(), message })
}

fn change<R: DeserializeOwned>(table: &mut Table, argument: &str) -> Result<Key, String> {
    let (key, value) = split(argument)?;
    let mut first_error = None;
    // Valid TOML may still be meant as a text: run.name=2024, limits.tc=10.
    for value in as_toml(value).into_iter().chain([value.into()]) {
        let mut trial = Value::Table(table.clone());
        match insert(&mut trial, &key, value).and_then(|changed| check::<R>(trial, changed)) {
            Ok((changed_table, changed)) => {
                *table = changed_table;
                return Ok(changed);
            }
            Err(error) => first_error.get_or_insert(error),
        };
    }
    let error = first_error.unwrap_or_default();
    Err(if is_beyond_toml(value) {
        format!("{value} is out of range; numbers end at {}", i64::MAX)
    } else {
        error
    })
}

/// True if a value is a whole number outside the range of TOML.
fn is_beyond_toml(value: &str) -> bool {
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    whole && value.parse::<i64>().is_err()
}

/// True if the keys and types are still those of a configuration.
fn check<R: DeserializeOwned>(trial: Value, changed: Key) -> Result<(Table, Key), String> {
    R::deserialize(trial.clone()).map_err(|error| toml_message(&error))?;
    match trial {
        Value::Table(table) => Ok((table, changed)),
        _ => Err("a configuration is a table".to_owned()),
    }
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

/// Puts the value at the key, making the tables on the way.
fn insert(root: &mut Value, key: &[String], new: Value) -> Result<Key, String> {
    let mut changed = Key::new();
    let mut value = root;
    let (last, tables) = key.split_last().ok_or("the key is empty")?;
    for part in tables {
        value = step(value, part, &mut changed)?;
    }
    let in_limits = changed.last().is_some_and(|table| table == "limits");
    match value {
        Value::Table(table) => {
            // The kinds of limit exclude each other: the new one replaces the old one.
            if in_limits && RawLimits::KINDS.contains(&last.as_str()) {
                table.retain(|name: &str, _| !RawLimits::KINDS.contains(&name));
            }
            table.insert(last.clone(), new);
        }
        Value::Array(_) => return Err(format!("{last:?} is a whole table; set one of its keys")),
        _ => return Err(format!("{:?} has no keys of its own", changed.join("."))),
    }
    changed.push(last.clone());
    Ok(changed)
}

/// One table further down.
fn step<'a>(value: &'a mut Value, part: &str, changed: &mut Key) -> Result<&'a mut Value, String> {
    match value {
        Value::Table(table) => {
            changed.push(part.to_owned());
            Ok(table.entry(part).or_insert_with(|| Value::Table(Table::new())))
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
            Ok(&mut engines[index])
        }
        _ => Err(format!("{:?} has no keys of its own", changed.join("."))),
    }
}

fn engine_name(engine: &Value) -> String {
    let name = engine.get("name").or_else(|| engine.get("evaluator"));
    name.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::RawConfig;

    const FILE: &str = r#"
    [run]
    pairs = 40
    [limits]
    nodes = 5000
    [[engine]]
    name = "Otter 1.1"
    evaluator = "otter"
    [[engine]]
    evaluator = "material"
    limits = { depth = 3 }
"#;

    fn set(arguments: &[&str]) -> Table {
        let mut table: Table = FILE.parse().unwrap();
        for argument in arguments {
            apply::<RawConfig>(&mut table, argument).unwrap();
        }
        table
    }

    fn error(argument: &str) -> String {
        let mut table: Table = FILE.parse().unwrap();
        let before = table.clone();
        let error = apply::<RawConfig>(&mut table, argument).unwrap_err().to_string();
        assert_eq!(table, before, "a refused argument changes nothing");
        assert!(error.starts_with(&format!("--set {argument}: ")), "{error}");
        error
    }

    #[test]
    fn values_by_dotted_key() {
        let table = set(&[
            "run.pairs=5",
            "run.name=2024",
            "engine.0.params.x=true",
            r#"engine."Otter 1.1".disable=["a.*"]"#,
            "adjudication.draw.after=30",
        ]);
        assert_eq!(table["run"]["pairs"].as_integer(), Some(5));
        assert_eq!(table["run"]["name"].as_str(), Some("2024"));
        assert_eq!(table["engine"][0]["params"]["x"].as_bool(), Some(true));
        assert_eq!(table["engine"][0]["disable"][0].as_str(), Some("a.*"));
        assert_eq!(table["adjudication"]["draw"]["after"].as_integer(), Some(30));
    }

    #[test]
    fn a_limit_replaces_the_other_kinds() {
        let table = set(&["limits.depth=8", "engine.material.limits.tc=10"]);
        assert_eq!(table["limits"].to_string(), "{ depth = 8 }");
        assert_eq!(table["engine"][1]["limits"].to_string(), r#"{ tc = "10" }"#);
        // An engine's own limit leaves the common one alone.
        let table = set(&["engine.0.limits.nodes=7"]);
        assert_eq!(table["limits"]["nodes"].as_integer(), Some(5000));
        assert_eq!(table["engine"][0]["limits"]["nodes"].as_integer(), Some(7));
    }

    #[test]
    fn errors_name_the_argument() {
        for argument in ["run.pairs", "", "=5", "run..pairs=5", "run.\"pairs=5"] {
            assert!(error(argument).contains("expected KEY=VALUE"), "{argument}");
        }
        assert!(error("engine.7.name=x").contains("Otter 1.1, material"));
        assert!(error("engine.0=x").contains("set one of its keys"));
        assert!(error("run.pares=5").contains("did you mean \"pairs\"?"));
        assert!(error("run.pairs.x=5").contains("has no keys"));
        assert!(error("run.pairs=many").contains("invalid type"));
        assert!(error("run.pairs=-3").contains("invalid value"));
        let seed = error("run.seed=18446744073709551615");
        assert!(seed.ends_with("numbers end at 9223372036854775807"), "{seed}");
        let run = error("run=5");
        assert!(run.contains("a table of keys, as below [run]"), "{run}");
        assert!(error("run.pairs=5\nseed = 3").contains("invalid type"));
    }
}
