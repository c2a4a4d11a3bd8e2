//! Keys that were renamed. Files with the old ones are read, and the canonical text of a configuration keeps them: runs,
//! seeds and the names of folders depend on it.

use serde_json::Value;
use toml::Table;

/// A renamed key: the old name and the current one.
type Renamed = (&'static str, &'static str);

/// Keys of a configuration.
const TABLES: [Renamed; 1] = [("ladder", "time_control")];
/// Keys of a configuration in its canonical text.
const CANONICAL: [Renamed; 1] = [("ladders", "time_controls")];
/// Keys of an `[[engine]]`.
const ENGINE: [Renamed; 2] = [("swing", "margin_scale"), ("scale", "eval_scale")];

/// The value of a canonical text with the current keys.
#[must_use]
pub fn with_current_keys(mut canonical: Value) -> Value {
    rename(&mut canonical, &CANONICAL);
    let engines = canonical.get_mut("engines").and_then(Value::as_array_mut);
    for engine in engines.into_iter().flatten() {
        rename(engine, &ENGINE);
    }
    canonical
}

fn rename(value: &mut Value, keys: &[Renamed]) {
    if let Value::Object(table) = value {
        let renamed = std::mem::take(table)
            .into_iter()
            .map(|(key, value)| (current(&key, keys).to_owned(), value));
        *table = renamed.collect();
    }
}

/// Gives the keys of a file their current names.
pub(super) fn rename_table(table: &mut Table) {
    rename_keys(table, &TABLES);
    let engines = table.get_mut("engine").and_then(toml::Value::as_array_mut);
    for engine in engines.into_iter().flatten() {
        if let toml::Value::Table(engine) = engine {
            rename_keys(engine, &ENGINE);
        }
    }
}

fn rename_keys(table: &mut Table, keys: &[Renamed]) {
    for (old, now) in keys {
        if let Some(value) = table.remove(*old) {
            table.insert((*now).to_owned(), value);
        }
    }
}

/// Gives the parts of a dotted key their current names.
pub(super) fn rename_path(key: &mut [String]) {
    match key {
        [engine, _, of_engine] if engine == "engine" => {
            *of_engine = current(of_engine, &ENGINE).to_owned();
        }
        [table, ..] => *table = current(table, &TABLES).to_owned(),
        [] => {}
    }
}

/// The current name of a key.
fn current<'k>(key: &'k str, keys: &[Renamed]) -> &'k str {
    let renamed = keys.iter().find(|(old, _)| *old == key);
    renamed.map_or(key, |&(_, now)| now)
}

/// The old name of a key, if it was renamed.
pub(super) fn old_key(now: &str) -> Option<&'static str> {
    let renamed = TABLES.iter().chain(&ENGINE).find(|(_, new)| *new == now);
    renamed.map(|&(old, _)| old)
}

/// A message of the TOML reader without the old names among the keys that it expected.
pub(super) fn without_old_keys(message: &str) -> String {
    let Some((before, expected)) = message.split_once("expected one of ") else {
        return message.to_owned();
    };
    // `table` is read only to be refused.
    let mut expected = expected.replace("`table`, ", "");
    for (old, now) in TABLES.iter().chain(&ENGINE) {
        // The reader lists the names of one key in the order of the alphabet.
        let [first, last] = if old < now { [old, now] } else { [now, old] };
        expected = expected.replace(&format!("`{first}`, `{last}`"), &format!("`{now}`"));
    }
    format!("{before}expected one of {expected}")
}
