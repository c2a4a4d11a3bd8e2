//! Files of settings: read, changed by `--set KEY=VALUE` arguments, and given their meaning.
//!
//! A key is dotted: `run.pairs=5`, `limits.nodes=1000`, `engine.0.evaluator=otter`. An engine
//! goes by its name or by its place from 0; a part with a dot in it needs double quotes:
//! `engine."Otter 1.1".limits.depth=6`. The value is TOML, and a text if it is not.
//!
//! Also a configuration as the text that is kept with a run, and the differences between two.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::disk;
use crate::error::{ConfigError, Key, KeyProblem, KeyResult, toml_message};
use crate::limit::RawLimits;
use crate::{Config, EngineKind, OpeningSource};

/// The name and the text of a file.
pub(super) fn read(path: &Path) -> Result<(String, String), ConfigError> {
    let file = path.display().to_string();
    match disk::text(path) {
        Ok(text) => Ok((file, text)),
        Err(error) => {
            Err(ConfigError(format!("{file}: {error}; `evalarena init ENGINE ENGINE` writes a configuration")))
        }
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

/// A value of TOML; `None` if the text is none.
pub(crate) fn as_toml(text: &str) -> Option<Value> {
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
                let stays = |name: &str| !is_kind(name) && (name != "clock_nodes" || part == "tc");
                table.retain(|name: &str, _| stays(name));
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
        Value::Array(_) if below.is_empty() => Err(format!("{part:?} is a whole table; set one of its keys")),
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

impl Config {
    /// The configuration as one line of JSON, for another process in the same working directory.
    pub fn text(&self) -> String {
        // Only a path that is not UTF-8 has no place in JSON.
        serde_json::to_string(self).unwrap_or_else(|_| self.canonical())
    }

    /// Reads [`Config::text`] back.
    pub fn from_text(text: &str) -> Result<Self, serde_json::Error> {
        let mut config: Self = serde_json::from_str(text)?;
        if let Some(reason) = config.run.impossible(config.engines.len(), config.time_controls.len()) {
            return Err(serde::de::Error::custom(reason));
        }
        if let OpeningSource::File { name, path } = &mut config.openings.source
            && is_empty(path)
        {
            *path = PathBuf::from(&*name);
        }
        Ok(config)
    }

    /// The text without what changes no game: equal texts, equal tournaments.
    pub fn canonical(&self) -> String {
        // Keys are field names and texts, numbers are finite: JSON can hold everything.
        serde_json::to_string(&self.without_paths()).unwrap_or_default()
    }

    /// The configuration without the paths to which its names lead, and without the order of options.
    pub fn without_paths(&self) -> Self {
        let mut config = self.clone();
        if let OpeningSource::File { path, .. } = &mut config.openings.source {
            *path = PathBuf::new();
        }
        if let Some(syzygy) = &mut config.adjudication.syzygy {
            syzygy.paths.clear();
        }
        for engine in &mut config.engines {
            match &mut engine.kind {
                EngineKind::Evaluator(evaluator) => {
                    sort(&mut evaluator.params);
                    if let Some(external) = &mut evaluator.external {
                        external.folder = PathBuf::new();
                    }
                }
                EngineKind::Program(program) => {
                    (program.path, program.folder) = (None, None);
                    sort(&mut program.options);
                }
            }
        }
        config
    }
}

/// The entries by their names.
pub fn sorted(table: &Table) -> BTreeMap<&String, &Value> {
    table.iter().collect()
}

fn sort(table: &mut Table) {
    let sorted = sorted(table).into_iter();
    *table = sorted.map(|(name, value)| (name.clone(), value.clone())).collect();
}

/// True for a path that a text does not have.
pub(super) fn is_empty(path: &Path) -> bool {
    path.as_os_str().is_empty()
}

/// A value that differs between two configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigChange {
    /// Its dotted key, engines by name.
    pub key: String,
    /// Its old value, as JSON; `None` if it was not there.
    pub old: Option<String>,
    /// Its new value; `None` if it is gone.
    pub new: Option<String>,
}

/// The differences between two texts of configurations, by key; empty if both play the same games.
pub fn changes(old: &str, new: &str) -> Vec<ConfigChange> {
    let (old_values, new_values) = (flatten(old), flatten(new));
    let mut keys: Vec<&String> = old_values.keys().chain(new_values.keys()).collect();
    keys.sort();
    keys.dedup();
    let changed = keys.into_iter().map(|key| ConfigChange {
        key: key.clone(),
        old: old_values.get(key).cloned(),
        new: new_values.get(key).cloned(),
    });
    changed.filter(|changed| changed.old != changed.new).collect()
}

/// The [`changes`], a line each.
pub fn differences(old: &str, new: &str) -> Vec<String> {
    let line = |ConfigChange { key, old, new }| match (old, new) {
        (Some(old), Some(new)) => format!("{key} was {old} and is now {new}"),
        (Some(old), None) => format!("{key} was {old} and is gone"),
        (None, new) => format!("{key} is new: {}", new.unwrap_or_default()),
    };
    changes(old, new).into_iter().map(line).collect()
}

/// Every value that is not a table by its dotted key, engines by name.
fn flatten(text: &str) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    let config = Config::from_text(text).map(|config| config.without_paths());
    match config.and_then(serde_json::to_value) {
        Ok(value) => descend(&value, "", &mut values),
        Err(_) => {
            values.insert("the configuration".to_owned(), text.to_owned());
        }
    }
    values
}

fn descend(value: &Json, key: &str, values: &mut BTreeMap<String, String>) {
    let below = |part: &str| match key {
        "" => part.to_owned(),
        _ => format!("{key}.{part}"),
    };
    match value {
        Json::Object(table) if !table.is_empty() => {
            for (name, value) in table {
                descend(value, &below(name), values);
            }
        }
        Json::Array(time_controls) if key == "time_controls" => {
            for (number, time_control) in time_controls.iter().enumerate() {
                descend(time_control, &format!("time control {}", number + 1), values);
            }
        }
        Json::Array(engines) if key == "engines" => {
            let name = |engine: &Json| engine["name"].as_str().unwrap_or_default().to_owned();
            let order: Vec<String> = engines.iter().map(name).collect();
            values.insert("the list of engines".to_owned(), order.join(", "));
            for (engine, name) in engines.iter().zip(order) {
                descend(engine, &format!("engine {name:?}"), values);
            }
        }
        _ => {
            values.insert(key.to_owned(), value.to_string());
        }
    }
}
