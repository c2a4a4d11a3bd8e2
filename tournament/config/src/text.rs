//! A configuration as a text, and the differences between two.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toml::Table;

use super::{Config, EngineKind, OpeningSource};

impl Config {
    /// The configuration as one line of JSON, for another process in the same working directory.
    pub fn text(&self) -> String {
        // Only a path that is not UTF-8 has no place in JSON.
        serde_json::to_string(self).unwrap_or_else(|_| self.canonical())
    }

    /// Reads [`Config::text`] back.
    pub fn from_text(text: &str) -> Result<Self, serde_json::Error> {
        let mut config: Self = serde_json::from_str(text)?;
        if let Some(reason) =
            config.run.impossible(config.engines.len(), config.time_controls.len())
        {
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
pub fn sorted(table: &Table) -> BTreeMap<&String, &toml::Value> {
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

fn descend(value: &Value, key: &str, values: &mut BTreeMap<String, String>) {
    let below = |part: &str| match key {
        "" => part.to_owned(),
        _ => format!("{key}.{part}"),
    };
    match value {
        Value::Object(table) if !table.is_empty() => {
            for (name, value) in table {
                descend(value, &below(name), values);
            }
        }
        Value::Array(time_controls) if key == "time_controls" => {
            for (number, time_control) in time_controls.iter().enumerate() {
                descend(time_control, &format!("time control {}", number + 1), values);
            }
        }
        Value::Array(engines) if key == "engines" => {
            let name = |engine: &Value| engine["name"].as_str().unwrap_or_default().to_owned();
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
