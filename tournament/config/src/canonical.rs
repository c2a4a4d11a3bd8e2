//! "The same configuration", as a text.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use super::{Config, OpeningSource};
use crate::renamed::with_current_keys;

impl Config {
    /// The configuration as one line of JSON: equal texts, equal tournaments. It has the meaning of the
    /// configuration, not its spelling, so a comment or an explicit default changes nothing. Renamed keys keep their
    /// old names in it: [`with_current_keys`].
    #[must_use]
    pub fn canonical(&self) -> String {
        // Keys are field names and texts, numbers are finite: JSON can hold everything.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads [`Config::canonical`] back. The path of a file of openings is then the path as
    /// written.
    ///
    /// # Errors
    /// If the text is not such a configuration.
    pub fn from_canonical(text: &str) -> Result<Self, serde_json::Error> {
        let mut config: Self = serde_json::from_str(text)?;
        if let Some(reason) =
            config.run.impossible(config.engines.len(), config.time_controls.len())
        {
            return Err(serde::de::Error::custom(reason));
        }
        if let OpeningSource::File { name, path } = &mut config.openings.source {
            *path = PathBuf::from(&*name);
        }
        Ok(config)
    }
}

/// A value that differs between two configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Its dotted key, engines by name.
    pub key: String,
    /// Its old value, as JSON; `None` if it was not there.
    pub old: Option<String>,
    /// Its new value; `None` if it is gone.
    pub new: Option<String>,
}

/// The differences between two canonical texts, by key; empty if there are none.
#[must_use]
pub fn changes(old: &str, new: &str) -> Vec<Changed> {
    let (old_values, new_values) = (flatten(old), flatten(new));
    let mut keys: Vec<&String> = old_values.keys().chain(new_values.keys()).collect();
    keys.sort();
    keys.dedup();
    let changed = keys.into_iter().map(|key| Changed {
        key: key.clone(),
        old: old_values.get(key).cloned(),
        new: new_values.get(key).cloned(),
    });
    changed.filter(|changed| changed.old != changed.new).collect()
}

/// The same, a line for each difference.
#[must_use]
pub fn differences(old: &str, new: &str) -> Vec<String> {
    let line = |Changed { key, old, new }| match (old, new) {
        (Some(old), Some(new)) => format!("{key} was {old} and is now {new}"),
        (Some(old), None) => format!("{key} was {old} and is gone"),
        (None, new) => format!("{key} is new: {}", new.unwrap_or_default()),
    };
    changes(old, new).into_iter().map(line).collect()
}

/// Every value that is not a table by its dotted key, engines by name.
fn flatten(text: &str) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    match serde_json::from_str(text) {
        Ok(value) => descend(&with_current_keys(value), "", &mut values),
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
